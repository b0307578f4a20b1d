"""Fuse element-wise ops into the epilogue of their producer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from xdsl.context import Context
from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import DenseArrayBase, FloatAttr, LocationAttr, ModuleOp, f32, i32
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import Block, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects.constraints import int_list
from ...dialects.element_types import arithmetic_element, element_of
from ...dialects.ncnn.attributes import pack_of
from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ...dialects.ncnn.families.linear import LinearOp
from ...dialects.ncnn.internal.normalize_groups import NormalizeGroupsOp
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.layers.deformableconv2d import DeformableConv2DOp
from ...dialects.ncnn.layers.elementwise import ElementwiseOp
from ...dialects.ncnn.layers.gemm import GemmOp
from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ...dialects.ncnn.rules.broadcast import Axes
from ...dialects.ncnn.shapes import shape_of
from ..common.constants import carried_array
from ..common.locations import fuse_locations, set_unknown_locations
from ..common.scalar import ScalarBody, scalar_body

FusingOp: TypeAlias = (
    ScheduledConvolution | DeformableConv2DOp | InnerProductOp | GemmOp | NormalizeGroupsOp
)
"""Ops that may have an epilogue."""


class FuseEpiloguePass(ModulePass):
    """
    Fuse element-wise ops that follow a convolution, product or normalization of channels into its
    epilogue, which is applied before results are stored.

        %y = ncnn.convolution %x, %w bias %b activation relu ...
        %z = ncnn.eltwise sum %y, %r ...
        -> %z = ncnn.convolution %x, %w bias %b activation relu fused_with(%r) epilogue {
             ^bb0(%value: f32, %residual: f32): ... linalg.yield ... } ...

    The region's arguments are the value after bias and activation, and an element of each epilogue
    operand. An element-wise op is fused if it is the only user of the producer's result, has the
    same shape and layout, and its other operands are elements at the same index, one value per
    channel or, in the epilogue of int8 sums, a constant. Only int8 sums may be stored in another
    type.

        %a = ncnn.convolution %x, %w ... : ... -> tensor<16x4x4xi32>
        %q = ncnn.requantize %a, %f, %s bias %b ... -> tensor<16x4x4xi8>
        -> %q = ncnn.convolution %x, %w fused_with(%f, %b) epilogue {
             ^bb0(%sum: i32, %scale: f32, %bias: f32): ... arith.sitofp ... arith.trunci ... } ...
    """

    name = "fuse-epilogue"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for producer in list(op.walk()):
            if isinstance(producer, FusingOp):
                while (consumer := fusible_consumer(producer, producer.output)) is not None:
                    fuse(producer, consumer)


def fusible_consumer(producer: FusingOp, result: SSAValue) -> NcnnOp | None:
    """Return the element-wise op that is the only user of `result` and can be fused."""
    if not result.has_one_use():
        return None
    use = result.first_use
    assert use is not None
    consumer = use.operation
    if not isinstance(consumer, NcnnOp) or consumer.parent is not producer.parent:
        return None
    if len(consumer.results) != 1 or not may_store(producer, consumer.results[0]):
        return None
    if not isinstance(consumer, ElementwiseOp) or scalar_body(consumer) is None:
        return None
    indexed = zip(consumer.operands, consumer.operand_axes(), strict=True)
    others = [pair for i, pair in enumerate(indexed) if i != use.index]
    if not all(is_epilogue_operand(producer, value, axes) for value, axes in others):
        return None
    return consumer


def may_store(producer: FusingOp, value: SSAValue) -> bool:
    """Return whether a producer can store a value in place of its own, with the same layout."""
    same_element = element_of(value.type) == element_of(producer.output.type)
    return lies_alike(value, producer.output) and (same_element or sums_integers(producer))


def lies_alike(first: SSAValue, second: SSAValue) -> bool:
    """Return whether two blobs have the same shape and layout."""
    return shape_of(first) == shape_of(second) and pack_of(first.type) == pack_of(second.type)


def sums_integers(producer: FusingOp) -> bool:
    """Return whether the producer sums int8 products, and its epilogue starts from the sums."""
    return isinstance(producer, LinearOp) and producer.sums_integers


def is_epilogue_operand(producer: FusingOp, value: SSAValue, axes: Axes) -> bool:
    """
    Return whether a value is read at the same index, or is one value per channel of c,h,w or
    c,d,h,w.

    A Gemm with a transposed result takes none. int8 sums also take a constant, and an int8 inner
    product one value for each output.
    """
    rank = len(shape_of(producer.output))
    if isinstance(producer, GemmOp) and (producer.output_transpose is not None or axes == (0,)):
        return False
    if sums_integers(producer) and axes == (None,):
        return uniform_value(value) is not None
    if sums_integers(producer) and isinstance(producer, InnerProductOp) and axes == (rank - 1,):
        return True
    if may_store(producer, value):
        return axes == tuple(range(rank))
    return rank >= 3 and axes == (0,)


def uniform_value(value: SSAValue) -> float | None:
    """Return the element of a one-element constant visible in the IR; None for other values."""
    owner = value.owner
    array = carried_array(owner) if isinstance(owner, WeightOp) else None
    return float(array.reshape(-1)[0]) if array is not None and array.size == 1 else None


def fuse(producer: FusingOp, consumer: NcnnOp) -> None:
    """Append the consumer to the epilogue; the producer takes the consumer's place."""
    position = next(i for i, v in enumerate(consumer.operands) if v is producer.output)
    body = scalar_body(consumer)
    assert body is not None
    assert isinstance(consumer, ElementwiseOp)  # it has a body
    indexed = zip(consumer.operands, consumer.operand_axes(), strict=True)
    extra = [
        (constant_in_epilogue if axes == (None,) else add_epilogue_operand)(producer, value)
        for i, (value, axes) in enumerate(indexed)
        if i != position
    ]
    append_body(producer, body, extra, position, consumer.location)
    producer.location = fuse_locations(producer, consumer)
    # Other operands may be computed after the producer, which then moves behind them.
    producer.detach()
    Rewriter.insert_op(producer, InsertPoint.before(consumer))
    output = Rewriter.replace_value_with_new_type(producer.output, consumer.results[0].type)
    consumer.results[0].replace_all_uses_with(output)
    consumer.detach()
    consumer.erase()


def epilogue_block(op: FusingOp) -> Block:
    """Return the op's epilogue, created as the identity if there is none."""
    if op.epilogue is None or not op.epilogue.blocks:
        block = Block(arg_types=[arithmetic_element(op.results[0].type)])
        block.add_op(YieldOp(block.args[0]))
        op.add_region(Region(block))
    assert op.epilogue is not None
    return op.epilogue.block


def constant_in_epilogue(op: FusingOp, value: SSAValue) -> SSAValue:
    block, element = epilogue_block(op), uniform_value(value)
    assert element is not None
    assert block.last_op is not None
    constant = ConstantOp(FloatAttr(element, f32))
    block.insert_op_before(constant, block.last_op)
    return constant.result


def add_epilogue_operand(op: FusingOp, value: SSAValue) -> SSAValue:
    """Append an operand; return the block argument that holds its element."""
    op.operands = [*op.operands, value]
    counts = int_list(op.properties["operandSegmentSizes"])
    counts[-1] += 1
    op.properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, counts)
    block = epilogue_block(op)
    return block.insert_arg(arithmetic_element(value.type), len(block.args))


def append_body(
    op: FusingOp,
    body: ScalarBody,
    extra: Sequence[SSAValue],
    position: int,
    location: LocationAttr,
) -> None:
    """Append `body` to the epilogue, with the yielded value at `position` of the operands."""
    block = epilogue_block(op)
    last = block.last_op
    assert isinstance(last, YieldOp)  # verified
    value = last.operands[0]
    last.detach()
    last.erase()
    arguments = list(extra)
    arguments.insert(position, value)
    block.add_op(YieldOp(body(block, arguments)))
    set_unknown_locations(block.ops, location)
