"""Formats of packed weights."""
