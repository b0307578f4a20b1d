"""Count the vector instructions of a scalar region."""

from __future__ import annotations

from xdsl.dialects import arith, math
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import Block, Operation

from ...dialects.simd.arithmetic import CallOp
from ...dialects.simd.int8 import ToInt8Op

CONVERSIONS: dict[type[Operation], int] = {arith.ExtFOp: 2, arith.TruncFOp: 8, ToInt8Op: 5}
"""Conversions between f32 and bf16, by integer arithmetic; and to int8, with its share of storing.
"""
LIBRARY_CALL = 64
"""Cost of calling a function of the C library for each lane, with all registers saved."""

MATH_INSTRUCTIONS: dict[type[Operation], int] = {
    math.AbsFOp: 1,
    math.CeilOp: 1,
    math.CopySignOp: 1,
    math.ErfOp: 35,
    math.ExpM1Op: 18,
    math.ExpOp: 15,
    math.FloorOp: 1,
    math.Log1pOp: 40,
    math.LogOp: 33,
    math.RoundEvenOp: 1,
    math.RsqrtOp: 2,
    math.SqrtOp: 1,
    math.TanhOp: 24,
    math.TruncOp: 1,
}
"""Instructions of vectorized `math` ops for any lanes, without constants; others call C."""


def count_instructions(block: Block) -> int:
    """Return the approximate number of vector instructions of a scalar region."""
    return sum(map(_instructions, block.ops))


def _instructions(op: Operation) -> int:
    if isinstance(op, arith.ConstantOp | YieldOp):
        return 0
    if isinstance(op, CallOp) or op.dialect_name() == math.Math.name:
        return MATH_INSTRUCTIONS.get(type(op), LIBRARY_CALL)
    return CONVERSIONS.get(type(op), 1)
