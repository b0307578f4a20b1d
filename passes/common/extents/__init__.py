"""Dynamic extents in layers, and in tables that are cut to them."""
