"""Shared parts of passes of several levels."""
