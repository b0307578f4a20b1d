"""Times of convolution algorithms, measured on this machine."""
