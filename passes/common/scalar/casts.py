"""Cast and Packing: float32 values rounded to the precision of other types."""

from __future__ import annotations

from xdsl.dialects import arith

from ....dialects.ncnn.layers.cast import CastOp, PackingOp, StorageType
from . import formulas
from .scalar import Scalar

SIGN = 0x80000000
EXPONENT = 0x7F800000
BFLOAT16_BITS = 0xFFFF0000
HALF_OF_LAST_BFLOAT16_BIT = 0x8000
FLOAT16_MAX = 65504.0
DROPPED_DIGITS = 23 - 10
"""Binary digits of a float32 in excess of those of a float16."""
SMALLEST_EXPONENT = (127 - 14) << 23
"""Smallest exponent of a normal float16, as stored in a float32: smaller numbers have fewer digits.
"""
LARGEST_EXPONENT = (127 + 16) << 23
"""Exponent beyond float16; from there on the result is infinite anyway."""


def to_float16(x: Scalar) -> Scalar:
    """
    Round to nearest, ties to even.

    The sum of a number of magnitude `2^e` and `2^(e + 13)` has the last digit of a float16 of
    `2^e`: it is rounded there, and subtracting the term gives the float16.
    """
    bits = x.bits()
    exponent = bits.integer(arith.AndIOp, EXPONENT)
    exponent = exponent.integer(arith.MaxSIOp, SMALLEST_EXPONENT)
    exponent = exponent.integer(arith.MinSIOp, LARGEST_EXPONENT)
    term = exponent.integer(arith.AddiOp, DROPPED_DIGITS << 23).from_bits()
    rounded = (abs(x) + term) - term
    held = rounded.select("ogt", FLOAT16_MAX, float("inf"), rounded)
    sign = bits.integer(arith.AndIOp, SIGN)
    return held.bits().integer(arith.OrIOp, sign).from_bits()


def to_bfloat16(x: Scalar) -> Scalar:
    """
    Round to nearest, ties away from zero: add half of the last kept bit, and keep the upper half.
    """
    nearest = x.bits().integer(arith.AddiOp, HALF_OF_LAST_BFLOAT16_BIT)
    rounded = nearest.integer(arith.AndIOp, BFLOAT16_BITS).from_bits()
    return x.select("ord", x, rounded, x)


@formulas.register(CastOp)
def _cast(op: CastOp, x: Scalar) -> Scalar:
    match op.rounds_to():
        case StorageType.FLOAT16:
            return to_float16(x)
        case StorageType.BFLOAT16:
            return to_bfloat16(x)
        case _:
            return x


@formulas.register(PackingOp)
def _packing(op: PackingOp, x: Scalar) -> Scalar:
    return x
