"""How many dimensions a blob has, even where its shape is unknown."""

from __future__ import annotations

from xdsl.ir import OpResult, SSAValue

from ....dialects.ncnn.base import has_shape, int_list, shape_of
from ....dialects.ncnn.layers.activation import PReLUOp
from ....dialects.ncnn.layers.convolution import ConvolutionBase
from ....dialects.ncnn.layers.convolution1d import Convolution1DBase
from ....dialects.ncnn.layers.deconvolution import DeconvolutionBase
from ....dialects.ncnn.layers.deconvolution1d import Deconvolution1DBase
from ....dialects.ncnn.layers.elementwise import BinaryOpOp, UnaryElementwiseOp
from ....dialects.ncnn.layers.innerproduct import InnerProductOp
from ....dialects.ncnn.layers.misc import NoopOp
from ....dialects.ncnn.layers.normalization import BatchNormOp, BiasOp, ScaleOp
from ....dialects.ncnn.layers.pooling import PoolingOp
from ....dialects.ncnn.layers.reshape import FlattenOp, ReshapeOp

ShapeKeepingOp = UnaryElementwiseOp | PReLUOp | BatchNormOp | BiasOp | ScaleOp
"""Ops whose first result is of the shape of their first operand."""


def rank_of(value: SSAValue) -> int | None:
    """The number of dimensions of a blob; None if the layers that make it do not tell."""
    least = 0
    while not has_shape(value):
        op = value.op if isinstance(value, OpResult) else None
        if isinstance(op, ShapeKeepingOp) or (isinstance(op, NoopOp) and len(op.operands) == 1):
            value = op.operands[0]
        elif isinstance(op, BinaryOpOp) and any(map(has_shape, op.operands)):
            known, value = (op.lhs, op.rhs) if has_shape(op.lhs) else (op.rhs, op.lhs)
            least = max(least, len(shape_of(known)))
        elif isinstance(op, ConvolutionBase) and may_be_vector(op):
            value = op.input
        else:
            rank = _rank_by_layer(op)
            return None if rank is None else max(least, rank)
    return max(least, len(shape_of(value)))


def may_be_vector(op: ConvolutionBase) -> bool:
    """Whether the convolution makes a vector of a vector."""
    is_1x1 = has_shape(op.weight) and op.kernel_shape == (1, 1)
    return op.groups == 1 and op.keeps_vectors and is_1x1


def _rank_by_layer(op: object) -> int | None:
    match op:
        case ConvolutionBase() | DeconvolutionBase():
            return 3
        case Convolution1DBase() | Deconvolution1DBase():
            return 2
        case InnerProductOp():
            return 1 if rank_of(op.input) in (1, 3, 4) else None
        case PoolingOp():
            return 3 if op.is_global is None else 1
        case FlattenOp():
            return 1
        case ReshapeOp(expression=None):
            return len(int_list(op.shape))
        case _:
            return None
