"""Files that are read and written with care."""
