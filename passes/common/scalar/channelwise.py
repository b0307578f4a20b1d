"""Layers with constants for each channel."""

from __future__ import annotations

from xdsl.dialects import math

from ....dialects.ncnn.layers.normalization import ZERO_DEVIATION, BatchNormOp, BiasOp, ScaleOp
from . import formulas
from .scalar import Scalar


@formulas.register(BatchNormOp)
def _batchnorm(
    op: BatchNormOp, x: Scalar, slope: Scalar, mean: Scalar, variance: Scalar, bias: Scalar
) -> Scalar:
    deviation = (variance + op.eps.value.data).math(math.SqrtOp)
    divisor = deviation.select("oeq", 0.0, ZERO_DEVIATION, deviation)
    return slope * (x - mean) / divisor + bias


@formulas.register(BiasOp)
def _bias(op: BiasOp, x: Scalar, bias: Scalar) -> Scalar:
    return x + bias


@formulas.register(ScaleOp)
def _scale(op: ScaleOp, x: Scalar, scale: Scalar, bias: Scalar | None = None) -> Scalar:
    scaled = x * scale
    return scaled if bias is None else scaled + bias
