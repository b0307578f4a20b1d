"""Put quantized matrices into the graph, in ncnn's storage form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from xdsl.dialects.builtin import IntegerAttr, UnitAttr, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.rewriter import Rewriter

from ....dialects.context import NcnncContext
from ....dialects.ncnn.families.block_quantization import BlockQuantization
from ....dialects.ncnn.layers.gemm import GemmOp
from ....dialects.ncnn.layers.innerproduct import InnerProductOp
from ....dialects.ncnn.shapes import shape_of
from ....passes.common.constants import stored_array
from ....passes.common.rebuild import rebuild
from ....passes.decompose.building.replacement_builder import ReplacementBuilder
from ..writing import stored
from .layers import BlockLayer


@dataclass(frozen=True)
class QuantizedMatrix:
    """A matrix as ncnn stores it: packed rows, scales of blocks, and maybe of input columns."""

    integers: np.ndarray
    scales: np.ndarray
    input_scales: np.ndarray | None = None


def write_blocks(
    layer: BlockLayer,
    matrices: Mapping[str, QuantizedMatrix],
    form: BlockQuantization,
    ctx: NcnncContext,
) -> None:
    """Replace the op of a layer by one with these matrices, by part; the old ones are dropped."""
    op = gemm_of(layer.op, ctx) if isinstance(layer.op, InnerProductOp) else layer.op
    operands: dict[str, SSAValue] = {}
    has_input_scales = any(m.input_scales is not None for m in matrices.values())
    for part, matrix in matrices.items():
        for name, array in arrays_of(op, part, matrix).items():
            operands[name] = stored(op, f"{layer.name}.blocks.{name}", array, ctx)
    term = replace(form, has_input_scales=has_input_scales).term
    properties: dict[str, Attribute] = {"quantize_term": IntegerAttr(term, i64)}
    if isinstance(op, GemmOp):
        properties["transpose_b"] = UnitAttr()
    new = rebuild(op, operands=operands, properties=properties)
    for old, result in zip(op.results, new.results, strict=True):
        result.name_hint = old.name_hint
    Rewriter.replace_op(op, new)
    for matrix in layer.matrices:
        ctx.weights.discard(matrix.key)


def arrays_of(op: object, part: str, matrix: QuantizedMatrix) -> dict[str, np.ndarray]:
    """Return the arrays of a matrix by the names of the operands of its op."""
    names = ("b", "b_block_scales", "b_input_scales")
    if not isinstance(op, GemmOp):
        names = (f"{part}_weight", f"{part}_scales", f"{part}_input_scales")
    arrays = (matrix.integers, matrix.scales, matrix.input_scales)
    return {name: a for name, a in zip(names, arrays, strict=True) if a is not None}


def gemm_of(op: InnerProductOp, ctx: NcnncContext) -> GemmOp:
    """Replace an InnerProduct of a matrix by the Gemm that computes the same."""
    builder = ReplacementBuilder(op, PatternRewriter(op))
    n, k = shape_of(op.weight)
    params = {3: 1, 5: 1, 6: 1, 8: n, 9: k, 10: -1 if op.bias is None else 4}
    weights = {"b": op.weight}
    if op.bias is not None and (bias := stored_array(op.bias, ctx.weights)) is not None:
        weights["c"] = builder.constant(ctx.weights, "c", bias.reshape(1, n))
    result = builder.layer("Gemm", [op.input], params, weights)
    result.name_hint = op.output.name_hint
    gemm = result.owner
    assert isinstance(gemm, GemmOp)
    Rewriter.replace_op(op, [], [result])
    return gemm
