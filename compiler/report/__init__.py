"""A report of a compiled model: a record of all that is known of it, and a page that shows it."""
