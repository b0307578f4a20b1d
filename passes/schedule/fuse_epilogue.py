"""Moves element-wise ops into the epilogue of the convolution or product that feeds them."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects.ncnn.base import NcnnOp, shape_of
from ...dialects.ncnn.broadcast import Axes
from ...dialects.ncnn.layers.elementwise import ElementwiseOp
from ...dialects.ncnn.layers.gemm import GemmOp
from ..common.locations import fuse_locations
from ..common.scalar_bodies import scalar_body
from .epilogue.epilogue import (
    FusingOp,
    add_epilogue_operand,
    append_body,
    bias_and_activation,
)


@dataclass(frozen=True)
class FuseEpiloguePass(ModulePass):
    """
    Compute bias, activation and following element-wise ops where the accumulator is stored.

        %y = ncnn.convolution %x, %w bias %b activation relu ...
        %z = ncnn.eltwise sum %y, %r ...
        -> %z = ncnn.convolution %x, %w fused_with(%b, %r) epilogue {
             ^bb0(%acc: f32, %bias: f32, %residual: f32): ... linalg.yield ... } ...

    An element-wise op moves if it is the only user of the producer's result, has the same shape and
    layout, and its other operands are elements at the same place or one value per channel.
    """

    name = "fuse-epilogue"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for producer in list(op.walk()):
            if isinstance(producer, FusingOp):
                bias_and_activation(producer)
                while (consumer := fusible_consumer(producer)) is not None:
                    fuse(producer, consumer)


def fusible_consumer(producer: FusingOp) -> NcnnOp | None:
    """The element-wise op that alone uses the result and can move into the epilogue."""
    if not producer.output.has_one_use():
        return None
    use = producer.output.first_use
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
    Whether a value is read at the same place, or is one value per channel of a c,h,w blob.

    A Gemm whose result is turned afterwards takes none.
    """
    rank = len(shape_of(producer.output))
    if isinstance(producer, GemmOp) and (producer.output_transpose is not None or axes == (0,)):
        return False
    if value.type == producer.output.type:
        return axes == tuple(range(rank))
    return rank == 3 and axes == (0,)


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
