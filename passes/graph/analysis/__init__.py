"""What is known of values of the graph."""
