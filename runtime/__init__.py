"""Loads and runs compiled models; needs numpy and never the compiler."""
