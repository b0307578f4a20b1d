"""Expressions of extents known at run time, and how the shapes of arrays tell them."""

from __future__ import annotations

import gc
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest
from ncnnc import Dim
from ncnnc.runtime.errors import ArrayShapeError
from ncnnc.runtime.model.symbols import (
    DimExpression,
    ExtentExpression,
    ProgramSymbol,
    solve_extents,
)

T, P = ProgramSymbol("T", 1, 512), ProgramSymbol("P", 0, 64)


@pytest.mark.parametrize(
    ("text", "normal", "value"),
    [
        ("T", "T", 7),
        ("P+T", "P + T", 12),
        ("2*(T+1)//3", "2 * (T + 1) // 3", 5),
        ("T+-1", "T + -1", 6),
    ],
)
def test_expressions(text: str, normal: str, value: int):
    expression = ExtentExpression.parse(text)
    assert (str(expression), expression.value({"T": 7, "P": 5})) == (normal, value)


@pytest.mark.parametrize("text", ["", "T T", "f(T)", "T/2", "T//P", "T//0", "1.5", "T if 1 else 2"])
def test_other_texts_are_refused(text: str):
    with pytest.raises(ValueError, match=r"is no extent|divides by"):
        ExtentExpression.parse(text)


@pytest.mark.slow
def test_threads_read_expressions():
    """A collection while one thread parses lets others parse."""

    def value(number: int) -> int:
        return ExtentExpression.parse(f"P + {number}*T").value({"T": 2, "P": 1})

    thresholds, interval = gc.get_threshold(), sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    gc.callbacks.append(lambda *_: time.sleep(0))
    gc.set_threshold(20)
    try:
        for _ in range(8):
            with ThreadPoolExecutor(8) as pool:
                assert list(pool.map(value, range(300))) == [1 + 2 * n for n in range(300)]
    finally:
        sys.setswitchinterval(interval)
        gc.set_threshold(*thresholds)
        gc.callbacks.pop()


def test_python_builds_expressions():
    t, p = Dim("T", 1, 512), Dim("P", 0, 64)
    both = p + 2 * t
    assert isinstance(both, DimExpression)
    assert both.expression.value({"T": 3, "P": 4}) == 10
    assert both.dims == (p, t)
    assert (2 * t - 1 - p).expression.value({"T": 3, "P": 4}) == 1
    assert (t - 2).expression.value({"T": 3}) == 1
    assert (1 + t // 2).expression.value({"T": 9}) == 5


def shapes(
    *given: tuple[str, tuple[int, ...]],
) -> list[tuple[str, tuple[ExtentExpression, ...], tuple[int, ...]]]:
    """Blobs by the texts of their extents, with the shapes of arrays."""
    return [
        (text, tuple(ExtentExpression.parse(e) for e in text.split(",")), shape)
        for text, shape in given
    ]


def test_shapes_tell_extents_in_any_order():
    given = shapes(("T,P+T", (3, 10)), ("T,8", (3, 8)), ("4,P,8", (4, 7, 8)))
    assert solve_extents([T, P], given, {}) == {"T": 3, "P": 7}
    assert solve_extents([T, P], given[:1], {}) == {"T": 3, "P": 7}
    assert solve_extents([T, P], given[:1], {"P": 7}) == {"P": 7, "T": 3}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([("T,8", (3, 9))], r"blob 'T,8' needs shape \(T, 8\), not \(3, 9\) \(with T=3\)"),
        ([("T,8", (3, 8, 1))], r"needs shape \(T, 8\), not \(3, 8, 1\)"),
        ([("T,8", (513, 8))], "T is 513, out of the range 1 to 512"),
        ([("T,8", (3, 8)), ("2*T", (7,))], r"needs shape \(2 \* T\), not \(7,\)"),
        ([("2*T", (7,))], r"needs shape \(2 \* T\), not \(7,\)"),
    ],
)
def test_shapes_that_do_not_fit(given: list[tuple[str, tuple[int, ...]]], message: str):
    with pytest.raises(ArrayShapeError, match=message):
        solve_extents([T, P], shapes(*given), {})


def test_other_values_take_the_place_of_numbers():
    expression = ExtentExpression.parse("2*(T+-1)//3 - P")
    assert expression.fold(lambda name: Fraction(len(name)), Fraction) == -1
