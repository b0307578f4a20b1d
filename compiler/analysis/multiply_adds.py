"""How much arithmetic a layer is, in the way that papers count it."""

from __future__ import annotations

import math

from xdsl.ir import Operation

from ...dialects.ncnn.base import shape_of
from ...dialects.ncnn.layers.attention import MultiHeadAttentionOp, SDPAOp
from ...dialects.ncnn.layers.convolution import ConvolutionBase
from ...dialects.ncnn.layers.convolution1d import Convolution1DBase
from ...dialects.ncnn.layers.deconvolution import DeconvolutionBase
from ...dialects.ncnn.layers.deconvolution1d import Deconvolution1DBase
from ...dialects.ncnn.layers.gemm import GemmOp
from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ...dialects.ncnn.layers.matmul import MatMulOp


def multiply_adds(op: Operation) -> int:
    """
    Multiply-adds of a layer of products, as if computed directly; 0 for all others.

    Every output cell of a convolution or inner product is a dot product with one
    `[in/group][kh][kw]` slice of the weights (1-D ones have no `kh`); every input cell of a
    deconvolution is spread over `[out/group][kh][kw]` cells. Attention is the products of its
    projections, and two for every pair of a query and a key.
    """
    match op:
        case ConvolutionBase() | InnerProductOp():
            return math.prod(shape_of(op.output)) * math.prod(shape_of(op.weight)[1:])
        case Convolution1DBase():
            return math.prod(shape_of(op.output)) * math.prod(op.used_weight_shape[1:])
        case DeconvolutionBase() | Deconvolution1DBase():
            outputs, inputs_of_group, *kernel = op.weight_dimensions()
            cells, channels = math.prod(shape_of(op.input)), shape_of(op.input)[0]
            return cells * outputs * inputs_of_group * math.prod(kernel) // channels
        case GemmOp():
            return math.prod(op.product_shape())
        case MatMulOp():
            return math.prod(shape_of(op.output)) * shape_of(op.a)[-1]
        case MultiHeadAttentionOp():
            queries, keys = shape_of(op.query)[0], shape_of(op.key)[0]
            embedding, query_dim = op.embed_dim.value.data, op.query_dim.value.data
            projected = 2 * queries * query_dim
            projected += keys * (op.key_dim.value.data + op.value_dim.value.data)
            return embedding * (projected + 2 * queries * keys)
        case SDPAOp():
            heads, queries, size = shape_of(op.query)
            _, keys, outputs = shape_of(op.value)
            return heads * queries * keys * (size + outputs)
    return 0
