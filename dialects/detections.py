"""The rows of tables of detections: their fields, and what rows beyond those found hold."""

from __future__ import annotations

DETECTION_FIELDS = 6
"""Fields of a detection: label, score, x0, y0, x1, y1; coordinates are relative to the image."""
SIZED_DETECTION_FIELDS = DETECTION_FIELDS + 1
"""The same with the area behind them: that of a thin box is lost where its corners are rounded."""
BOX = 4
"""Numbers of a box: center x and y, width, height; or two corners."""
MOST_FINAL_BOXES = 1000
"""Boxes of a YOLO head that chooses among them itself; Ultralytics' have 300."""
YOLO_BOX_FIELDS = 5
"""Channels of a YOLO box before its classes: x, y, width, height, objectness."""
NOT_FOUND = -1.0
"""Label (and all else) of a row beyond those found; labels count from 1, 0 is the background."""
NO_SCORE = float("-inf")
"""Score of a row beyond those found, where scores are alone and may be negative."""
