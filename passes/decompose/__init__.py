"""Level 1, for compiling only: layers as simpler layers."""
