"""Ops that layers are rewritten to, and that no file contains."""
