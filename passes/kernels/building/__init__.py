"""How kernels are built from ops of the graph."""
