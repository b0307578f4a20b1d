"""Dataclasses from JSON: what was written comes back, and nothing else is taken."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest
from ncnnc.runtime.files.described import from_description


@dataclass(frozen=True)
class Part:
    """A field that is a dataclass."""

    name: str
    sizes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Whole:
    """All that a description may hold."""

    parts: tuple[Part, ...]
    count: int
    is_new: bool
    data: bytes


WHOLE = Whole((Part("a", (1, 2)), Part("b")), 3, False, b"x")


def description() -> dict[str, object]:
    """Return the JSON form."""
    fields = {name: value for name, value in vars(WHOLE).items() if name != "data"}
    return json.loads(json.dumps(fields, default=vars))


def test_what_was_described_comes_back():
    assert from_description(Whole, description(), data=b"x") == WHOLE


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"more": 1}, KeyError),
        ({"count": "3"}, TypeError),
        ({"count": True}, TypeError),
        ({"is_new": 0}, TypeError),
        ({"parts": {}}, TypeError),
        ({"parts": ["a"]}, TypeError),
        ({"parts": [{"name": "a", "sizes": [1.0]}]}, TypeError),
        ({"parts": [{"sizes": [1]}]}, TypeError),
    ],
)
def test_what_does_not_fit_is_refused(change: dict[str, object], error: type[Exception]):
    with pytest.raises(error):
        from_description(Whole, {**description(), **change}, data=b"x")


def test_a_field_that_is_missing_is_refused():
    with pytest.raises(TypeError, match="data"):
        from_description(Whole, description())
