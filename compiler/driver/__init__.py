"""Compile a model: import, lower, specialise, keep in the cache."""
