"""The front end: from model files to IR, by a registry of formats."""
