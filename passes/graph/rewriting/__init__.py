"""What rewrites of the graph have in common."""
