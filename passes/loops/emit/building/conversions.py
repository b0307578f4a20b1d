"""Append integer arithmetic and conversions, on scalars and vectors."""

from __future__ import annotations

import numpy as np
from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerType, bf16, f16, f32, i8, i16, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.exceptions import PassFailedException

from .....dialects.element_types import element_of, lanes_of, vector_type
from .....dialects.simd.arithmetic import ConvertOp
from .....dialects.simd.attributes import ConversionKind, ConversionKindAttr
from .builder import Index, LoopBuilder

WRAPPING = {"overflowFlags": arith.IntegerOverflowAttr("none")}
_WITH_FLAGS = (arith.AddiOp, arith.SubiOp, arith.MuliOp, arith.ShLIOp)

BF16_SHIFT = 16
"""A bf16 is the upper half of the float32 with the same value."""
HALF = 0x7FFF
"""Adding this and the lowest kept bit to the lower half rounds to nearest, ties to even."""
QUIET_BIT = 0x40
"""Quiet bit of a bf16 NaN: with it set, truncating the lower half cannot give an infinity."""

KINDS: dict[type[Operation], ConversionKind] = {
    arith.SIToFPOp: ConversionKind.SITOFP,
    arith.UIToFPOp: ConversionKind.UITOFP,
    arith.FPToSIOp: ConversionKind.FPTOSI,
    arith.FPToUIOp: ConversionKind.FPTOUI,
    arith.ExtSIOp: ConversionKind.EXTSI,
    arith.ExtUIOp: ConversionKind.EXTUI,
    arith.TruncIOp: ConversionKind.TRUNCI,
    arith.BitcastOp: ConversionKind.BITCAST,
}
"""The conversions of scalars that `simd.convert` has for vectors."""
_CONVERSIONS: dict[str, ConversionKindAttr] = {
    one: ConversionKindAttr(one) for one in ConversionKind
}


def integer_op(b: LoopBuilder, op: type[Operation], left: SSAValue, right: SSAValue) -> SSAValue:
    """Append an `arith` op on integers, which wrap around."""
    properties = dict(WRAPPING) if op in _WITH_FLAGS else {}
    return b.insert(
        op.create(operands=[left, right], properties=properties, result_types=[left.type])
    )


def convert(b: LoopBuilder, kind: str, value: SSAValue, type: Attribute) -> SSAValue:
    """Append a `simd.convert` to a type."""
    return b.insert(
        ConvertOp.create(
            operands=[value], properties={"kind": _CONVERSIONS[kind]}, result_types=[type]
        )
    )


def as_index(b: LoopBuilder, value: SSAValue) -> SSAValue:
    return b.insert(arith.IndexCastOp(value, IndexType()))


def clamped_index(b: LoopBuilder, value: SSAValue, count: int) -> SSAValue:
    """Return a float, clamped to `0 ... count - 1` and truncated, as an index; NaN gives 0."""
    last = np.float32(count - 1)
    if int(last) >= count:
        last = np.nextafter(last, np.float32(0))
    value = b.minf(b.maxf(value, b.constant(0.0, f32)), b.constant(float(last), f32))
    return as_index(b, convert(b, "fptosi", value, i32))


def index_as(b: LoopBuilder, index: Index, type: IntegerType) -> SSAValue:
    return b.insert(arith.IndexCastOp(b.index(index), type))


def widened(b: LoopBuilder, value: SSAValue) -> SSAValue:
    """Convert 16-bit floats, or 8-bit integers, to float32; return others unchanged."""
    lanes, element = lanes_of(value.type), element_of(value.type)
    if element == f16:
        return convert(b, "extf", value, vector_type(f32, lanes))
    if element != i8:
        return value
    integers = convert(b, "extsi", value, vector_type(i32, lanes))
    return convert(b, "sitofp", integers, vector_type(f32, lanes))


def bitcast(b: LoopBuilder, value: SSAValue, type: Attribute) -> SSAValue:
    """Return the same bits as another type."""
    return value if value.type == type else convert(b, "bitcast", value, type)


def converted(b: LoopBuilder, op: Operation, value: SSAValue) -> SSAValue | None:
    """
    Emit a scalar conversion, unless the value has its type; None for other ops.

    Raises: PassFailedException.
    """
    element, lanes = element_of(op.results[0].type), lanes_of(value.type)
    if type(op) in KINDS and element_of(value.type) == element:
        return value
    if type(op) in KINDS:
        return convert(b, KINDS[type(op)], value, vector_type(element, lanes))
    if not isinstance(op, arith.ExtFOp | arith.TruncFOp):
        return None
    match element_of(value.type), element:
        case (source, result) if (source, result) == (bf16, f32):
            return extended_bf16(b, value)
        case (source, result) if (source, result) == (f32, bf16):
            return truncated_to_bf16(b, value)
        case (source, result):
            raise PassFailedException(f"{op.name} from {source} to {result} has no code")


def extended_bf16(b: LoopBuilder, value: SSAValue) -> SSAValue:
    """Convert bf16 to f32: append zero bits."""
    lanes = lanes_of(value.type)
    integers = vector_type(i32, lanes)
    wide = convert(b, "extui", bitcast(b, value, vector_type(i16, lanes)), integers)
    bits = integer_op(b, arith.ShLIOp, wide, b.constant(BF16_SHIFT, integers))
    return bitcast(b, bits, vector_type(f32, lanes))


def truncated_to_bf16(b: LoopBuilder, value: SSAValue) -> SSAValue:
    """
    Convert f32 to bf16, to nearest, ties to even; NaN stays NaN.

    Integer arithmetic is used: few targets have an instruction, on others the conversion is scalar
    code, and the instruction flushes denormal numbers to zero.
    """
    lanes = lanes_of(value.type)
    integers = vector_type(i32, lanes)

    def number(bits: int) -> SSAValue:
        return b.constant(bits, integers)

    bits = bitcast(b, value, integers)
    upper = integer_op(b, arith.ShRUIOp, bits, number(BF16_SHIFT))
    odd = integer_op(b, arith.AndIOp, upper, number(1))
    carry = integer_op(b, arith.AddiOp, odd, number(HALF))
    rounded = integer_op(b, arith.AddiOp, bits, carry)
    rounded = integer_op(b, arith.ShRUIOp, rounded, number(BF16_SHIFT))
    quiet = integer_op(b, arith.OrIOp, upper, number(QUIET_BIT))
    result = b.select(b.compare_lanes("uno", value, value), quiet, rounded)
    return bitcast(
        b, convert(b, "trunci", result, vector_type(i16, lanes)), vector_type(bf16, lanes)
    )
