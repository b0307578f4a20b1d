"""Pixels of images, and samples between them."""
