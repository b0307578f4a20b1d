"""Find layers that are as fast with 16-bit weights, which their kernels widen while loading."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue

from ....dialects.kernel.attributes import Algorithm
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.families.recurrent import RecurrentOp
from ....dialects.ncnn.layers.embed import EmbedOp
from ....dialects.ncnn.layers.gemm import GemmOp
from ....dialects.ncnn.layers.innerproduct import InnerProductOp
from ....dialects.ncnn.layers.lstm import LSTMOp
from ....dialects.ncnn.layers.multiheadattention import MultiHeadAttentionOp
from ....dialects.target.products import F16
from ....dialects.target.records import Target
from .conv_schedule import schedule_direct, schedule_tiled
from .conv_shape import ConvolutionShape, convolution_shape


def streamed_weights(op: Operation, target: Target) -> Sequence[SSAValue]:
    """Return the weights of a layer that its kernels can widen at no cost."""
    if isinstance(op, ScheduledConvolution):
        return [op.weight] if streams_weights(op, target) else []
    return streamed_matrices(op)


def streamed_matrices(op: Operation) -> Sequence[SSAValue]:
    """Return the matrices and tables that a layer other than a convolution reads by rows."""
    match op:
        case InnerProductOp() | EmbedOp():
            return [op.weight]
        case GemmOp():
            return [op.b]
        case MultiHeadAttentionOp():
            return [op.query_weight, op.key_weight, op.value_weight, op.out_weight]
        case _:
            return []


def recurrent_weights(op: Operation) -> Sequence[SSAValue]:
    """Return the matrices of a recurrent layer of floats."""
    if not isinstance(op, RecurrentOp) or op.weight_hc_scale is not None:
        return []
    projection = op.weight_hr if isinstance(op, LSTMOp) else None
    matrices = [op.weight_xc, op.weight_hc, projection]
    return [matrix for matrix in matrices if matrix is not None]


def streams_weights(op: ScheduledConvolution, target: Target) -> bool:
    """Return whether a convolution is not slower if it widens its weights."""
    algorithm = op.chosen_algorithm
    if op.inner_algorithm.winograd_tile or algorithm is Algorithm.DEPTHWISE:
        return False
    shape = convolution_shape(op)
    if shape.is_pointwise or algorithm is Algorithm.GEMM:
        return True
    vector = target.lanes * shape.types.weight.bytes
    saved = (vector - target.lanes * F16.bytes) / target.costs.memory_bandwidth
    widened = loads_of_weights(shape, algorithm, target) * target.costs.passes(vector)
    return widened / target.costs.pipes <= saved


def loads_of_weights(shape: ConvolutionShape, algorithm: Algorithm, target: Target) -> int:
    """Return how often a sliding-window kernel loads the weights: once for each tile of pixels."""
    if algorithm is Algorithm.TILED:
        (pixels, _), _ = schedule_tiled(shape, target.lanes, target)
        return -(-shape.pixels // pixels)
    (pixels, _), _ = schedule_direct(shape, target.lanes, target)
    return shape.pixels // shape.out_width * -(-shape.out_width // pixels)
