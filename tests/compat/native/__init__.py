"""Tests of `compat/native`."""
