"""Shared parts of passes that replace layers by simpler ones."""
