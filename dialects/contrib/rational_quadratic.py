"""
The inverse of a monotonic rational-quadratic spline, as stochastic duration predictors use it.

Source: Durkan et al., Neural Spline Flows, section 3.1 and equations 6 to 8.
"""

from __future__ import annotations

import math

import numpy as np
from xdsl.ir import SSAValue

from .layer import Builder

BOUND = 5.0
"""The spline covers -5 to 5; outside of it the function is the identity."""
LEAST = 1e-3
"""The least width and height of a bin, relative to all of them, and the least derivative."""
AT_ENDS = math.log(math.exp(1 - LEAST) - 1)
"""Argument for which softplus, plus `LEAST`, is 1: the slope of the tails."""


def inverse_spline(
    x: np.ndarray, widths: np.ndarray, heights: np.ndarray, derivatives: np.ndarray
) -> np.ndarray:
    """
    Return for each of n values where the spline has that value.

    Widths and heights go through a softmax, derivatives through softplus.
    Shapes: x `n`, widths and heights `n,bins`, derivatives `n,bins - 1` to `n`.
    """
    lefts, steps = _knots(widths)
    bottoms, rises = _knots(heights)
    ends = np.full((len(x), 1), AT_ENDS, np.float32)
    slopes = np.logaddexp(0, np.concatenate([ends, derivatives, ends], 1)) + np.float32(LEAST)
    inside = np.clip(x, -BOUND, BOUND)
    bins = (inside[:, None] >= bottoms[:, 1:]).sum(1)

    def of_bin(table: np.ndarray) -> np.ndarray:
        return table[np.arange(len(x)), bins]

    step, rise, left, slope = of_bin(steps), of_bin(rises), of_bin(lefts), of_bin(slopes)
    delta, above = rise / step, inside - of_bin(bottoms)
    bend = above * (slope + of_bin(slopes[:, 1:]) - 2 * delta)
    a, b, c = bend + rise * (delta - slope), rise * slope - bend, -delta * above
    root = 2 * c / (-b - np.sqrt(np.maximum(b * b - 4 * a * c, 0)))
    return (root * step + left + (x - inside)).astype(np.float32)


def _knots(logits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return where each bin begins, and its extent."""
    shares = np.exp(logits - logits.max(1, keepdims=True))
    shares = shares / shares.sum(1, keepdims=True)
    shares = LEAST + (1 - LEAST * logits.shape[1]) * shares
    inner = 2 * BOUND * np.cumsum(shares, 1)[:, :-1] - BOUND
    knots = np.pad(inner, ((0, 0), (1, 0)), constant_values=-BOUND)
    knots = np.pad(knots, ((0, 0), (0, 1)), constant_values=BOUND).astype(np.float32)
    return knots[:, :-1], np.diff(knots, axis=1)


def build_inverse_spline(
    builder: Builder, x: SSAValue, widths: SSAValue, heights: SSAValue, derivatives: SSAValue
) -> SSAValue:
    """
    Build `inverse_spline`. Shapes: x `n,1`, the others as there, to `n,1`.

    The bin of a value is a row of zeros with a one, which picks from a table by a sum of products.
    """
    b, count = builder, builder.shape(x)[0]
    inside = b.layer("Clip", [x], {0: -BOUND, 1: BOUND})
    lefts, steps, _ = _build_knots(b, widths)
    bottoms, rises, inner = _build_knots(b, heights)
    ends = column(b, count, AT_ENDS)
    slopes = b.layer("Softplus", [b.concat([ends, derivatives, ends], 1)])
    slopes = b.scalar("add", slopes, LEAST)
    bins = builder.shape(slopes)[1] - 1
    chosen = _one_hot(b, inside, inner)

    def of_bin(table: SSAValue) -> SSAValue:
        return b.reduce("sum", b.binary("mul", table, chosen), [1])

    step, rise, left = of_bin(steps), of_bin(rises), of_bin(lefts)
    slope, next_slope = (of_bin(b.slice(slopes, 1, i, i + bins)) for i in (0, 1))
    delta = b.binary("div", rise, step)
    above = b.binary("sub", inside, of_bin(bottoms))
    change = b.binary("sub", b.binary("add", slope, next_slope), b.scalar("mul", delta, 2.0))
    bend = b.binary("mul", above, change)
    quadratic = b.binary("add", bend, b.binary("mul", rise, b.binary("sub", delta, slope)))
    linear = b.binary("sub", b.binary("mul", rise, slope), bend)
    minus_constant = b.binary("mul", delta, above)
    product = b.scalar("mul", b.binary("mul", quadratic, minus_constant), 4.0)
    square = b.binary("add", b.binary("mul", linear, linear), product)
    divisor = b.binary("add", linear, b.unary("sqrt", b.scalar("max", square, 0.0)))
    root = b.binary("div", b.scalar("mul", minus_constant, 2.0), divisor)
    y = b.binary("add", b.binary("mul", root, step), left)
    return b.binary("add", y, b.binary("sub", x, inside))


def column(builder: Builder, count: int, value: float) -> SSAValue:
    """Return a column of a constant. Shape: `count,1`."""
    return builder.array(np.full((count, 1), value))


def _build_knots(b: Builder, logits: SSAValue) -> tuple[SSAValue, SSAValue, SSAValue]:
    """Return where each bin begins, its extent, and the knots between bins."""
    count, bins = b.shape(logits)
    shares = b.scalar("mul", b.softmax(logits, 1), 1 - LEAST * bins)
    sums = b.layer("CumulativeSum", [b.scalar("add", shares, LEAST)], {0: 1})
    inner = b.scalar("mul", b.slice(sums, 1, 0, bins - 1), 2 * BOUND)
    inner = b.scalar("sub", inner, BOUND)
    begins = b.concat([column(b, count, -BOUND), inner], 1)
    ends = b.concat([inner, column(b, count, BOUND)], 1)
    return begins, b.binary("sub", ends, begins), inner


def _one_hot(b: Builder, x: SSAValue, inner: SSAValue) -> SSAValue:
    """Return a one in the column of each value's bin; the value of a knot is in the bin above."""
    count = b.shape(x)[0]
    below = b.layer("Threshold", [b.binary("sub", inner, x)], {0: 0.0})
    reached = b.scalar("rsub", below, 1.0)
    reached_before = b.concat([column(b, count, 1.0), reached], 1)
    return b.binary("sub", reached_before, b.concat([reached, column(b, count, 0.0)], 1))
