"""Inputs that take the shape of another operand of an op, all their extents at once."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from xdsl.ir import Operation

from ...dialects.ncnn.layers.binaryop import BinaryOpOp
from ...dialects.ncnn.rules.extents import is_unknown
from ...dialects.ncnn.rules.formulas import VARIABLE
from ...dialects.ncnn.shapes import Shape, has_shape, shape_of
from .moves import Move, Moves
from .variables import FOLLOWING

SAME_SHAPE = FOLLOWING - 1
"""Cost of such a shape: less than that of a single extent, after which others are broadcast."""


def same_shape_moves(moves: Moves, op: Operation) -> Iterator[Move]:
    """
    For both operands of an elementwise op, if their extents are unknowns and constants, the shape
    of the other. Positions that are added to `49x1x256` have several extents to change.
    """
    if not isinstance(op, BinaryOpOp):
        return
    shapes = [shape_of(value) for value in op.operands if has_shape(value)]
    for own in shapes:
        for other in shapes:
            change = _change(moves, own, other)
            if len(change) > 1:
                columns = {v: np.array([number]) for v, number in change.items()}
                yield Move(columns, np.array([SAME_SHAPE]))


def _change(moves: Moves, own: Shape, other: Shape) -> dict[int, int]:
    """
    Return the variables of a shape that have to change to make it another; none if it cannot be.
    """
    change: dict[int, int] = {}
    if len(own) != len(other):
        return {}
    for extent, wanted in zip(own, other, strict=True):
        number = wanted.number if is_unknown(wanted) else int(wanted)
        if not is_unknown(extent):
            if extent != number:
                return {}
            continue
        operator, variable, _ = moves.formulas.nodes[extent.node]
        if extent.number == number:
            continue
        if operator != VARIABLE or change.get(variable, number) != number:
            return {}
        change[variable] = number
    return change
