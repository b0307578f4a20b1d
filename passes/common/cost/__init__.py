"""What a convolution costs, and the tiles it is computed in."""
