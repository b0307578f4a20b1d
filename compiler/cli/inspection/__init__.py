"""What `ncnnc inspect` shows: a module for each view of a model."""
