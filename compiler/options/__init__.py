"""Options as records, from which the API and the command line are derived."""
