"""The records of options, from which the API and the command line derive."""
