"""The schedules of attention: of its projections, scores and values."""

from __future__ import annotations

from dataclasses import replace

from xdsl.dialects.builtin import f32
from xdsl.ir import Attribute

from ....dialects.element_types import element_bytes, element_of
from ....dialects.kernel.matmul import panel_elements
from ....dialects.ncnn.layers.multiheadattention import MultiHeadAttentionOp
from ....dialects.ncnn.layers.sdpa import SDPAOp
from ....dialects.ncnn.schedule import Schedule
from ....dialects.ncnn.shapes import shape_of
from ....dialects.symbols import extents_of
from ....dialects.target.elements import product_types
from ....dialects.target.records import Target
from ...common.geometry.matrices import Matrices, by_group, one_matrix, side_by_side
from ..cost.matrix_tile import lines_in_one_set, product_tile, tile_of_dynamic_rows
from ..cost.prefetching import weights_ahead
from .products import product_schedule

LEAST_ROWS, MOST_ROWS = 8, 64
"""The least and the largest number of rows whose scores are computed at a time."""
USUAL_KEYS = 1024
"""The assumed number of keys if it is dynamic: an assumption on models, not on machines."""
DYNAMIC_VECTORS = 8
"""
The assumed vectors of columns if rows, and mostly keys, are dynamic. With three vectors a tile,
many columns leave one vector over, whose sums wait for each other.
"""


def multiheadattention_schedule(op: MultiHeadAttentionOp, target: Target) -> Schedule:
    """Return the schedules of the projections, and of attention between them."""
    projections = {
        "query": (op.query, op.query_weight),
        "key": (op.key, op.key_weight),
        "value": (op.value, op.value_weight),
    }
    parts = {
        name: product_schedule(
            one_matrix(*shape_of(x)), one_matrix(*shape_of(weight)), x, weight, target
        )
        for name, (x, weight) in projections.items()
    }
    heads, width = op.num_heads.value.data, op.embed_dim.value.data
    queries, keys = shape_of(op.query)[0], shape_of(op.key)[0]
    query = side_by_side(heads, queries, width // heads)
    is_dynamic = extents_of(op.query) is not None
    types = op.query.type, op.key.type
    attended = attention_parts(query, keys, width // heads, types, target, is_dynamic=is_dynamic)
    out = product_schedule(
        *(one_matrix(queries, width), one_matrix(*shape_of(op.out_weight))),
        *(op.query, op.out_weight, target),
    )
    return Schedule(parts={**parts, **attended, "out": out})


def sdpa_schedule(op: SDPAOp, target: Target) -> Schedule:
    """Return the schedules of scores and values; queries that share keys are rows of a matrix."""
    heads, queries, size = shape_of(op.query)
    groups, keys, outputs = shape_of(op.value)
    rows = heads // groups * queries
    query = by_group(groups, rows, size)
    types, is_dynamic = (op.query.type, op.key.type), extents_of(op.query) is not None
    parts = attention_parts(query, keys, outputs, types, target, is_dynamic=is_dynamic)
    if extents_of(op.key) is not None and keys > USUAL_KEYS:
        # Scores of the largest number of keys, which few runs have, leave room for few rows.
        rows_of_block = rows_at_once(rows, USUAL_KEYS, target)
        parts["scores"] = replace(parts["scores"], block=rows_of_block)
    return Schedule(parts=parts)


def attention_parts(
    query: Matrices,
    keys: int,
    outputs: int,
    types: tuple[Attribute, Attribute],
    target: Target,
    *,
    is_dynamic: bool,
) -> dict[str, Schedule]:
    """
    Return the schedules of both products of attention; that of scores has the number of rows
    computed at a time. The number of queries may be known at run time.
    """
    lanes, (query_element, element) = target.lanes, map(element_of, types)
    kernel = target.inner_kernel(product_types(query_element, element))
    kernel = kernel.without(target.costs.spared_registers)
    block = rows_at_once(query.rows, keys, target)
    tile_for, most = (tile_of_dynamic_rows, DYNAMIC_VECTORS) if is_dynamic else (product_tile, keys)
    score_tile, value_tile = (
        tile_for(kernel, block, min(-(-n // lanes), most), depth, lanes)
        for n, depth in ((keys, query.columns), (outputs, keys))
    )
    size = element_bytes(query_element)
    lines = lines_in_one_set(query, score_tile[0], size, target.caches)
    is_side_by_side = query == side_by_side(query.batch, query.rows, query.columns)
    regrouped = lines > target.caches.ways_of_rows and is_side_by_side
    keys_ahead, values_ahead = (
        weights_ahead(
            query.batch * panel_elements(rows, columns, lanes) * element_bytes(element),
            target.costs,
        )
        for rows, columns in ((keys, query.columns), (outputs, keys))
    )
    return {
        "scores": Schedule(score_tile, block, regrouped=regrouped, weights_ahead=keys_ahead),
        "values": Schedule(value_tile, weights_ahead=values_ahead),
    }


def rows_at_once(rows: int, keys: int, target: Target) -> int:
    """
    Return the number of rows whose scores take a part of the L2 cache, in about equal blocks; keys
    and values have the rest.
    """
    scores = target.l2_bytes // target.costs.scores_share
    most = max(LEAST_ROWS, scores // (keys * element_bytes(f32)))
    blocks = -(-rows // min(most, MOST_ROWS))
    return -(-rows // blocks)
