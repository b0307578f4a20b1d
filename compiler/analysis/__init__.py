"""Compare, bisect and time models."""
