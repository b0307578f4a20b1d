"""What convolutions do with their sums."""
