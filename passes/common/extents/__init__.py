"""Extents that only a run tells, in layers and in tables that are cut to them."""
