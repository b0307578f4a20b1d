"""Follow one layer of a model down to machine code."""
