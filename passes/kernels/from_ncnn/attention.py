"""Convert MultiHeadAttention and SDPA: products around an attention kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import prod

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ....dialects.constraints import int_array, int_attr
from ....dialects.kernel.attention import AttentionKernelOp
from ....dialects.kernel.base import buffer_shape
from ....dialects.ncnn.families.attention import AttentionOp
from ....dialects.ncnn.internal.append import AppendOp
from ....dialects.ncnn.layers.elementwise import float_attribute
from ....dialects.ncnn.layers.multiheadattention import MultiHeadAttentionOp
from ....dialects.ncnn.layers.sdpa import SDPAOp
from ....dialects.ncnn.schedule import Schedule
from ....dialects.ncnn.shapes import shape_of
from ....dialects.symbols import extents_of
from ...common.epilogues import epilogue_region
from ...common.errors import OperationError
from ...common.geometry.matrices import by_group, side_by_side
from ..building.kernel_builder import PARALLEL, KernelBuilder
from ..building.matrix_multiplication import (
    Factor,
    ProductDestination,
    in_panels,
    insert_bounded,
    multiply,
    stored_rows,
)
from ..building.scheduled import schedule_of
from . import conversions
from .channels import first_argument
from .permute import transposed


@conversions.register(MultiHeadAttentionOp)
def multiheadattention(
    k: KernelBuilder, op: MultiHeadAttentionOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Read and write heads in place, as columns of the projections."""
    if op.quantize_term.value.data or op.kv_cache is not None:
        raise OperationError(op, "int8 weights and caches are not supported")
    physical = dict(zip(op.operands, operands, strict=True))
    heads, width = op.num_heads.value.data, op.embed_dim.value.data
    size, scale, parts = width // heads, op.scale.value.data, schedule_of(op).parts

    def projected(
        name: str, x: SSAValue, weight: SSAValue, bias: SSAValue, factor: float = 1.0
    ) -> SSAValue:
        rows, columns = buffer_shape(x)
        outputs = shape_of(weight)[0]
        w = stored_rows(physical[weight], outputs, columns)
        extras = [k.view(physical[bias], (1, outputs))]
        body = epilogue_region([op.output, bias], lambda value, term: (value + term) * factor)
        to = ProductDestination((rows, outputs), (0, outputs))
        return multiply(k, parts[name], stored_rows(x, rows, columns), w, to, extras, body)

    q = projected("query", physical[op.query], op.query_weight, op.query_bias, scale)
    key = projected("key", physical[op.key], op.key_weight, op.key_bias)
    value = projected("value", physical[op.value], op.value_weight, op.value_bias)
    queries, keys = buffer_shape(q)[0], buffer_shape(key)[0]
    mask = None if op.mask is None else physical[op.mask]
    attended = attend(
        k,
        parts,
        Factor(q, side_by_side(heads, queries, size)),
        Factor(key, side_by_side(heads, keys, size)),
        Factor(value, side_by_side(heads, keys, size)),
        mask,
        1.0,
        ProductDestination((queries, width), (size, width)),
        causal_rows(k, op, q, queries),
    )
    return [projected("out", attended, op.out_weight, op.out_bias)]


@conversions.register(SDPAOp)
def sdpa(k: KernelBuilder, op: SDPAOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """
    Stack the queries of heads that share keys as rows of one matrix; as consecutive matrices if the
    number of rows is dynamic or attention is causal.
    """
    if op.int8_scale_term.value.data or op.kv_cache is not None:
        raise OperationError(op, "int8 and caches are not supported")
    physical = dict(zip(op.operands, operands, strict=True))
    heads, queries, size = shape_of(op.query)
    groups, keys, outputs = shape_of(op.value)
    causal = causal_rows(k, op, physical[op.query], queries)
    is_apart = causal is not None or k.extents.is_symbolic(physical[op.query])
    sharing = heads // groups if is_apart else 1
    matrices, rows = groups * sharing, heads // groups // sharing * queries
    mask = None if op.mask is None else physical[op.mask]
    if mask is not None and matrices < heads:
        mask = repeated_mask(k, mask, heads // groups, queries, keys)
    y = attend(
        k,
        schedule_of(op).parts,
        Factor(physical[op.query], by_group(matrices, rows, size)),
        attended(op.key, physical[op.key]),
        attended(op.value, physical[op.value]),
        mask,
        op.resolved_scale(),
        ProductDestination((matrices, rows, outputs), (rows * outputs, outputs)),
        causal,
        [physical[v] for v in (op.key_scales, op.value_scales) if v is not None],
    )
    return [k.view(y, shape_of(op.output))]


def attended(logical: SSAValue, physical: SSAValue) -> Factor:
    """Return keys or values, which may be stored in panels."""
    at, owner = by_group(*shape_of(logical)), logical.owner
    if not isinstance(owner, AppendOp) or owner.panels is None:
        return Factor(physical, at)
    extents = extents_of(logical)
    assert extents is not None  # the state grows
    return Factor(physical, at, extents.results)


def causal_rows(
    k: KernelBuilder, op: AttentionOp, query: SSAValue, queries: int
) -> UnitAttr | None:
    """Return the `causal` property; None for a single query, which attends to all keys."""
    return op.causal if queries > 1 or k.extents.is_symbolic(query) else None


def attend(
    k: KernelBuilder,
    parts: Mapping[str, Schedule],
    query: Factor,
    key: Factor,
    value: Factor,
    mask: SSAValue | None,
    scale: float,
    to: ProductDestination,
    causal: UnitAttr | None,
    scales: Sequence[SSAValue] = (),
) -> SSAValue:
    """
    Append `softmax(scale * q k^T + mask) v` for each matrix of queries. If there are n times as
    many matrices of queries as of keys, each n share a matrix of keys.
    """
    batch, rows, size = key.at.batch, query.at.rows, query.at.columns
    keys, columns, sharing = key.at.rows, value.at.columns, query.at.batch // key.at.batch
    scores, values = parts["scores"], parts["values"]
    if scores.regrouped:
        query = by_matrix(k, query)
    extras: list[SSAValue] = []
    if mask is not None:
        is_shared = prod(buffer_shape(mask)) == rows * keys
        shape = (rows, keys) if is_shared else (batch * sharing, rows, keys)
        extras.append(k.view(mask, shape))
    bounds = k.extents.of_attention(query, key, value)
    op = AttentionKernelOp.make(
        [
            query.value,
            in_panels(k, key, k.lanes, scores.register[1]),
            in_panels(k, replace(value, at=value.at.transposed), k.lanes, values.register[1]),
            *scales,
            *extras,
        ],
        [k.empty(to.shape, query.value.type)],
        {
            "extents": int_array([batch, rows, keys, size, columns]),
            "q_strides": int_array(query.at.strides),
            "y_strides": int_array(to.strides),
            "lanes": int_attr(k.lanes),
            "score_tile": int_array(scores.register),
            "value_tile": int_array(values.register),
            "block": int_attr(-(-scores.block // sharing) * sharing),
            "queries_per_key": int_attr(sharing) if sharing > 1 else None,
            "causal": causal,
            "keys_ahead": int_array(scores.weights_ahead) if scores.weights_ahead else None,
            "values_ahead": int_array(values.weights_ahead) if values.weights_ahead else None,
            "scale": float_attribute(scale),
        },
    )
    return insert_bounded(k, op, bounds, rows, to)


def by_matrix(k: KernelBuilder, x: Factor) -> Factor:
    """Copy matrices that are interleaved by rows into consecutive matrices."""
    at = x.at
    rows = transposed(k, k.view(x.value, (at.rows, at.batch, at.columns)), (1, 0, 2))
    return Factor(rows, by_group(at.batch, at.rows, at.columns))


def repeated_mask(
    k: KernelBuilder, mask: SSAValue, heads: int, queries: int, keys: int
) -> SSAValue:
    """Repeat one mask for all the heads that share keys."""
    if prod(buffer_shape(mask)) > queries * keys:
        return mask
    plane = k.view(mask, (queries, keys))
    maps = [
        AffineMap(3, 0, (AffineExpr.dimension(1), AffineExpr.dimension(2))),
        AffineMap.identity(3),
    ]
    whole = k.empty((heads, queries, keys), mask.type)
    return k.generic([plane], whole, maps, [PARALLEL] * 3, first_argument)
