"""Level 4: lower kernels to loops over vectors, divided among threads."""
