"""Put scales into the graph: layers in the form of ncnn2int8, ready to be exported."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import IntegerAttr, TensorType, f32, i8, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from ...dialects.context import NcnncContext
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.layers.convolution import ConvolutionBase
from ...dialects.ncnn.layers.split import SplitOp
from ...passes.common.rebuild import rebuild
from ..reference.int8 import to_int8
from .layers import QuantizableLayer
from .scales import LayerScales, ScalesByLayer

TERM, TERM_PER_GROUP = 2, 1
"""ncnn's `int8_scale_term` of a layer; of one whose weights have a scale for each group."""
EMITS_INT8 = 100
"""Value added to the term of a layer whose result is int8."""


def int8_weight(layer: QuantizableLayer, scales: LayerScales) -> np.ndarray:
    """Return the weights times their scales, rounded: int8 of the shape of the weights."""
    rows = layer.weight.reshape(layer.scale_count, -1) * scales.weight.reshape(-1, 1)
    return to_int8(rows).astype(np.int8).reshape(layer.weight.shape)


def output_scales(
    layers: Sequence[QuantizableLayer], scales: ScalesByLayer
) -> dict[str, np.float32]:
    """
    Return the scale of the result of each layer that hands int8 on: of a convolution, all of whose
    users (through Splits) are int8 convolutions that take it with one scale. Source: the rule by
    which ncnn's own int8 networks are made.
    """
    by_op: dict[Operation, QuantizableLayer] = {
        layer.op: layer for layer in layers if layer.name in scales
    }
    found: dict[str, np.float32] = {}
    for op, layer in by_op.items():
        if not isinstance(op, ConvolutionBase):
            continue
        wanted: set[np.float32 | None] = set()
        for user in users_of(op.output):
            reader = by_op.get(user) if isinstance(user, ConvolutionBase) else None
            wanted.add(scales[reader.name].input if reader is not None else None)
        if len(wanted) == 1 and (scale := wanted.pop()) is not None:
            found[layer.name] = scale
    return found


def users_of(value: SSAValue) -> list[Operation]:
    """Return the ops that read a blob, through any number of Splits."""
    found: list[Operation] = []
    for use in value.uses:
        if isinstance(use.operation, SplitOp):
            found += [op for result in use.operation.results for op in users_of(result)]
        else:
            found.append(use.operation)
    return found


def quantize_graph(
    layers: Sequence[QuantizableLayer], scales: ScalesByLayer, ctx: NcnncContext
) -> None:
    """Replace the ops of layers with scales by int8 ones."""
    emitted = output_scales(layers, scales)
    for layer in layers:
        if layer.name in scales:
            quantize_layer(layer, scales[layer.name], emitted.get(layer.name), ctx)


def quantize_layer(
    layer: QuantizableLayer, scales: LayerScales, output: np.float32 | None, ctx: NcnncContext
) -> None:
    """Replace the op of a layer by one with int8 weights and scales."""
    arrays = {
        "weight": int8_weight(layer, scales),
        "weight_scale": scales.weight,
        "input_scale": np.array([scales.input], np.float32),
    }
    if output is not None:
        arrays["output_scale"] = np.array([output], np.float32)
    operands: dict[str, SSAValue | None] = {
        name: stored(layer.op, f"{layer.name}.int8.{name}", array, ctx)
        for name, array in arrays.items()
    }
    term = TERM_PER_GROUP if layer.is_grouped else TERM
    term += EMITS_INT8 if output is not None else 0
    properties: dict[str, Attribute] = {"int8_scale_term": IntegerAttr(term, i64)}
    op = rebuild(layer.op, operands=operands, properties=properties)
    op.output.name_hint = layer.op.output.name_hint
    Rewriter.replace_op(layer.op, op)


def stored(layer: Operation, key: str, array: np.ndarray, ctx: NcnncContext) -> SSAValue:
    """Store an array, and insert the constant before a layer."""
    element = i8 if array.dtype == np.int8 else f32
    op = WeightOp(ctx.weights.add(key, array), TensorType(element, array.shape))
    op.location = layer.location
    block = layer.parent_block()
    assert block is not None
    block.insert_op_before(op, layer)
    return op.output
