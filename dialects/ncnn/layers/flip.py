"""Flip: axes in reverse."""

from __future__ import annotations

from typing import ClassVar

from xdsl.ir import Attribute, OpResult
from xdsl.irdl import irdl_op_definition, operand_def, result_def

from ...constraints import int_list
from ..base import NcnnOp
from ..errors import InvalidLayerError
from ..layer import LayerSpec, Params
from ..param_values import ints_param
from ..parameters import ints_parameter
from ..rules.axes import MAX_RANK, check_axes
from ..rules.value_range import Range, RangeOf
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class FlipOp(NcnnOp):
    """
    `ncnn.flip %x axes [0, -1]`: the input with these axes from the last index to the first.

    Axes that the input lacks are ignored; any axis reverses a vector. Source: ncnn, flip.cpp.
    """

    name = "ncnn.flip"

    input = operand_def(AnyTensor)
    axes = ints_parameter(0)
    output = result_def(AnyTensor)

    assembly_format = "$input (`axes` $axes^)? attr-dict `:` type($input) `->` type($output)"

    LAYER: ClassVar = LayerSpec("Flip")
    RANK: ClassVar = "input"

    def flipped_axes(self) -> list[int]:
        """Return the axes in reverse, outermost is 0."""
        rank, axes = len(shape_of(self.input)), int_list(self.axes)
        if rank == 1:
            return [0] if axes else []
        resolved = {axis + rank if axis < 0 else axis for axis in axes}
        return [axis for axis in range(rank) if axis in resolved]

    def infer_shapes(self) -> list[Shape]:
        return [shape_of(self.input)]

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of(self.input)

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        check_axes(params, "axes")
        if (count := len(ints_param(params, "axes"))) > MAX_RANK:
            raise InvalidLayerError(f"has {count} axes, ncnn takes {MAX_RANK}")
        return super().layer_properties(params)
