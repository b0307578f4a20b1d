"""Quantize layers without samples: they compute the scales of their inputs at run time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i64
from xdsl.ir import Attribute
from xdsl.rewriter import Rewriter

from ...dialects.context import NcnncContext
from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.families.recurrent import RecurrentOp
from ...dialects.ncnn.layers.embed import EmbedOp
from ...dialects.ncnn.layers.gemm import GemmOp
from ...dialects.ncnn.layers.lstm import LSTMOp
from ...dialects.ncnn.layers.multiheadattention import MultiHeadAttentionOp
from ...dialects.ncnn.shapes import has_shape, shape_of
from ...passes.common.constants import stored_array
from ...passes.common.errors import layer_type_of, place_of
from ...passes.common.rebuild import rebuild
from ..frontend.locations import model_error_from
from ..reference.int8 import to_int8
from .layers import largest_scales
from .writing import TERM, stored

DynamicOp = GemmOp | MultiHeadAttentionOp | RecurrentOp | EmbedOp
PROJECTIONS = ("query", "key", "value")
TERMS = {"Gemm": "quantize_term", "MultiHeadAttention": "quantize_term", "Embed": None}
"""The parameter that selects int8, if not `int8_scale_term`; None where a scale alone does."""


@dataclass(frozen=True)
class DynamicLayer:
    """A layer whose matrices become int8, each with a scale by row, or one for all of it."""

    op: DynamicOp
    name: str
    type: str
    matrices: Mapping[str, tuple[str, bool]]
    """Names of matrices -> those of their scales, and whether each row has one."""


def find_dynamic_layers(module: ModuleOp, ctx: NcnncContext) -> list[DynamicLayer]:
    """Return the float32 layers that can be quantized this way."""
    ops = [op for op in module.walk() if isinstance(op, DynamicOp)]
    found = [
        DynamicLayer(op, place_of(op).layer or op.name, layer_type_of(op), dict(matrices_of(op)))
        for op in ops
    ]
    return [layer for layer in found if layer.matrices and is_float(layer, ctx)]


def matrices_of(op: NcnnOp) -> Iterator[tuple[str, tuple[str, bool]]]:
    """Yield the matrices of a layer that ncnn can store as int8; none of a layer that it cannot."""
    match op:
        case GemmOp() if not op.quantize_term.value.data and op.constant_b is not None:
            if op.constant_a is None:
                yield "b", ("b_scale", False)
        case MultiHeadAttentionOp() if not op.quantize_term.value.data:
            yield from ((f"{part}_weight", (f"{part}_scales", True)) for part in PROJECTIONS)
            yield "out_weight", ("out_scales", False)
        case EmbedOp() if op.weight_scale is None:
            yield "weight", ("weight_scale", False)
        case RecurrentOp() if not op.computes_int8:
            # ncnn's own implementations differ about projections, and take matrices alone.
            is_projected = isinstance(op, LSTMOp) and op.weight_hr is not None
            if not is_projected and has_shape(op.input) and len(shape_of(op.input)) <= 2:
                yield from ((name, (f"{name}_scale", True)) for name in ("weight_xc", "weight_hc"))
        case _:
            return


def is_float(layer: DynamicLayer, ctx: NcnncContext) -> bool:
    """Return whether all matrices of a layer are stored as floats."""
    arrays = (stored_array(getattr(layer.op, name), ctx.weights) for name in layer.matrices)
    return all(array is not None and array.dtype != np.int8 for array in arrays)


def quantize_dynamic(
    layers: Sequence[DynamicLayer], names: Sequence[str], ctx: NcnncContext
) -> None:
    """Replace the ops of the named layers by int8 ones."""
    for layer in layers:
        if layer.name in names:
            quantize_layer(layer, ctx)


def quantize_layer(layer: DynamicLayer, ctx: NcnncContext) -> None:
    """Replace the op of a layer by one with int8 matrices. Raises: ModelError if not finite."""
    op = int8_op(layer, ctx)
    for old, result in zip(layer.op.results, op.results, strict=True):
        result.name_hint = old.name_hint
    Rewriter.replace_op(layer.op, op)


def int8_op(layer: DynamicLayer, ctx: NcnncContext) -> DynamicOp:
    """Return the op of a layer with int8 matrices. Raises: ModelError if not finite."""
    operands = {
        name: stored(layer.op, f"{layer.name}.int8.{name}", array, ctx)
        for name, array in arrays_of(layer, ctx)
    }
    term = TERMS.get(layer.type, "int8_scale_term")
    properties: dict[str, Attribute] = {} if term is None else {term: IntegerAttr(TERM, i64)}
    return rebuild(layer.op, operands=operands, properties=properties)


def arrays_of(layer: DynamicLayer, ctx: NcnncContext) -> Iterator[tuple[str, np.ndarray]]:
    """Yield the integers and the scales of a layer by the names of operands."""
    for name, (scale, by_row) in layer.matrices.items():
        weight = stored_array(getattr(layer.op, name), ctx.weights)
        assert weight is not None  # `is_float`
        if not np.isfinite(weight).all():
            raise model_error_from(layer.op, "its weights are not all finite numbers")
        rows = weight.astype(np.float32).reshape(-1, weight.shape[-1])
        scales = largest_scales(rows if by_row else rows.reshape(1, -1))
        yield name, to_int8(rows * scales[:, None]).astype(np.int8).reshape(weight.shape)
        yield scale, scales.reshape(weight.shape[:-1]) if by_row else scales
