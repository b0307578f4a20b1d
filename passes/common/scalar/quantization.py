"""Quantize, Dequantize and Requantize."""

from __future__ import annotations

from functools import partial

from xdsl.dialects import arith
from xdsl.dialects.builtin import f32, i8
from xdsl.ir import SSAValue

from ....dialects.constraints import float_list
from ....dialects.element_types import element_of
from ....dialects.ncnn.layers.quantize import DequantizeOp, QuantizeOp, RequantizeOp
from ....dialects.simd.int8 import ToInt8Op
from . import formulas
from .activation import activate
from .scalar import Scalar


def to_int8(x: Scalar) -> Scalar:
    """`min(max(round(x), -127), 127)`, halves away from zero; NaN gives -127."""

    def rounded(value: SSAValue) -> ToInt8Op:
        return ToInt8Op.build(operands=[value], result_types=[i8])

    return x.math(rounded)


def as_float(x: Scalar) -> Scalar:
    """Convert an integer to a float; return a float unchanged."""
    return x if x.value.type == f32 else x.math(partial(arith.SIToFPOp, target_type=f32))


def quantized(op: QuantizeOp | RequantizeOp, x: Scalar) -> Scalar:
    """Return a number as the int8 that the op computes, which may be held in a float."""
    integer = to_int8(x)
    return integer if element_of(op.output.type) == i8 else as_float(integer)


@formulas.register(QuantizeOp)
def _quantize(op: QuantizeOp, x: Scalar, scale: Scalar) -> Scalar:
    return quantized(op, x * scale)


@formulas.register(DequantizeOp)
def _dequantize(op: DequantizeOp, x: Scalar, scale: Scalar, bias: Scalar | None = None) -> Scalar:
    return dequantized(op, x, scale, bias)


@formulas.register(RequantizeOp)
def _requantize(
    op: RequantizeOp, x: Scalar, scale_in: Scalar, scale_out: Scalar, bias: Scalar | None = None
) -> Scalar:
    return quantized(op, dequantized(op, x, scale_in, bias) * scale_out)


def dequantized(
    op: DequantizeOp | RequantizeOp, x: Scalar, scale: Scalar, bias: Scalar | None
) -> Scalar:
    """`activation(scale * x + bias)` of an integer."""
    scaled = as_float(x) * scale
    biased = scaled if bias is None else scaled + bias
    return activate(biased, op.activation.data, float_list(op.activation_params))
