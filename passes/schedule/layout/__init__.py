"""Choose the memory layout of every use of a blob, with the reason."""
