"""The best classes of a classifier or of each pixel; no layer of ncnn."""

from __future__ import annotations

from math import prod
from typing import ClassVar

from xdsl.ir import OpResult
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def

from ...constraints import I64
from ..assembly import INPUT_TO_OUTPUT
from ..base import NcnnOp
from ..errors import ShapeError
from ..layer import LayerFamily
from ..rules.value_range import Range, RangeOf
from ..shapes import AnyTensor, Shape, shape_of
from .top_k import MOST_ELEMENTS

MAP_AXES = 3
"""Number of axes of scores of each pixel: classes, rows and columns."""


@irdl_op_definition
class ClassesOp(NcnnOp):
    """
    `ncnn.classes %x top 5`: number and score of the best classes, or the best class of each pixel.

    Of equal scores the first class comes first. NaN compares as -infinity does.
    Shapes: scores `c`, also `1,c` or `c,1,1`, to `k,2`: class from 0 and score, best first;
    or maps `c,h,w` to `h,w`, the number of a class for each pixel.
    """

    name = "ncnn.classes"
    input = operand_def(AnyTensor)
    top = prop_def(I64)
    output = result_def(AnyTensor)
    assembly_format = f"$input `top` $top {INPUT_TO_OUTPUT}"
    FAMILY: ClassVar = LayerFamily.POOLING
    RANK: ClassVar = 2

    @property
    def is_map(self) -> bool:
        """Return true for scores of each pixel."""
        shape = shape_of(self.input)
        return len(shape) == MAP_AXES and shape[1:] != (1, 1)

    def infer_shapes(self) -> list[Shape]:
        shape, top = shape_of(self.input), self.top.value.data
        if self.is_map:
            if top != 1:
                raise ShapeError(f"each pixel gets one class, not {top}")
            if shape[0] == 1:
                raise ShapeError("of one class each pixel has the same")
            return [shape[1:]]
        if sum(extent != 1 for extent in shape) > 1:
            raise ShapeError(f"scores of classes have the shape [c] or [c, h, w], not {[*shape]}")
        if not 1 <= top <= prod(shape) <= MOST_ELEMENTS:
            raise ShapeError(f"{top} of {prod(shape)} classes cannot be chosen")
        return [(top, 2)]

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        scores = range_of(self.input)
        return Range(min(scores.low, 0.0), max(scores.high, float(MOST_ELEMENTS)))
