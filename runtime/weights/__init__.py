"""The weights of compiled models: made, in memory, shared."""
