"""A small trained network, and images for it. It is installed with ncnnc, for `ncnnc demo`."""
