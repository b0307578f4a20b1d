"""Data classes whose methods are compiled late are as others are."""

from __future__ import annotations

import dataclasses
from dataclasses import FrozenInstanceError, dataclass, field
from typing import Any

import pytest
from ncnnc.compiler.cli.late_methods import CREATE, late_methods

pytestmark = pytest.mark.skipif(not hasattr(dataclasses, CREATE), reason="compiles at once")


def classes() -> list[type[Any]]:
    """A frozen class, one that inherits from it, and one with an order."""

    @dataclass(frozen=True)
    class Base:
        a: int
        b: list[int] = field(default_factory=list, hash=False, repr=False)

    @dataclass(frozen=True)
    class Derived(Base):
        c: str = field(default="c", compare=False)

    @dataclass(order=True)
    class Ordered:
        a: float
        b: object = None

    return [Base, Derived, Ordered]


def behaviour(kinds: list[type[Any]]) -> list[object]:
    """What instances say and do."""
    base, derived, ordered = kinds
    nan = float("nan")
    around = ordered(1)
    around.b = around
    seen: list[object] = [
        *(repr(x) for x in (base(1), derived(1, [2]), derived(3, c="d"), around)),
        *(base(1) == base(1), base(1) == base(2), base(1) == derived(1), derived(1) == base(1)),
        *(derived(1, c="d") == derived(1), base(1, [2]) == base(1, [3]), base(1) == 1),
        *(hash(base(1, [5])) == hash(base(1)), hash(derived(2)) == hash(derived(2, [1]))),
        *(ordered(nan) == ordered(nan), ordered(1) < ordered(2), ordered(2) >= ordered(1)),
        ordered.__hash__,
    ]
    for value, name in [(base(1), "a"), (base(1), "z"), (derived(1), "a"), (derived(1), "z")]:
        for change in (lambda v, n: setattr(v, n, 0), delattr):
            with pytest.raises(FrozenInstanceError) as e:
                change(value, name)
            seen.append(str(e.value))
    return seen


def test_classes_behave_as_ever_at_the_first_call_and_after_it():
    expected = behaviour(classes())
    with late_methods():
        kinds = classes()
        assert behaviour(kinds) == expected
    assert behaviour(kinds) == expected


def test_methods_are_compiled_when_they_are_called():
    with late_methods():
        base, derived, _ = classes()
    late = base.__hash__
    hash(derived(1))
    assert base.__hash__ is late
    hash(base(1))
    assert base.__hash__ is not late
    assert base.__hash__.__qualname__ == late.__qualname__


def test_afterwards_classes_are_made_as_before():
    def fail() -> None:
        with late_methods():
            assert getattr(dataclasses, CREATE) is not eager
            raise KeyError

    eager = getattr(dataclasses, CREATE)
    with pytest.raises(KeyError):
        fail()
    assert getattr(dataclasses, CREATE) is eager
