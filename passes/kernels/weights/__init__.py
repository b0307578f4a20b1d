"""The forms in which kernels read weights."""
