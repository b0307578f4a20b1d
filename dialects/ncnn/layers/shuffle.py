"""ShuffleChannel, PixelShuffle, Reorg: rearrange channels to channels or pixels."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, OpResult, SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition, irdl_op_definition, operand_def, prop_def, result_def
from xdsl.utils.str_enum import StrEnum

from ...constraints import I64
from ..assembly import INPUT_TO_OUTPUT, optional
from ..base import TAKES_BF16, NcnnOp
from ..errors import InvalidLayerError, ShapeError
from ..layer import LayerSpec, Param, Params, ParamValue
from ..param_values import enum_of_code, int_param, value_of
from ..parameters import flag_parameter, int_parameter
from ..rules.axes import named_extents
from ..rules.value_range import Range, RangeOf
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class ShuffleChannelOp(NcnnOp):
    """
    `ncnn.shufflechannel %x group 2`: the channels of `group` groups, interleaved.

    Channel `j` of group `i` goes to `j * group + i`; `reverse` is the inverse.

    Shapes: `c,h,w` or `c,d,h,w`; with one group any. Source: ncnn, shufflechannel.cpp.
    """

    name = "ncnn.shufflechannel"

    input = operand_def(AnyTensor)
    group = int_parameter(0, 1)
    reverse = flag_parameter(1)
    output = result_def(AnyTensor)

    assembly_format = f"$input {optional('group', 'reverse')}{INPUT_TO_OUTPUT}"

    NARROW_ELEMENTS: ClassVar = TAKES_BF16
    LAYER: ClassVar = LayerSpec("ShuffleChannel")
    SUPPORTS_PACKING: ClassVar = True

    def channel_order(self) -> list[int]:
        """Return the input channel of each output channel."""
        channels = shape_of(self.input)[0]
        group = self.group.value.data
        if group < 1 or channels % group:
            raise ShapeError(f"{channels} channels do not divide into {group} groups")
        groups = channels // group if self.reverse is not None else group
        per_group = channels // groups
        return [per_group * (q % groups) + q // groups for q in range(channels)]

    def infer_shapes(self) -> list[Shape]:
        shape = shape_of(self.input)
        if len(shape) < 3 and self.group.value.data != 1:
            raise ShapeError(f"input must have channels (3 or 4 dimensions), not {len(shape)}")
        self.channel_order()
        return [shape]


class PixelOrder(StrEnum):
    """Order of the channels that become the pixels of a block, in the order of ncnn's codes."""

    CRD = "crd"
    """Column, row, depth: channel `p * f * f + block` goes to channel `p`."""
    DCR = "dcr"
    """Depth, column, row: channel `block * (c / f / f) + p` goes to channel `p`."""


@irdl_attr_definition
class PixelOrderAttr(EnumAttribute[PixelOrder], SpacedOpaqueSyntaxAttribute):
    name = "ncnn.pixel_order"


@irdl_op_definition
class PixelShuffleOp(NcnnOp):
    """
    `ncnn.pixelshuffle %x factor 2 order dcr`: `factor * factor` channels become a block of pixels.

    Shapes: `c,h,w` to `c / f / f, h * f, w * f`. Source: ncnn, pixelshuffle.cpp.
    """

    name = "ncnn.pixelshuffle"

    input = operand_def(AnyTensor)
    factor = prop_def(I64, default_value=IntegerAttr(1, i64))
    order = prop_def(PixelOrderAttr, default_value=PixelOrderAttr(PixelOrder.CRD))
    output = result_def(AnyTensor)

    assembly_format = f"$input {optional('factor', 'order')}{INPUT_TO_OUTPUT}"

    NARROW_ELEMENTS: ClassVar = TAKES_BF16
    LAYER: ClassVar = LayerSpec(
        "PixelShuffle", (Param(0, "upscale_factor", "int", 1), Param(1, "mode", "int", 0))
    )

    def infer_shapes(self) -> list[Shape]:
        shape = shape_of(self.input)
        if len(shape) != 3:
            raise ShapeError(f"input must have 3 dimensions (c,h,w), not {len(shape)}")
        factor = self.factor.value.data
        if factor < 1 or shape[0] < factor * factor:
            raise ShapeError(f"{shape[0]} channels are too few for a factor of {factor}")
        return [(shape[0] // factor**2, shape[1] * factor, shape[2] * factor)]

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        return {
            "factor": IntegerAttr(int_param(params, "upscale_factor"), i64),
            "order": PixelOrderAttr(enum_of_code(PixelOrder, params, "mode")),
        }

    def layer_params(self) -> dict[str, ParamValue]:
        return {"upscale_factor": self.factor.value.data, "mode": value_of(self.order)}


@irdl_op_definition
class ReorgOp(NcnnOp):
    """
    `ncnn.reorg %x stride 2 order dcr`: each pixel of blocks of `stride * stride` becomes a channel.

    The inverse of `PixelShuffleOp`, with its orders. Rows and columns that fill no block are
    dropped, and all slices of a tensor with depth but the first.

    Shapes: `c,h,w` to `c * s * s, h / s, w / s`; `c,d,h,w` the same; `h,w` and `w` as one channel,
    and one row. Source: ncnn, reorg.cpp.
    """

    name = "ncnn.reorg"

    input = operand_def(AnyTensor)
    stride = int_parameter(0, 1)
    order = prop_def(PixelOrderAttr, default_value=PixelOrderAttr(PixelOrder.CRD))
    output = result_def(AnyTensor)

    assembly_format = f"$input {optional('stride', 'order')}{INPUT_TO_OUTPUT}"

    NARROW_ELEMENTS: ClassVar = TAKES_BF16
    LAYER: ClassVar = LayerSpec("Reorg", (Param(1, "mode", "int", 0),))
    RANK: ClassVar = 3

    def infer_shapes(self) -> list[Shape]:
        extents = named_extents(shape_of(self.input))
        stride = self.stride.value.data
        if stride < 1 or any(extents[axis] < stride for axis in "hw"):
            raise ShapeError(f"{extents['h']} rows of {extents['w']} have no blocks of {stride}")
        return [(extents["c"] * stride**2, extents["h"] // stride, extents["w"] // stride)]

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of(self.input)

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        if (stride := int_param(params, "stride")) < 1:
            raise InvalidLayerError(f"stride {stride} must be positive")
        return {
            "stride": IntegerAttr(stride, i64),
            "order": PixelOrderAttr(enum_of_code(PixelOrder, params, "mode")),
        }

    def layer_params(self) -> dict[str, ParamValue]:
        return {"stride": self.stride.value.data, "mode": value_of(self.order)}
