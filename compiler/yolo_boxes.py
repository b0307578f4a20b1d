"""Describe boxes that a compiled model selects from a YOLO head; `ncnnc.YoloBoxes` of the API."""

from __future__ import annotations

from dataclasses import dataclass, fields

from ..runtime.errors import shortened
from . import option_values as values
from .diagnostics import OptionTypeError, OptionValueError, unknown_name

KIND = "yolo"
"""The word for these outputs on a command line."""
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

    Rows are class (from 0), score, left, top, right, bottom in pixels of the network's input, best
    first. A box is kept if its score exceeds `confidence` and no better box of its class overlaps
    it by more than `overlap` (YOLOv10 and YOLO26 need no such suppression).

    Raises: OptionTypeError or OptionValueError for invalid values.
    """

    most: int = 300
    """Largest number of rows."""

    def __post_init__(self) -> None:
        for name in ("confidence", "overlap"):
            number = values.number(getattr(self, name), name)
            if not 0 <= number <= 1:
                raise OptionValueError(f"{name} must be in 0..1, not {number:g}")
            object.__setattr__(self, name, number)
        most = values.checked_integer(self.most, "most", 1, MOST_ROWS)
        object.__setattr__(self, "most", most)

    @classmethod
    def parse(cls, text: str) -> YoloBoxes:
        """
        Parse a text such as `yolo:confidence=0.5:overlap=0.45:most=100`.

        Raises: as the constructor; UsageError for an unknown word.
        """
        kind, *words = text.split(":")
        if kind != KIND:
            raise unknown_name("kind of output", kind, [KIND])
        known, given = [field.name for field in fields(cls)], dict[str, float]()
        for word in words:
            name, _, value = word.partition("=")
            if name not in known:
                raise unknown_name("step of postprocessing", name, known)
            if name in given:
                raise OptionValueError(f"postprocessing: {name} is given twice")
            given[name] = _number(value, name)
        most = int(given.pop("most", cls.most))
        return cls(**given, most=most)


def _number(text: str, name: str) -> float:
    try:
        return int(text) if name == "most" else float(text)
    except ValueError:
        raise OptionValueError(f"postprocessing: {name} needs a number, not '{text}'") from None


def detected_outputs(value: object, what: str) -> dict[str, YoloBoxes]:
    """Check outputs that are boxes, by name. Raises: OptionTypeError for anything else."""
    named = values.mapping(value, what)
    for name, boxes in named.items():
        if not isinstance(boxes, YoloBoxes):
            given = values.kind(boxes)
            raise OptionTypeError(f"{what} of '{shortened(name)}' must be YoloBoxes, not {given}")
    return {name: boxes for name, boxes in named.items() if isinstance(boxes, YoloBoxes)}
