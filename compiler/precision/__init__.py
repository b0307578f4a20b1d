"""Choose the precision of each layer by the error that it makes."""
