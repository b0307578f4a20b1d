"""How one layer serves all items of a batch."""
