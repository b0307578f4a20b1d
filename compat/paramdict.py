"""ncnn's `ParamDict`: the parameters of a layer, by number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np

from .mat import Mat

ABSENT, INT, FLOAT, ARRAY, INTS, FLOATS, TEXT = 0, 2, 3, 4, 5, 6, 7
"""ncnn's numbers of types: of files come those from `INTS` on, of programs `ARRAY`."""


class ParamDict:
    """Numbers, arrays and texts by their number."""

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
        Return a parameter as the type of the default: a number, a text or a Mat; the default if it
        is of a type that does not become that.

        Raises: TypeError for a default of another type.
        """
        default = named.pop("def", default)
        value = self._values.get(id)
        if isinstance(default, Mat):
            return value if isinstance(value, Mat) else default
        if isinstance(default, str):
            return value if isinstance(value, str) else default
        if hasattr(default, "__index__"):
            return value if isinstance(value, int) else default
        if not hasattr(default, "__float__"):
            raise TypeError(
                f"a parameter is a number, a str or a Mat, not {type(default).__name__}"
            )
        return float(value) if isinstance(value, int | float) else default

    def set(self, id: int, value: Any = None, **named: Any) -> None:
        """Set a parameter, given as `i`, `f` or `v`. Raises: TypeError for another type."""
        for name in ("i", "f", "v"):
            value = named.pop(name, value)
        if isinstance(value, Mat):
            self._types[id], self._values[id] = ARRAY, value
        elif isinstance(value, str):
            self._types[id], self._values[id] = TEXT, value
        elif hasattr(value, "__index__"):
            self._types[id], self._values[id] = INT, int(value)
        elif hasattr(value, "__float__"):
            self._types[id], self._values[id] = FLOAT, float(np.float32(value))
        else:
            raise TypeError(f"a parameter is a number, a str or a Mat, not {type(value).__name__}")

    def text(self) -> str:
        """Return the parameters as the line of a layer in a `.param` has them."""
        return " ".join(
            f"{written_id(id, value)}={written(value)}" for id, value in self._values.items()
        )


def written_id(id: int, value: object) -> int:
    """Return the number before a parameter's value, below zero for an array."""
    return -23300 - id if isinstance(value, Mat) else id


def written(value: float | str | Mat) -> str:
    """Return a parameter's value in a `.param`; an array begins with its length."""
    if not isinstance(value, Mat):
        return f'"{value}"' if isinstance(value, str) else repr(value)
    numbers = [] if value.array is None else value.array.reshape(-1).tolist()
    return ",".join(map(repr, [len(numbers), *numbers]))
