"""Gives every blob a memory layout, and makes the conversions between them explicit."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, cast

from xdsl.builder import Builder
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects.ncnn.attributes import LayoutAttr, pack_of
from ...dialects.ncnn.base import NcnnOp, shape_of
from ...dialects.ncnn.convert_layout import ConvertLayoutOp
from ...dialects.ncnn.layers.deconvolution import DeconvolutionOp
from ..common.target import target_of

PLAIN_CHANNELS = 4
"""
Up to so many channels a convolution reads the plain layout, and a deconvolution makes it: packing
would mostly be padding.
"""


def elempack(count: int, lanes: int) -> int:
    """
    ncnn's rule: the widest of 16, 8, 4 that the target has and that divides the count, else 1.

    Source: ncnn, net.cpp, `convert_layout`.
    """
    return next((p for p in (16, 8, 4) if p <= lanes and count % p == 0), 1)


@dataclass(frozen=True)
class AssignLayoutPass(ModulePass):
    """
    Choose layouts, and insert `ncnn.convert_layout` where producer and consumer differ.

        ncnn.convolution %x, %w ... -> tensor<24x8x8xf32>
        -> ncnn.convolution %x, %w ... -> tensor<24x8x8xf32, #ncnn.layout<pack = 16>>

    Blobs of rank 1, 3 and 4 can be packed along their outermost axis. An op that can work on packed
    blobs does so: a convolution always, an op that merely follows if one of its inputs is packed.
    `policy` padded packs by the target's vectors, the last of which may be partial; divisible is
    ncnn's rule, by which the vectors must divide the channels. With `packing=false` everything is
    plain.
    """

    name = "assign-layout"
    policy: Literal["padded", "divisible"] = "padded"
    packing: bool = True

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        lanes = target_of(op).lanes
        for function in op.body.block.ops:
            if isinstance(function, FuncOp) and not function.is_declaration:
                for inner in list(function.body.block.ops):
                    self.assign(inner, lanes)

    def assign(self, op: Operation, lanes: int) -> None:
        """Lay out one op, whose operands are laid out already."""
        if isinstance(op, ReturnOp):
            for index in range(len(op.operands)):
                convert_operand(op, index, 1)
            return
        if not isinstance(op, NcnnOp):
            return
        for index in operands_named(op, plain_names(op)):
            convert_operand(op, index, 1)
        blobs = blob_operands(op)
        packed = self.is_packed(op, blobs)
        for index in blobs:
            if not keeps_layout(op, op.operands[index]):
                convert_operand(
                    op, index, self.pack(op.operands[index].type, lanes) if packed else 1
                )
        for result in op.results:
            pack = self.pack(result.type, lanes) if packed and not makes_plain(op) else 1
            Rewriter.replace_value_with_new_type(result, with_pack(result.type, pack))

    def is_packed(self, op: NcnnOp, blobs: list[int]) -> bool:
        """Whether the op works on packed blobs."""
        if not self.packing or not op.supports_packing():
            return False
        return op.DRIVES_LAYOUT or any(pack_of(op.operands[i].type) > 1 for i in blobs)

    def pack(self, type: Attribute, lanes: int) -> int:
        """Pack of a blob of this type."""
        shape = cast(TensorType, type).get_shape()
        if len(shape) == 2:
            return 1
        return lanes if self.policy == "padded" else elempack(shape[0], lanes)


def plain_names(op: NcnnOp) -> frozenset[str]:
    """Names of the operands that are always plain: weights too, also those that a blob holds."""
    weights = {w.name for w in op.LAYER.weights} if op.LAYER is not None else set()
    return op.PLAIN_OPERANDS | weights


def blob_operands(op: NcnnOp) -> list[int]:
    """
    Positions of the operands that are blobs: no weights, nor what only lends its shape, nor what is
    always plain.
    """
    others = operands_named(op, op.SHAPE_OPERANDS | plain_names(op))
    return [i for i in range(len(op.operands)) if i not in others]


def operands_named(op: NcnnOp, names: Collection[str]) -> list[int]:
    """Positions of the operands of these names."""
    return [i for i, name in enumerate(op.operand_names()) if name in names]


def keeps_layout(op: NcnnOp, value: SSAValue) -> bool:
    """Whether a driving op reads this operand as it comes: plain of few channels, or rank 1."""
    if not op.DRIVES_LAYOUT:
        return False
    shape = cast(TensorType, value.type).get_shape()
    return len(shape) == 1 or (pack_of(value.type) == 1 and shape[0] <= PLAIN_CHANNELS)


def makes_plain(op: NcnnOp) -> bool:
    """Whether an op that could pack its result does not: a deconvolution to few channels."""
    return isinstance(op, DeconvolutionOp) and shape_of(op.output)[0] <= PLAIN_CHANNELS


def with_pack(type: Attribute, pack: int) -> TensorType:
    """The tensor type in the layout of that pack."""
    tensor = cast(TensorType, type)
    encoding = [LayoutAttr(pack)] if pack > 1 else []
    return TensorType(tensor.element_type, tensor.get_shape(), *encoding)


def convert_operand(op: Operation, index: int, pack: int) -> None:
    """Convert an operand's layout for this use, if it differs."""
    value = op.operands[index]
    if not isinstance(value.type, TensorType) or pack_of(value.type) == pack:
        return
    convert = ConvertLayoutOp(value, with_pack(value.type, pack))
    convert.location = op.location
    Builder(InsertPoint.before(op)).insert(convert)
    op.operands[index] = convert.output
