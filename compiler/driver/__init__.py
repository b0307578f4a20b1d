"""The driver: options, the pipeline and how it is run."""
