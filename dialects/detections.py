"""The rows of tables of detections: their fields, and the values of rows beyond those found."""

from __future__ import annotations

DETECTION_FIELDS = 6
"""Fields of a detection: label, score, x0, y0, x1, y1; coordinates are relative to the image."""
SIZED_DETECTION_FIELDS = DETECTION_FIELDS + 1
"""The same, then the area: rounded corners would lose that of a thin box."""
NUMBERED_FIELDS = SIZED_DETECTION_FIELDS + 1
"""The same, then the number of the box in the head."""
BOX = 4
"""Number of fields of a box: center x and y, width, height; or two corners."""
MOST_FINAL_BOXES = 1000
"""Largest number of boxes of a YOLO head that suppresses overlaps itself; Ultralytics' have 300."""
MASK_STRIDE = 4
"""Rows and columns of a YOLO network's input for each of the prototypes of its masks."""
YOLO_BOX_FIELDS = 5
"""Channels of a YOLO box before its classes: x, y, width, height, objectness."""
NOT_FOUND = -1.0
"""Label (and all fields) of a row beyond those found; labels count from 1, 0 is the background."""
NO_SCORE = float("-inf")
"""Score of a row beyond those found, in a result of scores alone, which may be negative."""
