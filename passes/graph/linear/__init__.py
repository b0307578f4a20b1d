"""Layers that are linear, and what may be folded into them."""
