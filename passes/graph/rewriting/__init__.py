"""Shared parts of rewrites of the graph."""
