"""The search for layers that may compute with int8 within an error."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from ncnnc.compiler.quantize.layer_choice import choose_layers

ALONE = {"a": 0.01, "b": 0.08, "c": 0.02, "d": 0.04, "e": 0.005}


def total(names: Sequence[str]) -> float:
    return sum(ALONE[name] for name in names)


def largest(names: Sequence[str]) -> float:
    return max((ALONE[name] for name in names), default=0.0)


@pytest.mark.parametrize(
    ("limit", "chosen"),
    [(1.0, "abcde"), (0.08, "acde"), (0.04, "ace"), (0.006, "e"), (0.001, ""), (0.0, "")],
)
def test_errors_that_add_up(limit: float, chosen: str):
    names, error = choose_layers(ALONE, total, limit)
    assert "".join(names) == chosen
    assert error == pytest.approx(total(names))
    assert error <= limit


def test_errors_that_do_not_add_up_spare_the_worst_only():
    names, error = choose_layers(ALONE, largest, 0.04)
    assert names == ["a", "c", "d", "e"]
    assert error == 0.04


def test_a_harmless_layer_returns():
    """Bisection leaves `d` out with `b`; without `b` it does no harm."""

    def error_of(names: Sequence[str]) -> float:
        return 1.0 if "b" in names or {"a", "c"} <= set(names) else 0.01

    names, error = choose_layers({**ALONE, "d": 0.04}, error_of, 0.05)
    assert "d" in names
    assert "b" not in names
    assert error == 0.01


def test_the_layers_found_are_measured_as_they_are():
    measured: list[tuple[str, ...]] = []

    def error_of(names: Sequence[str]) -> float:
        measured.append(tuple(names))
        return total(names)

    names, _ = choose_layers(ALONE, error_of, 0.07)
    assert tuple(names) in measured
    assert len(measured) <= 3 + len(ALONE)
