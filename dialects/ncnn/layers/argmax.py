"""ArgMax: the places of the largest elements."""

from __future__ import annotations

from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, result_def

from ..assembly import INPUT_TO_OUTPUT, optional
from ..base import NcnnOp
from ..errors import InvalidLayerError, ShapeError
from ..internal.top_k import MOST_ELEMENTS
from ..layer import LayerFamily, LayerSpec, Param, Params, ParamValue
from ..param_values import flag_property
from ..parameters import int_parameter
from ..rules.implied_shapes import ImpliedShapes
from ..rules.layer_params import flag_code
from ..shapes import AnyTensor, Shape, shape_of

ALIGNMENT = 4
"""ncnn pads channels of images to multiples of this, and compares the padding. Units: elements."""


@irdl_op_definition
class ArgMaxOp(NcnnOp):
    """
    `ncnn.argmax %x top 5 values`: the places of the largest elements of the whole blob, the largest
    first, and above them with `values` the elements.

    Of equal elements the last comes first. NaN compares as -infinity does.
    Shapes: any to `1,k`, or `2,k` with values. Source: ncnn, argmax.cpp (which its builds leave
    out).
    """

    name = "ncnn.argmax"
    input = operand_def(AnyTensor)
    topk = int_parameter(1, 1)
    values = opt_prop_def(UnitAttr)
    output = result_def(AnyTensor)
    assembly_format = f"$input (`top` $topk^)? {optional('values')}{INPUT_TO_OUTPUT}"
    FAMILY: ClassVar = LayerFamily.POOLING
    LAYER: ClassVar = LayerSpec("ArgMax", (Param(0, "out_max_val", "int", 0),))
    RANK: ClassVar = 2

    def infer_shapes(self) -> list[Shape]:
        shape, count = shape_of(self.input), self.topk.value.data
        if not 1 <= count <= prod(shape):
            raise InvalidLayerError(f"topk is {count}, the input has {prod(shape)} elements")
        if prod(shape) > MOST_ELEMENTS:
            raise ShapeError(f"input has {prod(shape)} elements, float32 numbers up to 2^24")
        if len(shape) > 2 and prod(shape[1:]) % ALIGNMENT:
            reason = f"ncnn compares the padding of channels of {prod(shape[1:])} elements, too"
            raise ShapeError(f"{reason}; a Reshape to a vector avoids it")
        return [(1 if self.values is None else 2, count)]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Imply nothing: the input may have any shape."""
        shapes.say(self.output, (1 if self.values is None else 2, self.topk.value.data))

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        return {**super().layer_properties(params), "values": flag_property(params["out_max_val"])}

    def layer_params(self) -> dict[str, ParamValue]:
        return {**super().layer_params(), "out_max_val": flag_code(self.values)}
