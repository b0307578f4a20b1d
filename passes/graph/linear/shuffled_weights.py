"""Permute the weights of linear layers by constant expressions."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute, SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from ....dialects.constraints import int_array, int_attr
from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.layers.permute import ORDERS, PermuteOp
from ....dialects.ncnn.layers.reshape import ReshapeOp
from ....dialects.ncnn.layers.shuffle import ShuffleChannelOp
from ....dialects.ncnn.shapes import shape_of, tensor_type
from .linear import as_vector, insert

Order = Mapping[str, Attribute]
"""The properties of a ShuffleChannel."""

SWAPPED_CHANNELS = ORDERS[4].index("whcd")
"""The order of a Permute that swaps the two outer axes of weights, output and input channels."""


def shuffled_outputs(
    rewriter: PatternRewriter, source: NcnnOp, value: SSAValue, order: Order
) -> SSAValue:
    """Weights or a bias with their output channels in another order."""
    shape = shape_of(value)
    if len(shape) > 1:
        return insert(rewriter, shuffled(value, order), source)
    image = (*shape, 1, 1)
    reshape = ReshapeOp.build(
        operands=[value, []],
        properties={"shape": int_array(image)},
        result_types=[tensor_type(image)],
    )
    blob = insert(rewriter, reshape, source)
    return as_vector(rewriter, insert(rewriter, shuffled(blob, order), source), source)


def shuffled_inputs(
    rewriter: PatternRewriter, source: NcnnOp, weight: SSAValue, order: Order
) -> SSAValue:
    """Weights `[out][in][kh][kw]` with their input channels in another order."""
    swapped = insert(rewriter, with_swapped_channels(weight), source)
    moved = insert(rewriter, shuffled(swapped, order), source)
    return insert(rewriter, with_swapped_channels(moved), source)


def with_swapped_channels(weight: SSAValue) -> PermuteOp:
    """Transpose `[out][in][kh][kw]` to `[in][out][kh][kw]`, or back."""
    outputs, inputs, *kernel = shape_of(weight)
    return PermuteOp.build(
        operands=[weight],
        properties={"order": int_attr(SWAPPED_CHANNELS)},
        result_types=[tensor_type((inputs, outputs, *kernel))],
    )


def shuffled(value: SSAValue, order: Order) -> ShuffleChannelOp:
    return ShuffleChannelOp.build(
        operands=[value], properties=dict(order), result_types=[value.type]
    )


def inverse(shuffle: ShuffleChannelOp) -> Order:
    """Return the properties of the layer that undoes a shuffle."""
    others = {name: value for name, value in shuffle.properties.items() if name != "reverse"}
    return others if shuffle.reverse is not None else {**others, "reverse": UnitAttr()}
