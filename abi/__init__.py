"""What a compiled program and its callers agree on. Imports nothing: everything may import it."""
