"""Emit loops."""
