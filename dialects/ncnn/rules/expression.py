"""
The shape expressions of Reshape, Crop and Interp: `*(0w,2),//(0h,2),-1`.

A comma list in prefix call syntax. Operands are an extent of an input (`0w`: width of input 0; also
h, d, c, and n for the batch) or a number. Parentheses and commas are only separators: the arity of
each function determines its operands. Integers are 32 bits wide, floats are float32; a float result
is truncated.
Source: ncnn, expression.cpp, `eval_list_expression`.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

import numpy as np

from ..errors import ShapeError
from ..shapes import Shape
from .axes import named_extents

Value = int | np.float32


class _Result(Enum):
    """Result type of a function."""

    OPERANDS = auto()
    """An integer for integers, a float otherwise."""
    FLOAT = auto()
    ROUNDED = auto()
    """An integer for any operands."""
    BITS = auto()
    """An integer; operands must be integers."""


@dataclass(frozen=True)
class _Function:
    arity: int
    result: _Result
    compute: Callable[[Any], Any] | Callable[[Any, Any], Any]


_EXTENT = re.compile(r"(\d)([whdcn])")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_LEAST, _LARGEST = -(2**31), 2**31 - 1


def evaluate_expression(
    text: str, shapes: Sequence[Shape], batches: Sequence[int] | None = None
) -> list[int]:
    """
    Return the values of the list, for inputs of the given shapes and batch sizes (by default 1:
    layers other than Reshape see one item at a time).

    Raises: ShapeError for invalid expressions, unknown inputs, division by zero, overflow.
    """
    stack: list[Value] = []
    for token in reversed(_tokens(text)):
        function = _FUNCTIONS.get(token)
        if function is None:
            stack.append(_leaf(token, shapes, batches or [1] * len(shapes)))
            continue
        if len(stack) < function.arity:
            raise ShapeError(f"'{token}' in the expression '{text}' lacks operands")
        operands = [stack.pop() for _ in range(function.arity)]
        stack.append(_apply(token, function, operands))
    if not stack:
        raise ShapeError("the expression is empty")
    return [_truncate(value) for value in reversed(stack)]


def _tokens(text: str) -> list[str]:
    return [stripped for t in re.split(r"[(),]", text) if (stripped := t.strip())]


def _leaf(token: str, shapes: Sequence[Shape], batches: Sequence[int]) -> Value:
    if extent := _EXTENT.fullmatch(token):
        index, axis = int(extent[1]), extent[2]
        if index >= len(shapes):
            raise ShapeError(f"'{token}' names input {index}, there are {len(shapes)}")
        return batches[index] if axis == "n" else named_extents(shapes[index])[axis]
    if not _NUMBER.fullmatch(token):
        raise ShapeError(f"'{token}' is neither a function, an extent nor a number")
    value = float(token)
    # 2.0 is the integer 2, but 2e1 is a float: the integer at the start of the text decides
    leading = re.match(r"[+-]?\d+", token)
    if leading and value == int(leading[0]):
        return _checked(int(leading[0]))
    return np.float32(value)


def _apply(token: str, function: _Function, operands: list[Value]) -> Value:
    integers = all(isinstance(v, int) for v in operands)
    if function.result is _Result.BITS and not integers:
        raise ShapeError(f"'{token}' takes integers")
    exact = function.result in (_Result.ROUNDED, _Result.BITS) or (
        function.result is _Result.OPERANDS and integers
    )
    if not exact:
        operands = [np.float32(v) for v in operands]
    try:
        with np.errstate(all="ignore"):
            result = function.compute(*operands)
    except (ZeroDivisionError, ValueError, OverflowError) as e:
        values = ", ".join(map(str, operands))
        raise ShapeError(f"'{token}' in an expression has no value for {values}") from e
    return _checked(_whole(result)) if exact else np.float32(result)


def _whole(value: Value) -> int:
    """Return a number without its fraction."""
    return value if isinstance(value, int) else int(value)


def _checked(value: int) -> int:
    if not _LEAST <= value <= _LARGEST:
        raise ShapeError("a value of the expression does not fit 32 bits")
    return value


def _truncate(value: Value) -> int:
    if isinstance(value, int):
        return value
    if not math.isfinite(value):
        raise ShapeError("the value of an expression is not finite")
    return _checked(int(value))


def _floor_divide(a: Value, b: Value) -> Value:
    if isinstance(a, int) and isinstance(b, int):
        quotient = abs(a) // abs(b)
        return quotient if (a < 0) == (b < 0) else -quotient
    return np.floor(np.divide(a, b))


def _sign(a: Value) -> Value:
    return int(a > 0) - int(a < 0)


def _round_half_away(a: Value) -> int:
    return int(math.copysign(math.floor(abs(a) + 0.5), a))


def _remainder(a: np.float32, b: np.float32) -> np.float32:
    result = np.fmod(a, b)
    return result + b if a * b < 0 else result


def _log_add_exp(a: np.float32, b: np.float32) -> np.float32:
    return np.log(np.exp(a) + np.exp(b))


def _shift(shift: Callable[[int, int], int]) -> Callable[[int, int], int]:
    def checked(a: int, b: int) -> int:
        if b >= 32:
            raise OverflowError
        return shift(a, b)

    return checked


_FUNCTIONS: dict[str, _Function] = {
    "+": _Function(2, _Result.OPERANDS, operator.add),
    "-": _Function(2, _Result.OPERANDS, operator.sub),
    "*": _Function(2, _Result.OPERANDS, operator.mul),
    "//": _Function(2, _Result.OPERANDS, _floor_divide),
    "max": _Function(2, _Result.OPERANDS, max),
    "min": _Function(2, _Result.OPERANDS, min),
    "abs": _Function(1, _Result.OPERANDS, abs),
    "neg": _Function(1, _Result.OPERANDS, operator.neg),
    "sign": _Function(1, _Result.OPERANDS, _sign),
    "square": _Function(1, _Result.OPERANDS, lambda a: a * a),
    "trunc": _Function(1, _Result.ROUNDED, _whole),
    "ceil": _Function(1, _Result.ROUNDED, math.ceil),
    "floor": _Function(1, _Result.ROUNDED, math.floor),
    "round": _Function(1, _Result.ROUNDED, _round_half_away),
    "and": _Function(2, _Result.BITS, int.__and__),
    "or": _Function(2, _Result.BITS, int.__or__),
    "xor": _Function(2, _Result.BITS, int.__xor__),
    "lshift": _Function(2, _Result.BITS, _shift(int.__lshift__)),
    "rshift": _Function(2, _Result.BITS, _shift(int.__rshift__)),
    "/": _Function(2, _Result.FLOAT, np.divide),
    "atan2": _Function(2, _Result.FLOAT, np.arctan2),
    "fmod": _Function(2, _Result.FLOAT, np.fmod),
    "pow": _Function(2, _Result.FLOAT, np.power),
    "remainder": _Function(2, _Result.FLOAT, _remainder),
    "logaddexp": _Function(2, _Result.FLOAT, _log_add_exp),
    "acos": _Function(1, _Result.FLOAT, np.arccos),
    "acosh": _Function(1, _Result.FLOAT, np.arccosh),
    "asin": _Function(1, _Result.FLOAT, np.arcsin),
    "asinh": _Function(1, _Result.FLOAT, np.arcsinh),
    "atan": _Function(1, _Result.FLOAT, np.arctan),
    "atanh": _Function(1, _Result.FLOAT, np.arctanh),
    "cos": _Function(1, _Result.FLOAT, np.cos),
    "cosh": _Function(1, _Result.FLOAT, np.cosh),
    "erf": _Function(1, _Result.FLOAT, math.erf),
    "exp": _Function(1, _Result.FLOAT, np.exp),
    "log": _Function(1, _Result.FLOAT, np.log),
    "log10": _Function(1, _Result.FLOAT, np.log10),
    "reciprocal": _Function(1, _Result.FLOAT, lambda a: np.divide(np.float32(1), a)),
    "rsqrt": _Function(1, _Result.FLOAT, lambda a: np.divide(np.float32(1), np.sqrt(a))),
    "sin": _Function(1, _Result.FLOAT, np.sin),
    "sinh": _Function(1, _Result.FLOAT, np.sinh),
    "sqrt": _Function(1, _Result.FLOAT, np.sqrt),
    "tan": _Function(1, _Result.FLOAT, np.tan),
    "tanh": _Function(1, _Result.FLOAT, np.tanh),
}
