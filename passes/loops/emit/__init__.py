"""How loops are emitted."""
