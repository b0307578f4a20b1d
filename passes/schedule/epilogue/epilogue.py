"""
Epilogue regions: element-wise arithmetic that a convolution or product applies to each output.

A region's block takes the op's own value and one element per epilogue operand, and yields the
result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from xdsl.dialects import arith
from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import Block, Region, SSAValue

from ....dialects.element_types import element_of
from ....dialects.ncnn.attributes import Activation
from ....dialects.ncnn.base import float_list
from ....dialects.ncnn.layers.convolution import (
    NO_ACTIVATION,
    NO_FLOATS,
    ConvolutionBase,
)
from ....dialects.ncnn.layers.gemm import GemmOp
from ....dialects.ncnn.layers.innerproduct import InnerProductOp
from ...common.scalar_bodies import ScalarBody, activation_body

FusingOp: TypeAlias = ConvolutionBase | InnerProductOp | GemmOp
"""Ops that can carry an epilogue."""


def epilogue_block(op: FusingOp) -> Block:
    """The op's epilogue, made (as the identity) if there is none."""
    if op.epilogue is None or not op.epilogue.blocks:
        block = Block(arg_types=[element_of(op.results[0].type)])
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
    return block.insert_arg(element_of(value.type), len(block.args))


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


def add_scalars(block: Block, values: Sequence[SSAValue]) -> SSAValue:
    """Scalar body: the sum of two operands."""
    op = arith.AddfOp(values[0], values[1])
    block.add_op(op)
    return op.result


def bias_and_activation(op: FusingOp) -> None:
    """Turn the bias operand and the activation property into the first steps of the epilogue."""
    if isinstance(op, GemmOp):
        return
    if op.bias is not None:
        move_bias(op)
    kind = op.activation.data
    if kind is not Activation.NONE:
        append_body(op, activation_body(kind, float_list(op.activation_params)), [], 0)
        op.activation = NO_ACTIVATION
        op.activation_params = NO_FLOATS


def move_bias(op: ConvolutionBase | InnerProductOp) -> None:
    """The bias becomes an epilogue operand that is added first."""
    bias = op.bias
    assert bias is not None
    index = next(i for i, v in enumerate(op.operands) if v is bias and i >= 2)
    op.operands = [v for i, v in enumerate(op.operands) if i != index]
    sizes = op.properties["operandSegmentSizes"]
    assert isinstance(sizes, DenseArrayBase)
    counts = [int(v) for v in sizes.get_values()]
    counts[2] = 0
    op.properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, counts)
    append_body(op, add_scalars, [add_epilogue_operand(op, bias)], 0)


def detach_epilogue(op: FusingOp) -> Region | None:
    """A copy of the epilogue for the kernel; None for the identity."""
    if op.epilogue is None or not op.epilogue.blocks or len(op.epilogue.block.ops) == 1:
        return None
    return op.epilogue.clone()
