"""Builders of loops, vectors and indices, for all kernels."""
