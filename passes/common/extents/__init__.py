"""Dynamic extents in layers, and in tables that are cropped to them."""
