"""How algorithms are chosen."""
