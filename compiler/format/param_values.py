"""The `key=value` parameters at the end of a layer's line."""

from __future__ import annotations

import math
import re
import struct

from ...runtime.errors import shortened
from .records import ARRAY_KEY, MAX_PARAMETER_ID, MAX_STRING_BYTES, RecordValue

BLANKS = " \t\v\f"
"""Characters that separate the tokens of a line."""
SMALL_INTEGER = re.compile(r"[+-]?[0-9]{1,10}")
"""A count or a key."""

_PARAMETER = re.compile(rf'[{BLANKS}]*([^{BLANKS}="]*)(=?)("[^"]*"?|)([^{BLANKS}]*)')
_INTEGER = re.compile(r"[+-]?[0-9]+")
_EXPRESSION = re.compile(r"[0-9]+[whdcn]")
_FLOAT = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


class ValueSyntaxError(Exception):
    """A parameter cannot be read; `reason` and `hint` are texts for users."""

    def __init__(self, reason: str, hint: str | None = None):
        super().__init__(reason)
        self.reason = reason
        self.hint = hint


def parse_parameters(text: str) -> dict[int, RecordValue]:
    """Parse a layer's parameters; the last of repeated keys counts. Raises: ValueSyntaxError."""
    params: dict[int, RecordValue] = {}
    text = text.rstrip(BLANKS)
    position = 0
    while position < len(text):
        match = _PARAMETER.match(text, position)
        assert match is not None
        key, equals, quoted, rest = match.groups()
        if not equals or not SMALL_INTEGER.fullmatch(key):
            token = shortened(match[0].strip())
            raise ValueSyntaxError(f"'{token}' is not of the form number=value")
        number = int(key)
        if quoted:
            params[_checked_id(number)] = _quoted_string(number, quoted, rest)
        elif number <= ARRAY_KEY:
            number = _checked_id(ARRAY_KEY - number)
            params[number] = _old_array(number, rest)
        else:
            params[_checked_id(number)] = _value(number, rest)
        position = match.end()
    return params


def _checked_id(number: int) -> int:
    if not 0 <= number <= MAX_PARAMETER_ID:
        raise ValueSyntaxError(f"parameter id {number} is not in 0..{MAX_PARAMETER_ID}")
    return number


def _quoted_string(number: int, quoted: str, rest: str) -> str:
    if len(quoted) < 2 or not quoted.endswith('"'):
        raise ValueSyntaxError(f"the string of parameter {number} has no closing quote")
    if rest:
        raise ValueSyntaxError(f"'{shortened(rest)}' follows the string of parameter {number}")
    return _checked_string(number, quoted[1:-1])


def _checked_string(number: int, text: str) -> str:
    if not text:
        raise ValueSyntaxError(f"the string of parameter {number} is empty")
    if len(text.encode()) > MAX_STRING_BYTES:
        reason = f"the string of parameter {number} is longer than {MAX_STRING_BYTES} bytes"
        raise ValueSyntaxError(reason)
    return text


def _value(number: int, text: str) -> RecordValue:
    """Return a scalar, a bare word (a string), or an array in the new spelling `v1,v2` or `v1,`."""
    if not text:
        raise ValueSyntaxError(f"parameter {number} has no value")
    if text[0].isalpha():
        return _checked_string(number, text)
    if "," not in text:
        return _number(number, text)
    return [_number(number, item) for item in text.removesuffix(",").split(",")]


def _old_array(number: int, text: str) -> list[int | float]:
    """Return an array in the old spelling `length,v1,...,vn`."""
    length, *items = text.split(",")
    if not _INTEGER.fullmatch(length):
        raise ValueSyntaxError(f"array parameter {number} has no length")
    announced = _number(number, length)
    if announced != len(items):
        reason = f"array parameter {number} announces {announced} elements and has {len(items)}"
        raise ValueSyntaxError(reason)
    return [_number(number, item) for item in items]


def _number(number: int, text: str) -> int | float:
    """Return an int32, or a float32 if the token has a point or an exponent."""
    if _INTEGER.fullmatch(text):
        if len(text) > 64 or not -(2**31) <= int(text) < 2**31:
            raise ValueSyntaxError(f"parameter {number} is {shortened(text)}, beyond 32 bits")
        return int(text)
    if not _FLOAT.fullmatch(text):
        quotes = f'an expression needs quotes, as in {number}="0w,1"'
        hint = quotes if _EXPRESSION.match(text) else None
        raise ValueSyntaxError(f"parameter {number} is '{shortened(text)}', not a number", hint)
    value = float(text)
    if math.isinf(value) or not _is_float32(value):
        raise ValueSyntaxError(f"parameter {number} is {shortened(text)}, beyond float32")
    return value


def _is_float32(value: float) -> bool:
    """Return whether a number rounds to a finite float32."""
    try:
        struct.pack("<f", value)
    except OverflowError:
        return False
    return True
