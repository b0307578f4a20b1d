"""The weights of compiled models: creation, memory, sharing."""
