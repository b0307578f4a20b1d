"""Functions of each element."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ...network import Value
from ..case import GENERATORS, LayerCase
from ..draws import Draws
from ..tolerance import ARITHMETIC, FUNCTION, LOGARITHM, MOVED, ROUNDED, Tolerance
from .parts import ALL_SPECIAL, DENORMAL, INFINITIES, LARGEST, NAN, ZEROS, given, with_specials

Params = Callable[[Draws], dict[int, Value]]

FINITE = (*ZEROS, DENORMAL, -DENORMAL)
UNORDERED_FREE = (*FINITE, *INFINITIES, LARGEST, -LARGEST)
"""All but NaN, of which ncnn's comparisons make one thing in vectors, and another at their end."""
TAIL = Tolerance(
    "1 and an error function near -1: ncnn rounds their sum", relative=4e-6, absolute=2e-6
)
LARGE = (*FINITE, *INFINITIES)
ALL_BUT_LARGEST = (*ZEROS, *INFINITIES, NAN)


def none(_: Draws) -> dict[int, Value]:
    """A layer without parameters."""
    return {}


def floats(*options: tuple[int, tuple[float, ...]]) -> Params:
    """Parameters that are floats, each one of some."""
    return lambda d: given(d, {id: d.choice(values) for id, values in options})


@dataclass(frozen=True)
class Pointwise:
    """Parameters, the range of ordinary elements, and the special values that are defined."""

    params: Params = none
    low: float = -3.0
    high: float = 3.0
    specials: tuple[float, ...] = FINITE
    tolerance: Tolerance = FUNCTION


LAYERS = {
    "AbsVal": Pointwise(specials=ALL_SPECIAL, tolerance=MOVED),
    "BNLL": Pointwise(none, -20, 20, LARGE, LOGARITHM),
    "CELU": Pointwise(floats((0, (1.0, 0.1, 0.7, 3.0)))),
    "Clip": Pointwise(
        floats((0, (-1.0, 0.0, 0.5, -LARGEST)), (1, (1.0, 0.0, 2.5, LARGEST))),
        specials=UNORDERED_FREE,
        tolerance=ROUNDED,
    ),
    "Dropout": Pointwise(
        floats((0, (0.5, 1.0, 0.0, -2.0, 0.3))), specials=ALL_SPECIAL, tolerance=ROUNDED
    ),
    "ELU": Pointwise(floats((0, (0.3, 1.0, 0.0, -2.0, 646.0786))), -9, 9, LARGE),
    "Erf": Pointwise(specials=LARGE),
    "Exp": Pointwise(
        floats((0, (-1.0, 2.0, 10.0, 0.5)), (1, (0.5, 1.5, -1.0, 0.0)), (2, (0.5, -0.25, 2.0)))
    ),
    "GELU": Pointwise(lambda d: given(d, {0: d.choice((0, 1))}), -8, 8, tolerance=TAIL),
    "HardSigmoid": Pointwise(
        floats((0, (0.2, 1 / 6, 0.5, 3.0)), (1, (0.5, 0.25, 0.0, 0.75))),
        specials=FINITE,
        tolerance=replace(ARITHMETIC, absolute=6e-8),
    ),
    "HardSwish": Pointwise(
        floats((0, (0.2, 1 / 6, 0.5, 3.0)), (1, (0.5, 0.25, 0.0, 0.75))),
        -5,
        5,
        specials=FINITE,
        tolerance=ARITHMETIC,
    ),
    "Log": Pointwise(
        floats((0, (-1.0, 2.0, 10.0, 0.5)), (1, (1.5, 0.75, 3.0)), (2, (0.5, 2.0, 0.125))),
        0.25,
        6,
        specials=(),
    ),
    "Mish": Pointwise(none, -12, 12, tolerance=LOGARITHM),
    "Power": Pointwise(
        floats((0, (2.0, 1.0, -1.0, 0.5, 3.0, 1.1, 0.0)), (1, (2.0, 0.5)), (2, (0.5, 1.0, 3.0))),
        0.25,
        4,
        specials=(),
    ),
    "ReLU": Pointwise(
        floats((0, (0.0, 0.1, -0.5, 2.0))), specials=UNORDERED_FREE[:-2], tolerance=ROUNDED
    ),
    "SELU": Pointwise(
        floats((0, (1.67326324, 1.0, 0.5)), (1, (1.050700987, 1.0, 2.0))), -9, 9, LARGE
    ),
    "Shrink": Pointwise(floats((0, (0.0, 0.5, 2.0)), (1, (0.5, 0.3, 1.0))), tolerance=ARITHMETIC),
    "Sigmoid": Pointwise(none, -20, 20, LARGE),
    "Softplus": Pointwise(none, -20, 20, LARGE[:-2], LOGARITHM),
    "Swish": Pointwise(none, -20, 20),
    "TanH": Pointwise(none, -9, 9, LARGE),
    "Threshold": Pointwise(
        floats((0, (0.0, 0.5, -0.25))), specials=(*ZEROS, *INFINITIES), tolerance=MOVED
    ),
}


def pointwise(d: Draws, layer: str) -> LayerCase:
    """One input of any shape."""
    about = LAYERS[layer]
    x = with_specials(d, d.uniform(d.shape(), about.low, about.high), about.specials)
    return LayerCase(layer, (x,), about.params(d))


for name, about in LAYERS.items():
    GENERATORS.add(about.tolerance, name)(pointwise)


UNARY_RANGES: dict[int, tuple[float, float]] = {
    5: (0, 9),
    6: (0.01, 9),
    8: (0.01, 50),
    11: (-1.4, 1.4),
    12: (-0.99, 0.99),
    13: (-0.99, 0.99),
    15: (0.05, 8),
    17: (0.01, 50),
    21: (-2, 2),
    25: (1.01, 9),
    26: (-0.99, 0.99),
    27: (-0.99, 9),
}
"""Domain of an operator of UnaryOp, if it is limited."""
UNARY_OPERATORS = 28
SIGN = 20
EXACT_UNARY = (0, 1, 2, 3, 18, 19, SIGN)
"""Magnitude, negation, floor, ceil, round, trunc, sign: exact, also of halves."""


@GENERATORS.add(FUNCTION, "UnaryOp")
def unary(d: Draws, layer: str) -> LayerCase:
    """All operators, each where it is defined."""
    operator = d.below(UNARY_OPERATORS)
    shape = d.shape()
    low, high = UNARY_RANGES.get(operator, (-4, 4))
    x = d.uniform(shape, low, high)
    if operator in EXACT_UNARY:
        x = np.where(d.uniform(shape) < 0, np.round(x * 2) / 2, x)
        x = with_specials(d, x, (0.0, *INFINITIES) if operator == SIGN else ALL_BUT_LARGEST)
    exact = ROUNDED if operator == SIGN else MOVED  # of -0.0 it is either zero
    tolerance = exact if operator in EXACT_UNARY else None
    return LayerCase(layer, (x,), {0: operator}, tolerance=tolerance)
