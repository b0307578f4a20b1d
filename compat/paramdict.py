"""ncnn's `ParamDict`: the parameters of a layer, by number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, cast

import numpy as np

from ..runtime.warning import warn
from .mat import Mat
from .values import INTS as C_INTS
from .values import as_float, as_int

ABSENT, INT, FLOAT, ARRAY, INTS, FLOATS, TEXT = 0, 2, 3, 4, 5, 6, 7
"""ncnn's type numbers: arrays in files have those from `INTS` on, arrays of programs `ARRAY`."""
TYPES: dict[type, int] = {Mat: ARRAY, str: TEXT, int: INT, float: FLOAT}
IDS = range(32)
"""The valid ids of a layer's parameters."""


class ParamDict:
    """Numbers, arrays and texts by parameter id."""

    def __init__(self) -> None:
        self._values: dict[int, int | float | str | Mat] = {}
        self._types: dict[int, int] = {}

    @classmethod
    def of(cls, params: Mapping[int, object]) -> ParamDict:
        """Return the parameters of a layer in a file; arrays become Mats."""
        made = cls()
        for id, value in params.items():
            if isinstance(value, Sequence) and not isinstance(value, str):
                numbers = cast("Sequence[int | float]", value)
                is_int = all(isinstance(number, int) for number in numbers)
                made.set(id, Mat(np.array(numbers, np.int32 if is_int else np.float32)))
                made._types[id] = INTS if is_int else FLOATS
            else:
                made.set(id, cast("int | float | str", value))
        return made

    def type(self, id: int) -> int:
        """Return the number of a parameter's type; 0 if there is none."""
        return self._types.get(id, ABSENT)

    def get(self, id: int, default: Any = None, **named: Any) -> Any:
        """
        Return a parameter in the default's type: a number, a text or a Mat. Return the default if
        it cannot be converted.

        Raises: TypeError for a default of another type.
        """
        default = named.pop("def", default)
        value = self._values.get(as_int(id))
        if isinstance(default, Mat):
            return value if isinstance(value, Mat) else default
        if isinstance(default, str):
            return value if isinstance(value, str) else default
        default = number_of(default)
        if isinstance(default, int):
            return value if isinstance(value, int) else default
        return as_float(value) if isinstance(value, int | float) else default

    def set(self, id: int, value: Any = None, **named: Any) -> None:
        """
        Set a parameter, given as `i`, `f` or `v`; invalid ids are ignored, with a warning. Raises:
        TypeError for another type.
        """
        for name in ("i", "f", "v"):
            value = named.pop(name, value)
        if not isinstance(value, Mat | str):
            value = number_of(value)
        if as_int(id) not in IDS:
            warn(f"a layer has no parameter {id}: they are {IDS.start} to {IDS.stop - 1}")
            return
        self._types[id] = next(number for kind, number in TYPES.items() if isinstance(value, kind))
        self._values[id] = value

    def text(self) -> str:
        """Return the parameters in the form of a layer's line in a `.param`."""
        return " ".join(
            f"{written_id(id, value)}={written(value)}" for id, value in self._values.items()
        )


def number_of(value: Any) -> int | float:
    """Return a 32-bit integer, or any other number as float32. Raises: TypeError."""
    try:
        number = index(value)
    except TypeError:
        return as_float(value)
    return number if number in C_INTS else as_float(number)


def written_id(id: int, value: object) -> int:
    """Return the key of a parameter, negative for an array."""
    return -23300 - id if isinstance(value, Mat) else id


def written(value: float | str | Mat) -> str:
    """Return a parameter's value in a `.param`; an array begins with its length."""
    if not isinstance(value, Mat):
        return f'"{value}"' if isinstance(value, str) else repr(value)
    numbers = [] if value.array is None else value.array.reshape(-1).tolist()
    return ",".join(map(repr, [len(numbers), *numbers]))
