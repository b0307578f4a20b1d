"""Moves element-wise ops into the epilogue of the layer that feeds them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import DenseArrayBase, ModuleOp, i32
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import Block, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects.element_types import arithmetic_element
from ...dialects.ncnn.base import NcnnOp, shape_of
from ...dialects.ncnn.broadcast import Axes
from ...dialects.ncnn.convolution_nd import ScheduledConvolution
from ...dialects.ncnn.layers.deformableconv2d import DeformableConv2DOp
from ...dialects.ncnn.layers.elementwise import ElementwiseOp
from ...dialects.ncnn.layers.gemm import GemmOp
from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ...dialects.ncnn.normalize_groups import NormalizeGroupsOp
from ..common.locations import fuse_locations
from ..common.scalar import ScalarBody, scalar_body

FusingOp: TypeAlias = (
    ScheduledConvolution | DeformableConv2DOp | InnerProductOp | GemmOp | NormalizeGroupsOp
)
"""Ops that can carry an epilogue."""


class FuseEpiloguePass(ModulePass):
    """
    Compute the element-wise ops that follow a convolution, product or normalisation of channels
    where its results are stored.

        %y = ncnn.convolution %x, %w bias %b activation relu ...
        %z = ncnn.eltwise sum %y, %r ...
        -> %z = ncnn.convolution %x, %w bias %b activation relu fused_with(%r) epilogue {
             ^bb0(%value: f32, %residual: f32): ... linalg.yield ... } ...

    The region's block takes the value after bias and activation, and one for each epilogue operand.
    An element-wise op moves if it is the only user of the producer's result, has the same shape and
    layout, and its other operands are elements at the same place or one value per channel.
    """

    name = "fuse-epilogue"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for producer in list(op.walk()):
            if isinstance(producer, FusingOp):
                while (consumer := fusible_consumer(producer, producer.output)) is not None:
                    fuse(producer, consumer)


def fusible_consumer(producer: FusingOp, result: SSAValue) -> NcnnOp | None:
    """
    The element-wise op that alone uses `result`, which the producer stores, and that can move into
    the epilogue.
    """
    if not result.has_one_use():
        return None
    use = result.first_use
    assert use is not None
    consumer = use.operation
    if not isinstance(consumer, NcnnOp) or consumer.parent is not producer.parent:
        return None
    if len(consumer.results) != 1 or consumer.results[0].type != producer.output.type:
        return None
    if not isinstance(consumer, ElementwiseOp) or scalar_body(consumer) is None:
        return None
    indexed = zip(consumer.operands, consumer.operand_axes(), strict=True)
    others = [pair for i, pair in enumerate(indexed) if i != use.index]
    if not all(is_epilogue_operand(producer, value, axes) for value, axes in others):
        return None
    return consumer


def is_epilogue_operand(producer: FusingOp, value: SSAValue, axes: Axes) -> bool:
    """
    Whether a value is read at the same place, or is one value per channel of c,h,w or c,d,h,w.

    A Gemm whose result is turned afterwards takes none.
    """
    rank = len(shape_of(producer.output))
    if isinstance(producer, GemmOp) and (producer.output_transpose is not None or axes == (0,)):
        return False
    if value.type == producer.output.type:
        return axes == tuple(range(rank))
    return rank >= 3 and axes == (0,)


def fuse(producer: FusingOp, consumer: NcnnOp) -> None:
    """Append the consumer to the epilogue; the producer takes the consumer's place."""
    position = next(i for i, v in enumerate(consumer.operands) if v is producer.output)
    body = scalar_body(consumer)
    assert body is not None
    others = [v for i, v in enumerate(consumer.operands) if i != position]
    extra = [add_epilogue_operand(producer, v) for v in others]
    append_body(producer, body, extra, position)
    producer.location = fuse_locations(producer, consumer)
    # The other operands may be computed after the producer: it moves down to where they are known.
    producer.detach()
    Rewriter.insert_op(producer, InsertPoint.before(consumer))
    consumer.results[0].replace_all_uses_with(producer.output)
    consumer.detach()
    consumer.erase()


def epilogue_block(op: FusingOp) -> Block:
    """The op's epilogue, made (as the identity) if there is none."""
    if op.epilogue is None or not op.epilogue.blocks:
        block = Block(arg_types=[arithmetic_element(op.results[0].type)])
        block.add_op(YieldOp(block.args[0]))
        op.add_region(Region(block))
    assert op.epilogue is not None
    return op.epilogue.block


def add_epilogue_operand(op: FusingOp, value: SSAValue) -> SSAValue:
    """Append an operand; the block argument that stands for its element."""
    op.operands = [*op.operands, value]
    sizes = op.properties["operandSegmentSizes"]
    assert isinstance(sizes, DenseArrayBase)
    counts = [int(v) for v in sizes.get_values()]
    counts[-1] += 1
    op.properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, counts)
    block = epilogue_block(op)
    return block.insert_arg(arithmetic_element(value.type), len(block.args))


def append_body(op: FusingOp, body: ScalarBody, extra: Sequence[SSAValue], position: int) -> None:
    """
    Continue the epilogue: `body` gets what was yielded as operand `position`, between the `extra`
    ones.
    """
    block = epilogue_block(op)
    last = block.last_op
    assert isinstance(last, YieldOp)
    value = last.operands[0]
    last.detach()
    last.erase()
    arguments = list(extra)
    arguments.insert(position, value)
    block.add_op(YieldOp(body(block, arguments)))
