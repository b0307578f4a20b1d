"""Families of layers: the ops that layers of one kind are made of."""
