"""
The text of a requested schedule: `register = [8, 2], by_place = false`.

Nothing of xDSL is imported here: options are checked before compilation.
"""

from __future__ import annotations

import re
from typing import TypeAlias

TOKEN = re.compile(r"\s*(?:([A-Za-z_]\w*)|(\d{1,9})|([\[\]<>=,]))")

GivenSchedule: TypeAlias = "dict[str, int | bool | tuple[int, ...] | GivenSchedule]"
"""Values by key; those of a part by its name."""


class ScheduleTextError(ValueError):
    """A text is not a schedule."""


def parse_schedule(text: str) -> GivenSchedule:
    """Parse entries; flags alone are true, parts are in `<>`. Raises: ScheduleTextError."""
    tokens = tokens_of(text)
    found = _entries(tokens)
    if tokens:
        raise ScheduleTextError(f"'{tokens[0]}' is too much")
    return found


def given_text(given: GivenSchedule) -> str:
    """Return the text of entries, which `parse_schedule` reads."""
    return ",".join(f"{key}={_value_text(value)}" for key, value in given.items())


def _value_text(value: int | bool | tuple[int, ...] | GivenSchedule) -> str:
    match value:
        case bool():
            return str(value).lower()
        case tuple():
            return f"[{','.join(map(str, value))}]"
        case dict():
            return f"<{given_text(value)}>"
        case _:
            return str(value)


def tokens_of(text: str) -> list[str]:
    """Return words, numbers and punctuation. Raises: ScheduleTextError for anything else."""
    tokens: list[str] = []
    at = 0
    while at < len(text.rstrip()):
        match = TOKEN.match(text, at)
        if match is None:
            raise ScheduleTextError(f"'{text[at:].strip()[:20]}' is no part of a schedule")
        tokens.append(match.group().strip())
        at = match.end()
    return tokens


def _entries(tokens: list[str]) -> GivenSchedule:
    found: GivenSchedule = {}
    while True:
        key = tokens.pop(0) if tokens else ""
        if not key.isidentifier():
            raise ScheduleTextError(f"a key is expected, not '{key}'")
        if key in found:
            raise ScheduleTextError(f"'{key}' is given twice")
        found[key] = _value(tokens) if _skip(tokens, "=") else True
        if not _skip(tokens, ","):
            return found


def _value(tokens: list[str]) -> int | bool | tuple[int, ...] | GivenSchedule:
    if _skip(tokens, "<"):
        part = _entries(tokens)
        _expect(tokens, ">")
        return part
    if _skip(tokens, "["):
        numbers = [_number(tokens)]
        while _skip(tokens, ","):
            numbers.append(_number(tokens))
        _expect(tokens, "]")
        return tuple(numbers)
    if tokens[:1] in (["true"], ["false"]):
        return tokens.pop(0) == "true"
    return _number(tokens)


def _number(tokens: list[str]) -> int:
    if not tokens or not tokens[0].isdigit():
        raise ScheduleTextError(f"a number is expected, not '{tokens[0] if tokens else ''}'")
    return int(tokens.pop(0))


def _skip(tokens: list[str], token: str) -> bool:
    """Take the next token if it is this one; return whether it was."""
    if tokens[:1] != [token]:
        return False
    tokens.pop(0)
    return True


def _expect(tokens: list[str], token: str) -> None:
    if not _skip(tokens, token):
        raise ScheduleTextError(f"'{token}' is expected")
