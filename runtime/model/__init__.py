"""Compiled models as data: programs, inputs, outputs, layers of users."""
