"""Arithmetic on several blobs, and on a blob and a vector."""

from __future__ import annotations

import numpy as np

from ...network import Value
from ..case import GENERATORS, LayerCase, raw
from ..draws import Draws, Shape
from ..tolerance import ARITHMETIC, FUNCTION, ROUNDED
from .parts import INFINITIES, NAN, ZEROS, given, with_specials

PROPAGATED = (*ZEROS, *INFINITIES, NAN)
"""Special values that sums and products make the same of in vectors and out of them."""

EXACT_OPERATORS = (0, 1, 2, 3, 7, 8)
COMPARISONS = (4, 5)
POWERS = (6, 9)
REMAINDERS = {12: 1, 13: 0, 15: 1, 16: 0, 17: 1, 18: 0}
"""Operand that is the divisor. They jump where a quotient is an integer, or half of one."""
OPERATORS = 19


@GENERATORS.add(FUNCTION, "BinaryOp")
def binary(d: Draws, layer: str) -> LayerCase:
    """Two blobs that are broadcast in any way ncnn knows, or a blob and a number."""
    operator = d.below(OPERATORS)
    one = d.shape()
    scalar = d.chance(30)
    shapes = (one,) if scalar else with_other(d, one)
    inputs = tuple(operand(d, operator, shape, i) for i, shape in enumerate(shapes))
    params: dict[int, Value] = given(d, {0: operator}, 90) if operator == 0 else {0: operator}
    if scalar:
        params |= {1: 1, 2: d.choice((2.0, 0.5, 1.5, 0.7, 3.0))}
        if operator in (*EXACT_OPERATORS, *COMPARISONS) and d.chance(30):
            params[2] = d.choice((-1.5, 1e-3, 1.0))
        elif operator in REMAINDERS:
            params[2] = float(remainder_operand(d, operator, (), 1))
    exact = operator in (*EXACT_OPERATORS, *COMPARISONS)
    return LayerCase(layer, inputs, params, tolerance=ROUNDED if exact else None)


def operand(d: Draws, operator: int, shape: Shape, position: int) -> np.ndarray:
    """Elements for which the operator is defined."""
    if operator in POWERS:
        return d.uniform(shape, 0.25, 2.5)
    if operator in REMAINDERS:
        return remainder_operand(d, operator, shape, position)
    if operator in (3, 8):
        x = d.uniform(shape, 0.25, 3.0)
        return x * np.sign(d.uniform(shape)) if d.chance(50) else x
    x = d.uniform(shape, -3, 3)
    return with_specials(d, x, PROPAGATED) if operator in EXACT_OPERATORS else x


def remainder_operand(d: Draws, operator: int, shape: Shape, position: int) -> np.ndarray:
    """Odd multiples of 1/32, and of 4/32 as divisors: no quotient is near a jump."""
    numbers = d.integers(shape, 0, 40)
    divisor = position == REMAINDERS[operator]
    numbers = 4 * (numbers + 1) if divisor else 2 * numbers + 1
    return (numbers / 32 * d.choice((1, -1))).astype(np.float32)


def with_other(d: Draws, shape: Shape) -> tuple[Shape, Shape]:
    """The shape and one that it is broadcast with, in either order."""
    rank = len(shape)
    kind = d.choice(("same", "one", "scalar", "outer", "inner", "ones", "rank", "both"))
    other: Shape = shape
    if kind == "one":
        other = (1,)
    elif kind == "scalar":
        other = (1,) * rank
    elif kind == "outer":
        other = (shape[0],)
    elif kind == "inner":
        other = (shape[-1],)
    elif kind == "ones":
        other = tuple(1 if d.chance(50) else n for n in shape)
    elif kind == "rank":
        other = shape[: d.integer(1, rank)]
        other = tuple(1 if d.chance(20) else n for n in other)
    elif kind == "both":
        mask = [d.choice((0, 1, 2)) for _ in shape]
        other = tuple(1 if m == 1 else n for m, n in zip(mask, shape, strict=True))
        shape = tuple(1 if m == 2 else n for m, n in zip(mask, shape, strict=True))
    return (other, shape) if d.chance(50) else (shape, other)


@GENERATORS.add(ARITHMETIC, "Eltwise")
def eltwise(d: Draws, layer: str) -> LayerCase:
    """Blobs of one shape, and coefficients of a sum."""
    operator, shape = d.choice((0, 1, 2)), d.shape()
    inputs = tuple(d.uniform(shape) for _ in range(d.integer(2, 5)))
    params: dict[int, Value] = {0: operator} if operator else given(d, {0: 0}, 90)
    if operator == 1 and d.chance(60):
        params[1] = tuple(d.number(-1.5, 1.75) for _ in inputs)
    return LayerCase(layer, inputs, params)


@GENERATORS.add(ARITHMETIC, "Bias")
def bias(d: Draws, layer: str) -> LayerCase:
    """One number for each element of the outermost axis."""
    x = with_specials(d, d.uniform(d.shape()), PROPAGATED)
    return LayerCase(layer, (x,), {0: x.shape[0]}, (raw(d.uniform(x.shape[:1])),))


def factor_shapes(count: int) -> tuple[Shape, ...]:
    """Return shapes of a blob of factors: a vector, or one with axes of extent 1."""
    return (count,), (1, count), (count, 1), (1, 1, count), (1, count, 1)


@GENERATORS.add(ARITHMETIC, "Scale")
def scale(d: Draws, layer: str) -> LayerCase:
    """Factors from the file, or from a blob, and perhaps a bias."""
    x = with_specials(d, d.uniform(d.shape()), PROPAGATED)
    vector, biased = x.shape[:1], d.chance(50)
    stored = (raw(d.uniform(vector)),) if biased else ()
    params: dict[int, Value] = {1: 1} if biased else given(d, {1: 0})
    if d.chance(30):
        inputs, tops = (x, d.uniform(d.choice(factor_shapes(vector[0])))), d.choice((1, 2))
        return LayerCase(layer, inputs, {0: -233, **params}, stored, tops)
    stored = (raw(d.uniform(vector)), *stored)
    return LayerCase(layer, (x,), {0: vector[0], **params}, stored)


@GENERATORS.add(ARITHMETIC, "BatchNorm")
def batchnorm(d: Draws, layer: str) -> LayerCase:
    """Slopes of any sign; now and then a variance of 0."""
    x = d.uniform(d.shape())
    vector = x.shape[:1]
    variance = d.uniform(vector, 0.01, 2.0)
    if d.chance(15):
        variance[d.below(vector[0])] = 0
    arrays = (d.uniform(vector), d.uniform(vector), variance, d.uniform(vector))
    params: dict[int, Value] = {0: vector[0], **given(d, {1: d.choice((1e-3, 1e-5, 0.1, 0.0))})}
    return LayerCase(layer, (x,), params, tuple(map(raw, arrays)))


@GENERATORS.add(ROUNDED, "PReLU")
def prelu(d: Draws, layer: str) -> LayerCase:
    """One slope, or one for each element of the outermost axis."""
    x = with_specials(d, d.uniform(d.shape()), (*ZEROS, *INFINITIES))
    slopes = d.choice((1, x.shape[0]))
    return LayerCase(layer, (x,), {0: slopes}, (raw(d.uniform((slopes,), -1, 1)),))
