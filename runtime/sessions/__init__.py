"""Compiled models that run: threads, memory, signals, call-backs, times."""
