"""Between which bounds all elements of a blob lie, as far as the layers that make it tell."""

from __future__ import annotations

from xdsl.ir import OpResult, SSAValue

from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.rules.value_range import ANY, Range

DEPTH = 8
"""Number of layers that the search for bounds goes back."""


def range_of(value: SSAValue, depth: int = DEPTH) -> Range:
    """Bounds of a blob's elements."""
    if depth == 0 or not isinstance(value, OpResult) or not isinstance(value.op, NcnnOp):
        return ANY
    return value.op.result_range(value, lambda operand: range_of(operand, depth - 1))
