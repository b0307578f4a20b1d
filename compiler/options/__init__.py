"""One record for each option of a compilation, from which the API and the command line derive."""
