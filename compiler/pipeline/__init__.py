"""The pipelines of passes as data, and what runs, verifies and reproduces them."""
