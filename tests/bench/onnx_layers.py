"""Translate the layers of ncnn's benchmark networks to ONNX."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

import numpy as np
from ncnnc.dialects.constraints import float_list
from ncnnc.dialects.ncnn.attributes import Activation
from ncnnc.dialects.ncnn.families.pooling_windows import PoolingKind
from ncnnc.dialects.ncnn.layers import activation, normalization, reshape
from ncnnc.dialects.ncnn.layers.binaryop import BinaryOperator, BinaryOpOp, BinaryScalarOp
from ncnnc.dialects.ncnn.layers.concat import ConcatOp
from ncnnc.dialects.ncnn.layers.crop import CropOp
from ncnnc.dialects.ncnn.layers.eltwise import EltwiseOp, EltwiseOperator
from ncnnc.dialects.ncnn.layers.interp import InterpMode, InterpOp
from ncnnc.dialects.ncnn.layers.misc import DropoutOp, NoopOp
from ncnnc.dialects.ncnn.layers.padding import PaddingOp
from ncnnc.dialects.ncnn.layers.permute import PermuteOp
from ncnnc.dialects.ncnn.layers.pooling import PoolingOp
from ncnnc.dialects.ncnn.layers.reduction import ReductionKind, ReductionOp
from ncnnc.dialects.ncnn.layers.shuffle import ShuffleChannelOp
from ncnnc.dialects.ncnn.layers.slice import SliceOp
from ncnnc.dialects.ncnn.layers.softmax import SoftmaxOp
from ncnnc.dialects.ncnn.layers.split import SplitOp
from ncnnc.dialects.ncnn.rules.broadcast import align
from ncnnc.dialects.ncnn.shapes import shape_of
from xdsl.ir import Operation

from .onnx_graph import Emitter, NotImplementedLayerError, OnnxGraph

EMITTERS: dict[type[Operation], Emitter] = {}
"""Op class -> its translation."""
BINARY = {
    BinaryOperator.ADD: "Add",
    BinaryOperator.SUB: "Sub",
    BinaryOperator.MUL: "Mul",
    BinaryOperator.DIV: "Div",
    BinaryOperator.MAX: "Max",
    BinaryOperator.MIN: "Min",
    BinaryOperator.POW: "Pow",
}
ELTWISE = {EltwiseOperator.PROD: "Mul", EltwiseOperator.SUM: "Add", EltwiseOperator.MAX: "Max"}
REDUCTIONS = {
    ReductionKind.SUM: "ReduceSum",
    ReductionKind.MEAN: "ReduceMean",
    ReductionKind.MAX: "ReduceMax",
    ReductionKind.MIN: "ReduceMin",
}


def emits(*kinds: type[Operation]) -> Callable[[Callable[[OnnxGraph, Any], str]], Emitter]:
    """Decorator: the function translates these ops, which have one result."""

    def register(function: Callable[[OnnxGraph, Any], str]) -> Emitter:
        def emit(graph: OnnxGraph, op: Any) -> Sequence[str]:
            return [function(graph, op)]

        EMITTERS.update(dict.fromkeys(kinds, emit))
        return emit

    return register


def known(table: dict[Any, str], key: Any, op: Operation) -> str:
    """The node of a kind. Raises: NotImplementedLayerError if there is none."""
    if key not in table:
        raise NotImplementedLayerError(f"{op.name} {key.value} has no form in ONNX here")
    return table[key]


def number(graph: OnnxGraph, value: float) -> str:
    """A constant of one number."""
    return graph.constant(np.float32(value))


# Activations --------------------------------------------------------------------------------------


def activated(graph: OnnxGraph, x: str, kind: Activation, params: Sequence[float]) -> str:
    """A blob after the activation that a layer carries."""
    match kind:
        case Activation.NONE:
            return x
        case Activation.RELU:
            return graph.node("Relu", x)
        case Activation.LEAKY_RELU:
            return graph.node("LeakyRelu", x, alpha=params[0])
        case Activation.CLIP:
            return graph.node("Clip", x, number(graph, params[0]), number(graph, params[1]))
        case Activation.SIGMOID:
            return graph.node("Sigmoid", x)
        case Activation.MISH:
            return graph.node("Mish", x)
        case Activation.HARDSWISH:
            return hardswish(graph, x, params[0], params[1])


def hardswish(graph: OnnxGraph, x: str, alpha: float, beta: float) -> str:
    """`x * clip(alpha * x + beta, 0, 1)`"""
    if np.float32(alpha) == np.float32(1 / 6) and beta == 0.5:
        return graph.node("HardSwish", x)
    return graph.node("Mul", x, graph.node("HardSigmoid", x, alpha=alpha, beta=beta))


@emits(activation.ReLUOp)
def relu(graph: OnnxGraph, op: activation.ReLUOp) -> str:
    slope = op.slope.value.data
    kind = Activation.LEAKY_RELU if slope else Activation.RELU
    return activated(graph, graph.blob(op.input), kind, [slope])


@emits(activation.SigmoidOp)
def sigmoid(graph: OnnxGraph, op: activation.SigmoidOp) -> str:
    return graph.node("Sigmoid", graph.blob(op.input))


@emits(activation.SwishOp)
def swish(graph: OnnxGraph, op: activation.SwishOp) -> str:
    x = graph.blob(op.input)
    return graph.node("Mul", x, graph.node("Sigmoid", x))


@emits(activation.HardSwishOp)
def hardswish_layer(graph: OnnxGraph, op: activation.HardSwishOp) -> str:
    return hardswish(graph, graph.blob(op.input), op.alpha.value.data, op.beta.value.data)


@emits(activation.HardSigmoidOp)
def hardsigmoid(graph: OnnxGraph, op: activation.HardSigmoidOp) -> str:
    parameters = {"alpha": op.alpha.value.data, "beta": op.beta.value.data}
    return graph.node("HardSigmoid", graph.blob(op.input), **parameters)


@emits(activation.GELUOp)
def gelu(graph: OnnxGraph, op: activation.GELUOp) -> str:
    form = "none" if op.fast is None else "tanh"
    return graph.node("Gelu", graph.blob(op.input), approximate=form)


@emits(activation.ClipOp)
def clip(graph: OnnxGraph, op: activation.ClipOp) -> str:
    bounds = [op.min.value.data, op.max.value.data]
    return activated(graph, graph.blob(op.input), Activation.CLIP, bounds)


# Arithmetic ---------------------------------------------------------------------------------------


@emits(BinaryOpOp)
def binaryop(graph: OnnxGraph, op: BinaryOpOp) -> str:
    names: list[str] = []
    for value, other in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        shape, name = shape_of(value), graph.blob(value)
        aligned = align(shape, shape_of(other))
        names.append(name if aligned == shape else graph.reshaped(name, aligned))
    kind = op.operator.data
    if kind not in BINARY:  # one of those that swap their operands
        kind, names = kind.swapped, names[::-1]
    return graph.node(known(BINARY, kind, op), *names)


@emits(BinaryScalarOp)
def binaryop_scalar(graph: OnnxGraph, op: BinaryScalarOp) -> str:
    names, kind = [graph.blob(op.input), number(graph, op.scalar.value.data)], op.operator.data
    if kind not in BINARY:
        kind, names = kind.swapped, names[::-1]
    return graph.node(known(BINARY, kind, op), *names)


@emits(EltwiseOp)
def eltwise(graph: OnnxGraph, op: EltwiseOp) -> str:
    names = [graph.blob(value) for value in op.inputs]
    coefficients = float_list(op.coeffs) or [1.0] * len(names)
    names = [
        name if factor == 1 else graph.node("Mul", name, number(graph, factor))
        for name, factor in zip(names, coefficients, strict=True)
    ]
    kind = known(ELTWISE, op.operator.data, op)
    return reduce(lambda a, b: graph.node(kind, a, b), names)


@emits(normalization.BatchNormOp)
def batchnorm(graph: OnnxGraph, op: normalization.BatchNormOp) -> str:
    vectors = [graph.array(v) for v in (op.slope, op.bias, op.mean, op.variance)]
    names = [graph.constant(vector) for vector in vectors]
    epsilon = op.eps.value.data
    return graph.node("BatchNormalization", graph.blob(op.input), *names, epsilon=epsilon)


@emits(normalization.LRNOp)
def lrn(graph: OnnxGraph, op: normalization.LRNOp) -> str:
    if op.region.data is not normalization.LRNRegion.ACROSS_CHANNELS:
        raise NotImplementedLayerError(f"{op.name} within channels has no form in ONNX here")
    names = ("alpha", "beta", "bias")
    parameters = {name: getattr(op, name).value.data for name in names}
    return graph.node("LRN", graph.blob(op.input), size=op.local_size.value.data, **parameters)


# Pooling and reduction ----------------------------------------------------------------------------


@emits(PoolingOp)
def pooling(graph: OnnxGraph, op: PoolingOp) -> str:
    kind, x = op.kind.data, graph.blob(op.input)
    name = "MaxPool" if kind is PoolingKind.MAX else "AveragePool"
    channels, *size = shape_of(op.input)
    if op.is_global is not None:
        return graph.reshaped(graph.node(f"Global{name}", x), [channels])
    counts = [len(windows) for windows in op.windows()]
    if op.is_adaptive:
        if any(cells % count for cells, count in zip(size, counts, strict=True)):
            raise NotImplementedLayerError(f"{op.name} with uneven windows has no form here")
        kernel = [cells // count for cells, count in zip(size, counts, strict=True)]
        return graph.node(name, x, kernel_shape=kernel, strides=kernel)
    kernel, stride = op.along_axes("kernel"), op.along_axes("stride")
    before = [max(0, -windows.starts[0]) for windows in op.windows()]
    before = [max(a, b) for a, b in zip(before, op.along_axes("pad")[:2], strict=True)]
    after = [
        max(0, (n - 1) * s + k - cells - b)
        for n, s, k, cells, b in zip(counts, stride, kernel, size, before, strict=True)
    ]
    counted = {} if kind is PoolingKind.MAX else {"count_include_pad": int(counts_padding(op))}
    pads = [*before, *after]
    return graph.node(name, x, kernel_shape=kernel, strides=stride, pads=pads, **counted)


def counts_padding(op: PoolingOp) -> bool:
    """Return whether a mean divides by all cells of a window."""
    return op.count_include_pad is not None


@emits(ReductionOp)
def reduction(graph: OnnxGraph, op: ReductionOp) -> str:
    axes = graph.constant(np.array([axis + 1 for axis in op.resolved_axes()], np.int64))
    kind = known(REDUCTIONS, op.kind.data, op)
    y = graph.node(kind, graph.blob(op.input), axes, keepdims=0)
    if op.coeff.value.data != 1:
        y = graph.node("Mul", y, number(graph, op.coeff.value.data))
    return graph.reshaped(y, shape_of(op.output))


@emits(SoftmaxOp)
def softmax(graph: OnnxGraph, op: SoftmaxOp) -> str:
    return graph.node("Softmax", graph.blob(op.input), axis=op.resolved_axis() + 1)


# Shapes and copies --------------------------------------------------------------------------------


@emits(reshape.ReshapeOp, reshape.FlattenOp)
def reshape_layer(graph: OnnxGraph, op: reshape.ReshapingOp) -> str:
    return graph.reshaped(graph.blob(op.input), shape_of(op.output))


@emits(PermuteOp)
def permute(graph: OnnxGraph, op: PermuteOp) -> str:
    order = [0, *(axis + 1 for axis in op.permutation())]
    return graph.node("Transpose", graph.blob(op.input), perm=order)


@emits(ShuffleChannelOp)
def shufflechannel(graph: OnnxGraph, op: ShuffleChannelOp) -> str:
    channels, *size = shape = shape_of(op.input)
    groups = op.group.value.data
    groups = channels // groups if op.reverse is not None else groups
    parts = graph.reshaped(graph.blob(op.input), [groups, channels // groups, *size])
    order = [0, 2, 1, *range(3, 3 + len(size))]
    return graph.reshaped(graph.node("Transpose", parts, perm=order), shape)


@emits(ConcatOp)
def concat(graph: OnnxGraph, op: ConcatOp) -> str:
    return graph.node("Concat", *map(graph.blob, op.inputs), axis=op.resolved_axis() + 1)


@emits(CropOp)
def crop(graph: OnnxGraph, op: CropOp) -> str:
    offsets, sizes = op.offsets_and_sizes()
    ends = [offset + size for offset, size in zip(offsets, sizes, strict=True)]
    axes = range(1, 1 + len(ends))
    bounds = (graph.constant(np.array([*b], np.int64)) for b in (offsets, ends, axes))
    return graph.node("Slice", graph.blob(op.input), *bounds)


@emits(PaddingOp)
def padding(graph: OnnxGraph, op: PaddingOp) -> str:
    pads = op.axis_pads()
    amounts = [0, *(before for before, _ in pads), 0, *(after for _, after in pads)]
    if min(amounts) < 0 or op.values is not None or op.kind.data.value != "constant":
        raise NotImplementedLayerError(f"{op.name} of this kind has no form in ONNX here")
    places = graph.constant(np.array(amounts, np.int64))
    return graph.node("Pad", graph.blob(op.input), places, number(graph, op.value.value.data))


@emits(InterpOp)
def interp(graph: OnnxGraph, op: InterpOp) -> str:
    mode = op.mode.data
    sizes = graph.constant(np.array([1, *shape_of(op.output)], np.int64))
    if mode is InterpMode.NEAREST:
        how = {"coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
        return graph.node("Resize", graph.blob(op.input), "", "", sizes, mode="nearest", **how)
    if mode is not InterpMode.BILINEAR:
        raise NotImplementedLayerError(f"{op.name} {mode.value} has no form in ONNX here")
    how = "half_pixel" if op.align_corner is None else "align_corners"
    x = graph.blob(op.input)
    return graph.node("Resize", x, "", "", sizes, mode="linear", coordinate_transformation_mode=how)


@emits(DropoutOp)
def dropout(graph: OnnxGraph, op: DropoutOp) -> str:
    return graph.node("Mul", graph.blob(op.input), number(graph, op.scale.value.data))


def slice_layer(graph: OnnxGraph, op: SliceOp) -> Sequence[str]:
    """All parts of a blob."""
    axis = op.resolved_axis()
    sizes = [shape_of(result)[axis] for result in op.outputs]
    parts = graph.constant(np.array(sizes, np.int64))
    return graph.node_with_results("Split", len(sizes), graph.blob(op.input), parts, axis=axis + 1)


def same_blobs(graph: OnnxGraph, op: SplitOp | NoopOp) -> Sequence[str]:
    """Results that are the operands."""
    if isinstance(op, SplitOp):
        return [graph.blob(op.input)] * len(op.outputs)
    return [graph.blob(value) for value, _ in zip(op.inputs, op.outputs, strict=False)]


EMITTERS[SliceOp] = slice_layer
EMITTERS[SplitOp] = same_blobs
EMITTERS[NoopOp] = same_blobs
