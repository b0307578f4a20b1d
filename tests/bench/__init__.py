"""Other engines beside ours, on the same networks."""
