"""Between which bounds all elements of a blob lie, as far as the layers that make it tell."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from math import inf

from xdsl.ir import Operation, SSAValue

from ....dialects.ncnn.attributes import Activation
from ....dialects.ncnn.base import NcnnOp, float_list
from ....dialects.ncnn.layers.activation import (
    FLOAT_MAX,
    AbsValOp,
    ClipOp,
    HardSigmoidOp,
    ReLUOp,
    SigmoidOp,
    SoftplusOp,
    TanHOp,
    ThresholdOp,
)
from ....dialects.ncnn.layers.concat import ConcatOp
from ....dialects.ncnn.layers.convolution import ConvolutionBase
from ....dialects.ncnn.layers.convolution1d import Convolution1DBase
from ....dialects.ncnn.layers.crop import CropOp
from ....dialects.ncnn.layers.deconvolution import DeconvolutionBase
from ....dialects.ncnn.layers.elementwise import BinaryOperator, BinaryOpOp
from ....dialects.ncnn.layers.innerproduct import InnerProductOp
from ....dialects.ncnn.layers.misc import NoopOp
from ....dialects.ncnn.layers.permute import PermuteOp
from ....dialects.ncnn.layers.pooling import PoolingKind, PoolingOp
from ....dialects.ncnn.layers.reshape import FlattenOp, ReshapeOp
from ....dialects.ncnn.layers.slice import SliceOp
from ....dialects.ncnn.layers.softmax import SoftmaxOp

DEPTH = 8
"""How many layers back bounds are looked for."""


@dataclass(frozen=True)
class Range:
    """`low <= x <= high`; NaN is in every range."""

    low: float = -inf
    high: float = inf

    def __contains__(self, other: object) -> bool:
        return isinstance(other, Range) and self.low <= other.low and other.high <= self.high

    def __or__(self, other: Range) -> Range:
        return Range(min(self.low, other.low), max(self.high, other.high))

    def clamped(self, value: float) -> float:
        """The value of the range that is next to another, as ncnn takes minimum and maximum."""
        return min(max(value, self.low), self.high)


ANY = Range()
POSITIVE = Range(low=0.0)
UNIT = Range(0.0, 1.0)


def bounded(low: float, high: float) -> Range:
    """A range with ncnn's bounds, of which the largest numbers mean none."""
    return Range(low if low > -FLOAT_MAX else -inf, high if high < FLOAT_MAX else inf)


def range_of(value: SSAValue, depth: int = DEPTH) -> Range:
    """Bounds of a blob's elements."""
    op = value.owner
    if depth == 0 or not isinstance(op, NcnnOp):
        return ANY
    match op:
        case ConvolutionBase() | Convolution1DBase() | DeconvolutionBase() | InnerProductOp():
            return _range_of_activation(op.activation.data, float_list(op.activation_params))
        case FlattenOp() | ReshapeOp() | PermuteOp() | SliceOp() | CropOp():
            return range_of(op.operands[0], depth - 1)
        case NoopOp() if value in op.outputs:
            return range_of(op.inputs[op.outputs.index(value)], depth - 1)
        case PoolingOp():
            inner = range_of(op.input, depth - 1)
            # means count padding, which is 0
            return inner if op.kind.data is PoolingKind.MAX else inner | Range(0.0, 0.0)
        case ConcatOp():
            return reduce(Range.__or__, (range_of(part, depth - 1) for part in op.inputs))
        case BinaryOpOp():
            return _range_of_binary(
                op.operator.data, *(range_of(v, depth - 1) for v in op.operands)
            )
        case _:
            return clamp_of(op) or _range_of_function(op)


def clamp_of(op: Operation) -> Range | None:
    """The range that an op brings its input to, leaving what is in it; None for other ops."""
    match op:
        case ReLUOp() if op.slope.value.data == 0.0:
            return POSITIVE
        case ClipOp():
            return bounded(op.min.value.data, op.max.value.data)
        case _:
            return None


def _range_of_activation(kind: Activation, params: list[float]) -> Range:
    match kind:
        case Activation.RELU:
            return POSITIVE
        case Activation.CLIP:
            return bounded(params[0], params[1])
        case Activation.SIGMOID:
            return UNIT
        case _:
            return ANY


def _range_of_binary(operator: BinaryOperator, left: Range, right: Range) -> Range:
    match operator:
        case BinaryOperator.ADD:
            return Range(left.low + right.low, left.high + right.high)
        case BinaryOperator.MUL if min(left.low, right.low) >= 0.0:
            return POSITIVE
        case BinaryOperator.MAX:
            return Range(max(left.low, right.low), max(left.high, right.high))
        case BinaryOperator.MIN:
            return Range(min(left.low, right.low), min(left.high, right.high))
        case _:
            return ANY


def _range_of_function(op: NcnnOp) -> Range:
    match op:
        case AbsValOp() | SoftplusOp():
            return POSITIVE
        case SigmoidOp() | HardSigmoidOp() | ThresholdOp() | SoftmaxOp():
            return UNIT
        case TanHOp():
            return Range(-1.0, 1.0)
        case _:
            return ANY
