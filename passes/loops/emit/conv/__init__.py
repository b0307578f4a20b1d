"""Tiles of convolutions."""
