"""The machines that are compiled for."""
