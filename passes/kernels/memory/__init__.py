"""When buffers are alive, and where they may lie."""
