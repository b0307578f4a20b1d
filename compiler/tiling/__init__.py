"""Networks from image to image, run tile by tile."""
