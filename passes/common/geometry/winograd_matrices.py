"""
The linear maps of Winograd convolution F(m, 3).

One-dimensional F(m, 3) computes m outputs of a 3-tap filter g from m + 2 inputs d as `AT ((G g) *
(BT d))`, with m + 2 products instead of 3 m; the two-dimensional form applies each map to rows and
then to columns.

Source: Lavin, Gray: Fast Algorithms for Convolutional Neural Networks, 2015 (points 0, infinity, 1,
-1, 2, -2, 1/2 and -1/2; rows scaled so that BT has few coefficients that are not powers of two).

The points of F(m, 3) begin with those of smaller tiles: k outputs need the first k + 2 of them, and
the filters at these, transformed for F(m, 3), serve for `cropped_matrices`, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np

Matrix = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class WinogradMatrices:
    """`data` is BT, `filter` G and `output` AT of F(m, 3)."""

    data: Matrix
    filter: Matrix
    output: Matrix


MATRICES: dict[int, WinogradMatrices] = {
    2: WinogradMatrices(
        data=((1, 0, -1, 0), (0, -1, 0, 1), (0, 1, 1, 0), (0, -1, 1, 0)),
        filter=((1, 0, 0), (0, 0, 1), (1 / 2, 1 / 2, 1 / 2), (1 / 2, -1 / 2, 1 / 2)),
        output=((1, 0, 1, 1), (0, 1, 1, -1)),
    ),
    4: WinogradMatrices(
        data=(
            (4, 0, -5, 0, 1, 0),
            (0, 4, 0, -5, 0, 1),
            (0, -4, -4, 1, 1, 0),
            (0, 4, -4, -1, 1, 0),
            (0, -2, -1, 2, 1, 0),
            (0, 2, -1, -2, 1, 0),
        ),
        filter=(
            (1 / 4, 0, 0),
            (0, 0, 1),
            (-1 / 6, -1 / 6, -1 / 6),
            (-1 / 6, 1 / 6, -1 / 6),
            (1 / 24, 1 / 12, 1 / 6),
            (1 / 24, -1 / 12, 1 / 6),
        ),
        output=((1, 0, 1, 1, 1, 1), (0, 0, 1, -1, 2, -2), (0, 0, 1, 1, 4, 4), (0, 1, 1, -1, 8, -8)),
    ),
    6: WinogradMatrices(
        data=(
            (1, 0, -5.25, 0, 5.25, 0, -1, 0),
            (0, -1, 0, 5.25, 0, -5.25, 0, 1),
            (0, 1, 1, -4.25, -4.25, 1, 1, 0),
            (0, -1, 1, 4.25, -4.25, -1, 1, 0),
            (0, 0.5, 0.25, -2.5, -1.25, 2, 1, 0),
            (0, -0.5, 0.25, 2.5, -1.25, -2, 1, 0),
            (0, 2, 4, -2.5, -5, 0.5, 1, 0),
            (0, -2, 4, 2.5, -5, -0.5, 1, 0),
        ),
        filter=(
            (1, 0, 0),
            (0, 0, 1),
            (-2 / 9, -2 / 9, -2 / 9),
            (-2 / 9, 2 / 9, -2 / 9),
            (1 / 90, 1 / 45, 2 / 45),
            (1 / 90, -1 / 45, 2 / 45),
            (32 / 45, 16 / 45, 8 / 45),
            (32 / 45, -16 / 45, 8 / 45),
        ),
        output=(
            (1, 0, 1, 1, 1, 1, 1, 1),
            (0, 0, 1, -1, 2, -2, 0.5, -0.5),
            (0, 0, 1, 1, 4, 4, 0.25, 0.25),
            (0, 0, 1, -1, 8, -8, 0.125, -0.125),
            (0, 0, 1, 1, 16, 16, 0.0625, 0.0625),
            (0, 1, 1, -1, 32, -32, 0.03125, -0.03125),
        ),
    ),
}
"""Matrices by m."""

INTEGER_MATRICES: dict[int, WinogradMatrices] = {
    2: WinogradMatrices(
        data=MATRICES[2].data,
        filter=((2, 0, 0), (0, 0, 2), (1, 1, 1), (1, -1, 1)),
        output=MATRICES[2].output,
    ),
    4: WinogradMatrices(
        data=MATRICES[4].data,
        filter=((6, 0, 0), (0, 0, 6), (-4, -4, -4), (-4, 4, -4), (1, 2, 4), (1, -2, 4)),
        output=((1, 0, 1, 1, 1, 1), (0, 0, 1, -1, 2, -2), (0, 0, 1, 1, 4, 4), (0, 4, 1, -1, 8, -8)),
    ),
}
"""Integer matrices by m, whose outputs are `INTEGER_FACTORS[m]` times too large. Transformed int8
data and filters fit into 16 bits.
"""

LARGEST_DENOMINATOR = 1000
"""Largest denominator of the numbers of `cropped_matrices`."""

INTEGER_FACTORS = {2: 2**2, 4: 24**2}
"""Factors by m. 32-bit arithmetic wraps around: the scaled output times the inverse of the factor's
odd part is the output times a power of two, in spite of intermediate overflows.
"""


def odd_and_shift(m: int) -> tuple[int, int]:
    """
    Return the odd part of the factor by which integer outputs are too large, and log2 of the rest.
    """
    factor = INTEGER_FACTORS[m]
    shift = (factor & -factor).bit_length() - 1
    return factor >> shift, shift


def largest_integer_output(m: int) -> int:
    """Return the largest magnitude for which outputs are exact."""
    _, shift = odd_and_shift(m)
    return 2 ** (31 - shift) - 1


@cache
def cropped_matrices(m: int, outputs: int) -> WinogradMatrices:
    """Return the maps of tiles with fewer outputs than m, with the first filters of F(m, 3)."""
    whole = MATRICES[m]
    if outputs == m:
        return whole
    side = outputs + 2
    filters = np.array(whole.filter)[:side]
    # Powers of the points; the second point is infinity, of which only the highest power is not 0.
    powers = np.vander(np.array(whole.output[1], np.float64)[:side], side, increasing=True).T
    powers[:, 1] = np.eye(side)[-1]
    scales = np.where(np.arange(side) == 1, filters[:, 2], filters[:, 0])
    data = np.linalg.inv(powers) / scales[:, None]
    exact = [[float(Fraction(x).limit_denominator(LARGEST_DENOMINATOR)) for x in y] for y in data]
    results = powers[:outputs].copy()
    results[:, 1] = np.eye(outputs)[-1]
    return WinogradMatrices(as_matrix(exact), whole.filter[:side], as_matrix(results.tolist()))


def as_matrix(rows: list[list[float]]) -> Matrix:
    """Return a list of rows as a matrix."""
    return tuple(map(tuple, rows))


@cache
def filter_matrix(m: int) -> np.ndarray:
    """
    Return G for both dimensions at once: shape `((m + 2)^2, 9)`, float64.

    `filter_matrix(m) @ w.reshape(9)` is the transformed 3x3 filter, row by row.
    """
    g = np.array(MATRICES[m].filter, np.float64)
    return np.kron(g, g)


@cache
def integer_filter_matrix(m: int) -> np.ndarray:
    """Return the same in integers, int32; see `INTEGER_MATRICES`."""
    g = np.array(INTEGER_MATRICES[m].filter, np.int32)
    return np.kron(g, g)
