"""How many dimensions a blob has, even where its shape is unknown."""

from __future__ import annotations

from xdsl.ir import OpResult, SSAValue

from ...dialects.ncnn.activation import PReLUOp
from ...dialects.ncnn.base import has_shape, int_list, shape_of
from ...dialects.ncnn.convolution import ConvolutionBase
from ...dialects.ncnn.convolution1d import Convolution1DBase
from ...dialects.ncnn.deconvolution import DeconvolutionBase
from ...dialects.ncnn.deconvolution1d import Deconvolution1DBase
from ...dialects.ncnn.elementwise import UnaryElementwiseOp
from ...dialects.ncnn.innerproduct import InnerProductOp
from ...dialects.ncnn.misc import NoopOp
from ...dialects.ncnn.normalization import BatchNormOp, BiasOp, ScaleOp
from ...dialects.ncnn.pooling import PoolingOp
from ...dialects.ncnn.reshape import FlattenOp, ReshapeOp

ShapeKeepingOp = UnaryElementwiseOp | PReLUOp | BatchNormOp | BiasOp | ScaleOp
"""Ops whose first result is of the shape of their first operand."""


def rank_of(value: SSAValue) -> int | None:
    """The number of dimensions of a blob; None if the layers that make it do not tell."""
    while not has_shape(value):
        op = value.op if isinstance(value, OpResult) else None
        if isinstance(op, ShapeKeepingOp) or (isinstance(op, NoopOp) and len(op.operands) == 1):
            value = op.operands[0]
        elif isinstance(op, ConvolutionBase) and may_be_vector(op):
            value = op.input
        elif isinstance(op, InnerProductOp):
            return 1 if rank_of(op.input) in (1, 3, 4) else None
        else:
            return _rank_by_layer(op)
    return len(shape_of(value))


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
        case PoolingOp():
            return 3 if op.is_global is None else 1
        case FlattenOp():
            return 1
        case ReshapeOp(expression=None):
            return len(int_list(op.shape))
        case _:
            return None
