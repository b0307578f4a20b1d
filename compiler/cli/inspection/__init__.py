"""The views of `ncnnc inspect`, a module for each."""
