"""Let epilogues read blobs with padded channels before they are padded."""

from __future__ import annotations

import numpy as np
from xdsl.context import Context
from xdsl.dialects import arith
from xdsl.dialects.builtin import FloatAttr, ModuleOp, f32
from xdsl.ir import Block, Operation, Use
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects.constraints import int_list
from ...dialects.context import NcnncContext, ncnnc_context
from ...dialects.element_types import element_of
from ...dialects.kernel.base import buffer_shape
from ...dialects.kernel.convolution import ConvolutionKernelOp
from ...dialects.kernel.depthwise import DepthwiseOp
from ...dialects.kernel.padding import PaddingKernelOp
from ...dialects.target.records import Target
from ..common.locations import fuse_locations
from ..common.target import target_of
from .building.erase_unused import erase_unused
from .building.kernel_builder import KernelBuilder


class FoldChannelPaddingPass(ModulePass):
    """
    Fold a `kernel.padding` that adds channels to the last vector of a blob into the epilogues of
    convolutions, if these alone read it: they select the padding's value for the lanes of added
    channels, by a vector of ones and zeros.

        %p = kernel.padding ins(%x) ... {after = [4, 0, 0], channels = 24} -> tensor<2x64x64x16xf32>
        %y = kernel.convolution ins(%c, %w, %bias, %p) ... epilogue { ^(%sum, %b, %r): ... }
        -> %m = ncnn.weight <"channels_24"> : tensor<2x16xf32>
           %y = kernel.convolution ins(%c, %w, %bias, %x, %m) ... epilogue {
           ^(%sum, %b, %r, %exists): select(%exists > 0, %r, 0) ... }

    Shortcuts of BlazeFace and its relatives are padded so.
    """

    name = "fold-channel-padding"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = target_of(op)
        for inner in list(op.walk()):
            if isinstance(inner, PaddingKernelOp) and adds_lanes_alone(inner):
                uses = list(inner.results[0].uses)
                if uses and all(map(is_in_epilogue, uses)):
                    fold(inner, ncnnc_context(ctx), target)
        for function in op.body.block.ops:
            for region in function.regions:
                for block in region.blocks:
                    erase_unused(block)


def adds_lanes_alone(op: PaddingKernelOp) -> bool:
    """Return whether a padding only fills lanes of a float32 blob, after its last channel."""
    if op.channels is None or not op.results or element_of(op.results[0].type) != f32:
        return False
    pads = (*int_list(op.before), *int_list(op.after)[1:])
    return not any(pads) and buffer_shape(op.inputs[0]) == buffer_shape(op.results[0])


def is_in_epilogue(use: Use) -> bool:
    """Return whether a convolution reads a value in its epilogue."""
    op = use.operation
    if not isinstance(op, ConvolutionKernelOp | DepthwiseOp) or op.is_int8:
        return False
    return op.epilogue is not None and op.epilogue_start <= use.index < len(op.inputs)


def fold(op: PaddingKernelOp, ctx: NcnncContext, target: Target) -> None:
    """Let each reader select the value of the padding by itself."""
    blocks, *_, lanes = buffer_shape(op.inputs[0])
    assert op.channels is not None
    channels = op.channels.value.data
    exists = (np.arange(blocks * lanes) < channels).astype(np.float32).reshape(blocks, lanes)

    def insert(new: Operation) -> None:
        new.location = op.location
        Rewriter.insert_op(new, InsertPoint.before(op))

    mask = KernelBuilder(ctx, target, insert).constant(f"channels_{channels}", exists)
    while (use := op.results[0].first_use) is not None:
        conv = use.operation
        assert isinstance(conv, ConvolutionKernelOp | DepthwiseOp)
        assert conv.epilogue is not None
        epilogue = conv.epilogue.clone()
        select_existing(epilogue.block, use.index - conv.epilogue_start + 1, op.value)
        inputs = [*conv.inputs, mask]
        inputs[use.index] = op.inputs[0]
        properties = {n: v for n, v in conv.properties.items() if n != "operandSegmentSizes"}
        new = type(conv).make(inputs, conv.outputs, properties, epilogue)
        new.location = fuse_locations(conv, op)
        Rewriter.replace_op(conv, new)


def select_existing(block: Block, number: int, value: FloatAttr) -> None:
    """Replace an argument of an epilogue by `value` where a new last argument is not positive."""
    argument, exists = block.args[number], block.insert_arg(f32, len(block.args))
    zero, other = arith.ConstantOp(FloatAttr(0.0, f32)), arith.ConstantOp(value)
    condition = arith.CmpfOp(exists, zero.result, "ogt")
    selected = arith.SelectOp(condition.result, argument, other.result)
    argument.replace_uses_with_if(selected.result, lambda use: use.operation is not selected)
    first = block.first_op
    assert first is not None, "an epilogue yields"
    block.insert_ops_before([zero, other, condition, selected], first)
