"""Translate layers of products to ONNX: convolutions, inner products, attention."""

from __future__ import annotations

import numpy as np
from ncnnc.compiler.reference.deconvolution import output_major
from ncnnc.dialects.constraints import float_list
from ncnnc.dialects.ncnn.families.linear import LinearOp
from ncnnc.dialects.ncnn.layers.convolution import (
    ConvolutionBase,
    ConvolutionDepthWiseOp,
    ConvolutionOp,
)
from ncnnc.dialects.ncnn.layers.deconvolution import (
    DeconvolutionBase,
    DeconvolutionDepthWiseOp,
    DeconvolutionOp,
)
from ncnnc.dialects.ncnn.layers.gemm import GemmOp
from ncnnc.dialects.ncnn.layers.innerproduct import InnerProductOp
from ncnnc.dialects.ncnn.layers.layernorm import LayerNormOp
from ncnnc.dialects.ncnn.layers.multiheadattention import MultiHeadAttentionOp
from ncnnc.dialects.ncnn.shapes import shape_of
from xdsl.ir import SSAValue

from .onnx_graph import NotImplementedLayerError, OnnxGraph
from .onnx_layers import activated, emits


def optional_constant(graph: OnnxGraph, value: SSAValue | None) -> list[str]:
    """The constant of an operand that may be absent."""
    return [] if value is None else [graph.constant(graph.array(value))]


def finished(graph: OnnxGraph, op: LinearOp, y: str) -> str:
    """The result of a linear layer: after its activation."""
    return activated(graph, y, op.activation.data, float_list(op.activation_params))


@emits(ConvolutionOp, ConvolutionDepthWiseOp)
def convolution(graph: OnnxGraph, op: ConvolutionBase) -> str:
    if op.pad_value.value.data != 0:
        raise NotImplementedLayerError(f"{op.name} with a pad value has no form in ONNX here")
    x = graph.blob(op.input)
    if op.is_vector:
        x = graph.reshaped(x, op.spatial_input_shape)
    y = graph.node(
        "Conv",
        x,
        graph.constant(graph.array(op.weight)),
        *optional_constant(graph, op.bias),
        group=op.groups,
        strides=op.along_axes("stride"),
        dilations=op.along_axes("dilation"),
        pads=op.resolved_pads(),
    )
    if op.is_vector:
        y = graph.reshaped(y, shape_of(op.output))
    return finished(graph, op, y)


@emits(DeconvolutionOp, DeconvolutionDepthWiseOp)
def deconvolution(graph: OnnxGraph, op: DeconvolutionBase) -> str:
    weight = graph.array(op.weight)
    if not op.has_transposed_weight:
        # of groups `[out / group][in / group]` to `[in / group][out / group]`
        weight = output_major(weight, op.groups)
    y = graph.node(
        "ConvTranspose",
        graph.blob(op.input),
        graph.constant(weight),
        *optional_constant(graph, op.bias),
        group=op.groups,
        strides=op.along_axes("stride"),
        dilations=op.along_axes("dilation"),
        pads=op.resolved_cuts(),
        output_padding=op.along_axes("output_pad"),
    )
    return finished(graph, op, y)


@emits(InnerProductOp)
def innerproduct(graph: OnnxGraph, op: InnerProductOp) -> str:
    weight = graph.array(op.weight)
    bias = optional_constant(graph, op.bias)
    shape, x = shape_of(op.input), graph.blob(op.input)
    if len(shape_of(op.output)) == 1:
        x = x if len(shape) == 1 else graph.reshaped(x, [weight.shape[1]])
        y = graph.node("Gemm", x, graph.constant(weight), *bias, transB=1)
        return finished(graph, op, y)
    y = graph.node("MatMul", x, graph.constant(weight.T))
    return finished(graph, op, graph.node("Add", y, *bias) if bias else y)


@emits(GemmOp)
def gemm(graph: OnnxGraph, op: GemmOp) -> str:
    flags = (op.transpose_a, op.output_n1m, op.output_transpose)
    if any(flag is not None for flag in flags) or len(shape_of(op.a)) != 2:
        raise NotImplementedLayerError(f"{op.name} of this form has none in ONNX here")
    b = graph.array(op.b)
    b = b.T if op.transpose_b is not None else b
    alpha, beta = np.float32(op.alpha.value.data), np.float32(op.beta.value.data)
    y = graph.node("MatMul", graph.blob(op.a), graph.constant(b * alpha))
    if op.c is None:
        return y
    extents = [1 if axis is None else op.product_shape()[axis] for axis in op.c_axes()]
    return graph.node("Add", y, graph.constant(graph.array(op.c).reshape(extents) * alpha * beta))


@emits(LayerNormOp)
def layernorm(graph: OnnxGraph, op: LayerNormOp) -> str:
    shape, length = shape_of(op.input), op.run_length()
    if shape[-1] != length or op.gamma is None:
        raise NotImplementedLayerError(f"{op.name} of this form has none in ONNX here")
    affine = [graph.constant(graph.array(value)) for value in (op.gamma, op.beta) if value]
    x, epsilon = graph.blob(op.input), op.eps.value.data
    return graph.node("LayerNormalization", x, *affine, axis=-1, epsilon=epsilon)


@emits(MultiHeadAttentionOp)
def multiheadattention(graph: OnnxGraph, op: MultiHeadAttentionOp) -> str:
    blobs, heads = list(op.inputs), op.num_heads.value.data
    if len(blobs) > 3 or op.quantize_term.value.data or len(op.results) > 1:
        raise NotImplementedLayerError(f"{op.name} of this form has none in ONNX here")

    def by_head(part: str, value: SSAValue, order: list[int], factor: float = 1.0) -> str:
        """A projection, its features by heads, axes in that order."""
        weight, bias = (
            graph.array(getattr(op, f"{part}_{name}")) * np.float32(factor)
            for name in ("weight", "bias")
        )
        y = graph.node("MatMul", graph.blob(value), graph.constant(weight.T))
        y = graph.node("Add", y, graph.constant(bias))
        rows, features = shape_of(value)[0], len(weight)
        y = graph.reshaped(y, [rows, heads, features // heads])
        return graph.node("Transpose", y, perm=order)

    query = by_head("query", blobs[0], [0, 2, 1, 3], op.scale.value.data)
    key = by_head("key", blobs[min(1, len(blobs) - 1)], [0, 2, 3, 1])
    value = by_head("value", blobs[-1], [0, 2, 1, 3])
    weights = graph.node("Softmax", graph.node("MatMul", query, key), axis=-1)
    attended = graph.node("MatMul", weights, value)
    rows = graph.node("Transpose", attended, perm=[0, 2, 1, 3])
    features = graph.array(op.out_weight).shape[1]
    rows = graph.reshaped(rows, [shape_of(blobs[0])[0], features])
    y = graph.node("MatMul", rows, graph.constant(graph.array(op.out_weight).T))
    return graph.node("Add", y, graph.constant(graph.array(op.out_bias)))
