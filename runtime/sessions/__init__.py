"""Execution of compiled models: threads, memory, signals, call-backs, profiles."""
