"""Build kernels from ops of the graph."""
