"""Pairs of neighbouring columns of a plain image, which a convolution of stride 2 sums together."""

from __future__ import annotations

from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from .kernel_motion import AxisMotion, kernel_motion

PAIR = 2
"""Columns of a pair."""


def pair_motion(op: ScheduledConvolution) -> tuple[AxisMotion, AxisMotion] | None:
    """
    Return the motions along rows, and along pairs of columns, each of which is a pixel then; None
    if the kernel does not move from pair to pair.
    """
    rows, *others = kernel_motion(op)
    if len(others) != 1:
        return None
    (columns,) = others
    if columns.stride != PAIR or columns.dilation != 1 or columns.size % PAIR:
        return None
    size, before = columns.size // PAIR, -(-columns.before // PAIR)
    kernel = -(-(columns.kernel + first_column(columns)) // PAIR)
    after = max(columns.out_size - 1 + kernel - before - size, 0)
    return rows, AxisMotion(size, columns.out_size, kernel, 1, 1, before, after)


def first_column(columns: AxisMotion) -> int:
    """Return the columns of the first pair before the kernel's first one: 0 or 1."""
    return columns.before % PAIR
