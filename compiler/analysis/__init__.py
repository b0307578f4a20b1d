"""Comparing, bisecting and timing models."""
