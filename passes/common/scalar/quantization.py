"""Quantize, Dequantize and Requantize."""

from __future__ import annotations

from functools import partial

from xdsl.dialects import arith
from xdsl.dialects.builtin import UnitAttr, f32, i8
from xdsl.ir import SSAValue

from ....dialects.constraints import float_list
from ....dialects.element_types import element_of
from ....dialects.ncnn.attributes import Activation
from ....dialects.ncnn.layers.quantize import DequantizeOp, QuantizeOp, RequantizeOp
from ....dialects.simd.int8 import ToInt8Op
from . import formulas
from .activation import activate
from .scalar import Scalar


def to_int8(x: Scalar, *, bounded: bool = False, non_negative: bool = False) -> Scalar:
    """`min(max(round(x), -127), 127)`, halves away from zero; see `ToInt8Op`."""

    def rounded(value: SSAValue) -> ToInt8Op:
        flags = {"bounded": bounded, "non_negative": non_negative}
        properties = {name: UnitAttr() for name, is_set in flags.items() if is_set}
        return ToInt8Op.build(operands=[value], properties=properties, result_types=[i8])

    return x.math(rounded)


def as_float(x: Scalar) -> Scalar:
    """Convert an integer to a float; return a float unchanged."""
    return x if x.value.type == f32 else x.math(partial(arith.SIToFPOp, target_type=f32))


def quantized(
    op: QuantizeOp | RequantizeOp, x: Scalar, *, bounded: bool = False, non_negative: bool = False
) -> Scalar:
    """Return a number as the int8 that the op computes, which may be held in a float."""
    integer = to_int8(x, bounded=bounded, non_negative=non_negative)
    return integer if element_of(op.output.type) == i8 else as_float(integer)


@formulas.register(QuantizeOp)
def _quantize(op: QuantizeOp, x: Scalar, scale: Scalar) -> Scalar:
    return quantized(op, x * scale)


@formulas.register(DequantizeOp)
def _dequantize(op: DequantizeOp, x: Scalar, scale: Scalar, bias: Scalar | None = None) -> Scalar:
    return dequantized(op, x, scale, bias, op.activation.data)


@formulas.register(RequantizeOp)
def _requantize(
    op: RequantizeOp, x: Scalar, scale_in: Scalar, scale_out: Scalar, bias: Scalar | None = None
) -> Scalar:
    bounded = op.bounded is not None
    # Rounding cuts off what is negative: the scale is positive, and nothing is NaN.
    non_negative = bounded and op.activation.data is Activation.RELU
    activation = Activation.NONE if non_negative else op.activation.data
    value = dequantized(op, x, scale_in, bias, activation) * scale_out
    return quantized(op, value, bounded=bounded, non_negative=non_negative)


def dequantized(
    op: DequantizeOp | RequantizeOp,
    x: Scalar,
    scale: Scalar,
    bias: Scalar | None,
    activation: Activation,
) -> Scalar:
    """`activation(scale * x + bias)` of an integer."""
    scaled = as_float(x) * scale
    biased = scaled if bias is None else scaled + bias
    return activate(biased, activation, float_list(op.activation_params))
