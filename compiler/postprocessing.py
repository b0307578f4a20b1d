"""Describe postprocessing of outputs; `ncnnc.YoloBoxes` and others of the API."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from ..runtime.errors import shortened
from . import option_values as values
from .diagnostics import OptionTypeError, OptionValueError, unknown_name
from .yolo_boxes import MOST_ROWS, YoloBoxes

MOST_CLASSES = 1 << 24
"""Largest number of classes: float32 holds their numbers."""


@dataclass(frozen=True)
class ArgMax:
    """
    An output of scores that is replaced by the best classes, which count from 0.

    Scores `c` of a classifier become `k` rows of class and score, best first; scores `c,h,w` of a
    segmentation become `h,w`, the class of each pixel.

    Raises: OptionTypeError or OptionValueError for an invalid value.
    """

    k: int = 1
    """Number of classes, of a classifier."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", values.checked_integer(self.k, "k", 1, MOST_CLASSES))


@dataclass(frozen=True)
class CtcDecoding:
    """
    An output of scores `steps,classes` that is replaced by the characters of a text.

    Rows are class and score. Of steps in a row with the same best class the first counts, and steps
    whose best class is `blank` are dropped.

    Raises: OptionTypeError or OptionValueError for invalid values.
    """

    blank: int = 0
    """The class that separates characters."""
    most: int = 0
    """Largest number of rows; 0: as many as steps."""

    def __post_init__(self) -> None:
        for name, most in (("blank", MOST_CLASSES), ("most", MOST_ROWS)):
            number = values.checked_integer(getattr(self, name), name, 0, most)
            object.__setattr__(self, name, number)


Postprocessing = YoloBoxes | ArgMax | CtcDecoding
"""Kinds of postprocessing."""
KINDS: Mapping[str, type[Postprocessing]] = {
    "yolo": YoloBoxes,
    "ctc": CtcDecoding,
    "argmax": ArgMax,
}
"""The words of a command line."""


def parsed(text: str) -> Postprocessing:
    """
    Parse a text such as `yolo:confidence=0.5:overlap=0.45:most=100`, `ctc:blank=0` or `argmax:k=5`.

    Raises: OptionTypeError, OptionValueError; UsageError for an unknown word.
    """
    kind, *words = text.split(":")
    if kind not in KINDS:
        raise unknown_name("kind of output", kind, [*KINDS])
    defaults: dict[str, object] = {field.name: field.default for field in fields(KINDS[kind])}
    given = dict[str, Any]()
    for word in words:
        name, _, value = word.partition("=")
        if name not in defaults:
            raise unknown_name("step of postprocessing", name, [*defaults])
        if name in given:
            raise OptionValueError(f"postprocessing: {name} is given twice")
        given[name] = _value(value, name, type(defaults[name]))
    return KINDS[kind](**given)


def _value(text: str, name: str, kind: type[object]) -> str | float:
    """Return a step's value. Raises: OptionValueError."""
    if kind is str:
        return text
    try:
        return int(text) if kind is int else float(text)
    except ValueError:
        raise OptionValueError(f"postprocessing: {name} needs a number, not '{text}'") from None


def postprocessed_outputs(value: object, what: str) -> dict[str, Postprocessing]:
    """Check postprocessing by the output's name. Raises: OptionTypeError for anything else."""
    named = values.mapping(value, what)
    for name, steps in named.items():
        if not isinstance(steps, Postprocessing):
            known = ", ".join(kind.__name__ for kind in KINDS.values())
            given = values.kind(steps)
            raise OptionTypeError(
                f"{what} of '{shortened(name)}' must be one of {known}, not {given}"
            )
    return {name: steps for name, steps in named.items() if isinstance(steps, Postprocessing)}
