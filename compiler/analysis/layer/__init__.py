"""What becomes of one layer of a model on its way to machine code."""
