"""Choose the memory layout of each use of a blob, with the reason."""
