"""Describe boxes that a compiled model selects from a YOLO head; `ncnnc.YoloBoxes` of the API."""

from __future__ import annotations

from dataclasses import dataclass

from . import option_values as values
from .diagnostics import OptionValueError, unknown_name

DETECT, SEGMENT, POSE, ROTATED = "detect", "segment", "pose", "obb"
HEADS = {DETECT: 0, SEGMENT: 32, POSE: 17 * 3, ROTATED: 1}
"""Ultralytics' words for what heads are for, and how many numbers a box has behind its scores."""
INPUT, IMAGE = "input", "image"
"""Kinds of coordinates."""
MOST_ROWS = 1 << 20
"""Largest number of rows of a result."""


@dataclass(frozen=True)
class Thresholds:
    """Thresholds for boxes; the defaults are Ultralytics'."""

    confidence: float = 0.25
    """The score that a box must exceed."""
    overlap: float = 0.7
    """The overlap with a better box of its class above which a box is dropped."""


@dataclass(frozen=True)
class YoloBoxes(Thresholds):
    """
    An output that is replaced by the boxes that a YOLO head detects.

    Rows are class (from 0), score, left, top, right, bottom in pixels, see `coordinates`, best
    first. A box is kept if its score exceeds `confidence` and no better box of its class overlaps
    it by more than `overlap` (YOLOv10 and YOLO26 need no such suppression).

    Of the task `pose` keypoints follow in a row: x, y and score of each. Of the task `segment` the
    other output, that of prototypes, is replaced by masks in the size of the network's input: int8
    `rows,h,w` of 0 and 1, and the coefficients of masks follow in a row. Rows of the task `obb` are
    class, score, center x and y, width, height and angle, and boxes overlap as Ultralytics says.

    Raises: OptionTypeError or OptionValueError for invalid values.
    """

    most: int = 300
    """Largest number of rows."""
    task: str = ""
    """One of `HEADS`; empty: that of the model's metadata.yaml, or else `detect`."""
    extras: int = 0
    """
    Numbers behind the scores of a box; 0: as the task and metadata.yaml say, for poses three of 17
    keypoints, and 32 coefficients of masks.
    """
    coordinates: str = INPUT
    """
    `input` for pixels of the network's input; `image` for those of an image that is resized, to
    which boxes are limited.
    """
    point: int = 3
    """Numbers of a keypoint: x, y and a score, or without it."""

    def __post_init__(self) -> None:
        for name in ("confidence", "overlap"):
            number = values.number(getattr(self, name), name)
            if not 0 <= number <= 1:
                raise OptionValueError(f"{name} must be in 0..1, not {number:g}")
            object.__setattr__(self, name, number)
        most = values.checked_integer(self.most, "most", 1, MOST_ROWS)
        object.__setattr__(self, "most", most)
        extras = values.checked_integer(self.extras, "extras", 0, MOST_ROWS)
        object.__setattr__(self, "extras", extras)
        object.__setattr__(self, "point", values.checked_integer(self.point, "point", 2, 3))
        if self.coordinates not in (INPUT, IMAGE):
            raise unknown_name("coordinates", self.coordinates, [INPUT, IMAGE])
        if self.task == ROTATED and self.coordinates == IMAGE:
            raise OptionValueError("rotated boxes have the coordinates of the network's input")
        if self.task and self.task not in HEADS:
            raise unknown_name("task", self.task, [*HEADS])

    @property
    def numbers(self) -> int:
        """Return how many numbers a box has behind its scores."""
        return self.extras or HEADS[self.task or DETECT]
