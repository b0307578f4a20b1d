"""How many vector instructions a scalar region becomes."""

from __future__ import annotations

from functools import cache

from xdsl.dialects import arith
from xdsl.dialects.builtin import VectorType, f32
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import Block, Operation

from ...dialects.simd.arithmetic import CallOp
from ..loops.emit.builder import LoopBuilder
from ..loops.emit.vector_math import LIBRARY, expand_math

LIBRARY_CALL = 64
"""A function of the C library is called for every lane, with all registers saved."""
_LANES = 8
"""Any number of lanes above 1: the number of vector instructions is the same for all."""


def body_cost(block: Block) -> int:
    """Vector instructions of a scalar region as `inline_body` expands it, about."""
    return sum(_cost(type(op), len(op.operands)) for op in block.ops)


@cache
def _cost(op: type[Operation], operands: int) -> int:
    """Instructions of one op; constants stay in registers or memory."""
    if issubclass(op, arith.ConstantOp | YieldOp):
        return 0
    if op is CallOp or op in LIBRARY:
        return LIBRARY_CALL
    scratch = Block(arg_types=[VectorType(f32, [_LANES])] * operands)
    example = op.create(operands=scratch.args, result_types=[f32])
    expand_math(LoopBuilder(scratch), example, scratch.args)
    expanded = [inner for inner in scratch.ops if not isinstance(inner, arith.ConstantOp)]
    return max(len(expanded), 1)
