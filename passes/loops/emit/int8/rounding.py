"""Round vectors of floats to int8."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import FloatAttr, i8, i16, i32
from xdsl.ir import Attribute, SSAValue

from .....dialects.element_types import lanes_of, vector_type
from .....dialects.int8_rounding import BELOW_HALF, LARGEST_INT8
from .....dialects.op_creation import make_op
from .....dialects.simd.extrema import MaximumOp, MinimumOp
from .....dialects.simd.int8 import NarrowOp, RoundOp, ToInt8Op, TruncateOp
from ..building.builder import LoopBuilder
from ..building.conversions import convert, integer_op


class Half(Enum):
    """Name a way to add the half before truncation; all give the same bits on different units."""

    BY_SIGN = "sign"
    """A half with the sign of the number, by the fewest instructions."""
    BY_FMA = "fma"
    """The same by a fused product with 1 or -1: work for multipliers instead of other units."""
    BY_BOUNDS = "bounds"
    """
    The number itself, clamped to the halves of both signs: smaller numbers become 0 either way. Two
    more instructions of comparing units, none of multipliers.
    """
    ABOVE = "above"
    """A half without sign, for numbers that are never negative."""


@dataclass(frozen=True)
class Int8Rounding:
    """
    Describe a way to round: adding the half, the least result, and whether numbers fit in i32.
    """

    half: Half = Half.BY_SIGN
    least: float = -LARGEST_INT8
    is_bounded: bool = False

    @classmethod
    def of(cls, op: ToInt8Op, half: Half = Half.BY_SIGN) -> Int8Rounding:
        """Return the best way for an op: the half has no sign if results are never negative."""
        is_bounded = op.bounded is not None
        if op.non_negative is not None:
            return cls(Half.ABOVE, 0, is_bounded)
        return cls(Half.ABOVE if is_never_negative(op.value) else half, is_bounded=is_bounded)


BY_SIGN = Int8Rounding()


def is_never_negative(value: SSAValue) -> bool:
    """Return whether a scalar is never negative for any arguments of the region."""
    op = value.owner
    match op:
        case arith.ConstantOp(value=FloatAttr() as constant):
            return constant.value.data >= 0
        case MaximumOp():
            # Where the first operand is NaN the result is the second, whatever that is.
            is_bounded = isinstance(op.a.owner, arith.ConstantOp) and is_never_negative(op.a)
            return is_bounded or is_never_negative(op.b)
        case arith.MaximumfOp():
            return any(map(is_never_negative, op.operands))
        case MinimumOp() | arith.MinimumfOp() | arith.MulfOp() | arith.AddfOp():
            return all(map(is_never_negative, op.operands))
        case _:
            return False


def to_int8(b: LoopBuilder, values: Sequence[SSAValue], how: Int8Rounding = BY_SIGN) -> SSAValue:
    """
    Round 1, 2 or 4 vectors to int8, concatenated, or a scalar: see `ToInt8Op` and `NarrowOp`.

    Before truncation only large values are clamped as floats, and none if i32 holds all values.
    Small ones and NaN become at least -128 in the conversion to i8, and then the least result.
    """
    lanes = lanes_of(values[0].type)
    if b.target.rounding(lanes) is not None:
        return _joined(b, _rounded(b, values, how.least))
    truncates = b.target.truncation(lanes) is not None
    if not truncates and len(values) == 1:
        return _bounded(b, values[0], vector_type(i8, lanes), how.least)
    if truncates:
        cut = values if how.is_bounded else [_at_most(b, value) for value in values]
        whole = [_truncated(b, _moved(b, value, how.half)) for value in cut]
    else:
        whole = [_bounded(b, value, vector_type(i32, lanes), how.least) for value in values]
    bytes_ = vector_type(i8, len(values) * lanes)
    narrow = b.insert(make_op(NarrowOp, whole, [bytes_]))
    if not truncates:
        return narrow
    return integer_op(b, arith.MaxSIOp, narrow, b.constant(how.least, bytes_))


def to_int8_lanes(b: LoopBuilder, value: SSAValue) -> SSAValue:
    """Round a vector whose magnitudes are at most 127 to i32; NaN becomes an unknown integer."""
    lanes = lanes_of(value.type)
    if b.target.rounding(lanes) is not None:
        return _rounded(b, [value])[0]
    if b.target.truncation(lanes) is not None:
        return _truncated(b, _moved(b, value))
    return _bounded(b, value, vector_type(i32, lanes))


def to_whole(b: LoopBuilder, value: SSAValue) -> SSAValue:
    """Round a vector to whole floats, halves away from zero; NaN stays NaN."""
    rounding = b.target.rounding(lanes_of(value.type))
    if rounding is not None and rounding.to_float:
        return b.float_op(math.RoundOp, value)
    return b.float_op(math.TruncOp, _moved(b, value))


def _rounded(
    b: LoopBuilder, values: Sequence[SSAValue], lowest: float = -LARGEST_INT8
) -> Sequence[SSAValue]:
    """
    Bound vectors at both ends, and round them to integers by one instruction each.

    Each step is done to all of them, so that cores that execute in order do not wait.
    """
    type, integers = values[0].type, vector_type(i32, lanes_of(values[0].type))
    most, least = (b.constant(bound, type) for bound in (LARGEST_INT8, lowest))
    # Of NaN the minimum is a quiet NaN, and then the maximum is the bound.
    cut = [b.float_op(arith.MinimumfOp, value, most) for value in values]
    bounded = [b.maxf(value, least) for value in cut]
    return [b.insert(make_op(RoundOp, [value], [integers])) for value in bounded]


def _joined(b: LoopBuilder, vectors: Sequence[SSAValue]) -> SSAValue:
    """Concatenate vectors of i32 that i8 holds, as i8: pairs by halves of their bits."""
    for element in (i16, i8):
        if len(vectors) > 1:
            every = range(2 * lanes_of(vectors[0].type))
            pairs = zip(vectors[::2], vectors[1::2], strict=True)
            vectors = [b.shuffle(low, high, every) for low, high in pairs]
        type = vector_type(element, lanes_of(vectors[0].type))
        vectors = [convert(b, "trunci", vector, type) for vector in vectors]
    return vectors[0]


def _bounded(
    b: LoopBuilder, value: SSAValue, type: Attribute, lowest: float = -LARGEST_INT8
) -> SSAValue:
    """Bound a value at both ends, and convert it to integers as LLVM defines it."""
    # What is compared stands left: where it is NaN the bound is the result.
    least = b.maxf(value, b.constant(lowest, value.type))
    return convert(b, "fptosi", _moved(b, _at_most(b, least)), type)


def _at_most(b: LoopBuilder, value: SSAValue) -> SSAValue:
    """Return values up to 127; NaN stays NaN."""
    return b.minf(b.constant(LARGEST_INT8, value.type), value)


def _moved(b: LoopBuilder, value: SSAValue, half: Half = Half.BY_SIGN) -> SSAValue:
    most = b.constant(BELOW_HALF, value.type)
    if half is Half.ABOVE:
        return b.addf(value, most)
    if half is Half.BY_SIGN:
        return b.addf(value, b.float_op(math.CopySignOp, most, value))
    if half is Half.BY_BOUNDS:
        bounded = b.maxf(b.constant(-BELOW_HALF, value.type), b.minf(most, value))
        return b.addf(value, bounded)
    # The product is exact.
    sign = b.float_op(math.CopySignOp, b.constant(1.0, value.type), value)
    return b.fma(sign, most, value)


def _truncated(b: LoopBuilder, value: SSAValue) -> SSAValue:
    integers = vector_type(i32, lanes_of(value.type))
    return b.insert(make_op(TruncateOp, [value], [integers]))
