"""Quantize, Dequantize and Requantize."""

from __future__ import annotations

from functools import partial

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import f32, i32

from ....dialects.ncnn.layers.quantize import DequantizeOp, QuantizeOp, RequantizeOp
from ....dialects.properties import BELOW_HALF, LARGEST_INT8, float_list
from . import formulas
from .activation import activate
from .scalar import Scalar


def to_int8(x: Scalar) -> Scalar:
    """
    `min(max(round(x), -127), 127)`, halves away from zero, as a float; NaN gives -127.

    It is clamped first, so that what is cut off fits into an integer.
    """
    # What is compared stands left: where it is NaN the bound is the result.
    bounded = x.math(arith.MaxnumfOp, -LARGEST_INT8).at_most(LARGEST_INT8)
    moved = bounded + bounded.constant(BELOW_HALF).math(math.CopySignOp, bounded)
    return moved.math(partial(arith.FPToSIOp, target_type=i32)).math(
        partial(arith.SIToFPOp, target_type=f32)
    )


@formulas.register(QuantizeOp)
def _quantize(op: QuantizeOp, x: Scalar, scale: Scalar) -> Scalar:
    return to_int8(x * scale)


@formulas.register(DequantizeOp)
def _dequantize(op: DequantizeOp, x: Scalar, scale: Scalar, bias: Scalar | None = None) -> Scalar:
    scaled = x * scale
    return scaled if bias is None else scaled + bias


@formulas.register(RequantizeOp)
def _requantize(
    op: RequantizeOp, x: Scalar, scale_in: Scalar, scale_out: Scalar, bias: Scalar | None = None
) -> Scalar:
    scaled = x * scale_in
    biased = scaled if bias is None else scaled + bias
    activated = activate(biased, op.activation.data, float_list(op.activation_params))
    return to_int8(activated * scale_out)
