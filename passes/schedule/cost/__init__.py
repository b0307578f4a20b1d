"""Cost models of algorithms."""
