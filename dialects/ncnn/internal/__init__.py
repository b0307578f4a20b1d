"""Ops that layers become, and that no file names."""
