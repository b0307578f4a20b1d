"""Kernels that move data and views that do not: layouts, concatenation, reinterpretation."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import MemRefType, TensorType
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineExpr
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64, I64Array, int_array, int_attr, int_list
from ..element_types import element_of
from .base import AnyBuffer, KernelOp, buffer_shape


@irdl_op_definition
class PackOp(KernelOp):
    """
    `c,h,w` to `ceil(c/p),h,w,p` (or `w` to `ceil(w/p),p`); lanes past the end are zero. Bounds
    limit blocks of channels, and an axis of pixels.
    """

    name = "kernel.pack"
    BOUNDED: ClassVar[bool] = True

    def inferred_bounds(self, extents: Sequence[Sequence[AffineExpr]]) -> Sequence[AffineExpr]:
        """Return the bounds: blocks that hold the dynamic number of channels."""
        lanes = buffer_shape(self.outputs[0])[-1]
        channels, *size = extents[0]
        blocks: AffineExpr = AffineExpr.constant(buffer_shape(self.outputs[0])[0])
        if not isinstance(channels, AffineConstantExpr):
            blocks = channels.ceil_div(lanes)
        return [blocks, *size, AffineExpr.constant(lanes)]


@irdl_op_definition
class UnpackOp(KernelOp):
    """
    `ceil(c/p),h,w,p` to `c,h,w` (or `ceil(w/p),p` to `w`). Bounds limit channels, and an axis of
    pixels.
    """

    name = "kernel.unpack"
    BOUNDED: ClassVar[bool] = True

    def inferred_bounds(self, extents: Sequence[Sequence[AffineExpr]]) -> Sequence[AffineExpr]:
        """Return the bounds, with the static number of channels, which blocks do not imply."""
        blocks, *size, _ = extents[0]
        if not isinstance(blocks, AffineConstantExpr):
            raise ValueError("unpacks a dynamic number of channels")
        return [AffineExpr.constant(buffer_shape(self.outputs[0])[0]), *size]


@irdl_op_definition
class GatherChannelsOp(KernelOp):
    """
    Gather channels of packed inputs: Concat, Slice and ShuffleChannel on `c/p,h,w,p`.

    `channels` has one entry per output channel: `input * 2**20 + channel of that input`. Bounds
    limit axes of pixels, which all inputs share.
    """

    name = "kernel.gather_channels"
    BOUNDED: ClassVar[bool] = True
    channels = prop_def(I64Array)

    INPUT_STRIDE: ClassVar = 1 << 20

    def inferred_bounds(self, extents: Sequence[Sequence[AffineExpr]]) -> Sequence[AffineExpr]:
        _, *pixels = extents[0]
        is_number = isinstance(extents[0][0], AffineConstantExpr)
        if not is_number or any(list(other[1:]) != pixels for other in extents):
            raise ValueError("has inputs of several extents")
        return [AffineExpr.constant(self.iteration_space()[0]), *pixels]

    @classmethod
    def of(cls, sources: Sequence[tuple[SSAValue, int]], destination: SSAValue) -> GatherChannelsOp:
        """Build the op from an (input, channel) pair for each output channel."""
        inputs = list(dict.fromkeys(x for x, _ in sources))
        entries = [inputs.index(x) * cls.INPUT_STRIDE + channel for x, channel in sources]
        return cls.make(inputs, [destination], {"channels": int_array(entries)})

    def sources(self) -> list[tuple[int, int]]:
        """Return (input, channel) for every output channel."""
        return [divmod(v, self.INPUT_STRIDE) for v in int_list(self.channels)]


@irdl_op_definition
class ViewOp(IRDLOperation):
    """
    `kernel.view %x[128] : tensor<4x16xf32> -> tensor<64xf32>`: the same memory under another shape.

    Starts at an element offset; never copies.
    """

    name = "kernel.view"
    source = operand_def(AnyBuffer)
    offset = prop_def(I64)
    result = result_def(AnyBuffer)
    traits = traits_def(Pure())
    assembly_format = "$source `[` $offset `]` attr-dict `:` type($source) `->` type($result)"

    def __init__(self, source: SSAValue, offset: int, type: TensorType | MemRefType):
        super().__init__(
            operands=[source], properties={"offset": int_attr(offset)}, result_types=[type]
        )

    def verify_(self) -> None:
        if self.offset.value.data < 0:
            raise VerifyException("the offset must not be negative")
        if self.offset.value.data + prod(buffer_shape(self.result)) > prod(
            buffer_shape(self.source)
        ):
            raise VerifyException(f"{self.result.type} does not fit at {self.offset.value.data}")
        if element_of(self.source.type) != element_of(self.result.type):
            raise VerifyException("a view has the elements of its source")


@irdl_op_definition
class ConcatBuffersOp(IRDLOperation):
    """
    `kernel.concat %a, %b : tensor<2x4xf32>, tensor<3x4xf32> -> tensor<5x4xf32>`: concatenate along
    the outermost axis.

    Every operand is a contiguous part of the result: `bufferize` lets producers write into their
    part, and copies only if it must.
    """

    name = "kernel.concat"
    inputs = var_operand_def(TensorType)
    result = result_def(TensorType)
    traits = traits_def(Pure())
    assembly_format = "$inputs attr-dict `:` type($inputs) `->` type($result)"

    def verify_(self) -> None:
        if sum(prod(buffer_shape(v)) for v in self.inputs) != prod(buffer_shape(self.result)):
            raise VerifyException("the operands do not fill the result")
        if {element_of(v.type) for v in self.inputs} != {element_of(self.result.type)}:
            raise VerifyException("all operands must have the result's type of elements")
