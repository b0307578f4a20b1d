"""Rules by which one layer serves all items of a batch."""
