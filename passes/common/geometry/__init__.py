"""Geometry that schedules and kernels share: convolutions, products, packed channels."""
