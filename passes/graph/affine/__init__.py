"""Layers that scale and shift, as one form."""
