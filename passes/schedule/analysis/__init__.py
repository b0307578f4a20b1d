"""What passes ask of the graph before they decide."""
