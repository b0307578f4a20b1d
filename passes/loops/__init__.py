"""Level 4: from kernels to loops over vectors, shared by threads."""
