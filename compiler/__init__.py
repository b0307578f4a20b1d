"""The driver: from files of a model to a compiled one, with `ncnnc.compile` and the commands."""
