"""Rows of elements: copies, products, sums, detections."""
