"""Compiled models as data: programs, inputs, outputs, custom layers."""
