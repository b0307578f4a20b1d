"""Families of layers: base classes of the ops of layers of one kind."""
