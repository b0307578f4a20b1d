"""Liveness of buffers, and their placement."""
