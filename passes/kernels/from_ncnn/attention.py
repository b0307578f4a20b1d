"""MultiHeadAttention and SDPA: products around a kernel that attends."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import f32
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ....dialects.constraints import int_array, int_attr
from ....dialects.element_types import element_bytes, element_of
from ....dialects.kernel.attention import AttentionKernelOp
from ....dialects.kernel.base import buffer_shape
from ....dialects.ncnn.base import shape_of
from ....dialects.ncnn.layers.elementwise import float_attribute
from ....dialects.ncnn.layers.multiheadattention import MultiHeadAttentionOp
from ....dialects.ncnn.layers.sdpa import SDPAOp
from ....dialects.target.elements import product_types
from ...common.epilogues import epilogue_region
from ...common.errors import OperationError
from ...schedule.cost.register_tile import choose_register_tile
from ..building.kernel_builder import PARALLEL, KernelBuilder
from ..building.matrix_multiplication import (
    LINES_OF_SET,
    Matrices,
    ProductDestination,
    in_panels,
    lines_in_one_set,
    multiply,
    one_matrix,
)
from . import conversions
from .channels import first_argument
from .permute import transposed

SCORES_SHARE = 2
"""The part of the second cache that scores take is 1 of so many."""
LEAST_ROWS, MOST_ROWS = 8, 64
"""Rows whose scores are computed at a time."""


@conversions.register(MultiHeadAttentionOp)
def multiheadattention(
    k: KernelBuilder, op: MultiHeadAttentionOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Heads are columns of the projections: they are read and written where they lie."""
    if op.quantize_term.value.data or op.kv_cache is not None:
        raise OperationError(op, "int8 weights and caches are not supported")
    physical = dict(zip(op.operands, operands, strict=True))
    heads, width = op.num_heads.value.data, op.embed_dim.value.data
    size, scale = width // heads, op.scale.value.data

    def projected(x: SSAValue, weight: SSAValue, bias: SSAValue, factor: float) -> SSAValue:
        rows, columns = buffer_shape(x)
        outputs = shape_of(weight)[0]
        w = one_matrix(physical[weight], outputs, columns)
        extras = [k.view(physical[bias], (1, outputs))]
        body = epilogue_region([op.output, bias], lambda value, term: (value + term) * factor)
        to = ProductDestination((rows, outputs), (0, outputs))
        return multiply(k, one_matrix(x, rows, columns), w, to, extras, body)

    q = projected(physical[op.query], op.query_weight, op.query_bias, scale)
    key = projected(physical[op.key], op.key_weight, op.key_bias, 1.0)
    value = projected(physical[op.value], op.value_weight, op.value_bias, 1.0)
    by_head = (size, width, 1)
    queries, keys = buffer_shape(q)[0], buffer_shape(key)[0]
    mask = None if op.mask is None else physical[op.mask]
    attended = attend(
        k,
        Matrices(q, heads, queries, size, by_head),
        Matrices(key, heads, keys, size, by_head),
        Matrices(value, heads, keys, size, by_head),
        mask,
        1.0,
        ProductDestination((queries, width), by_head[:2]),
    )
    return [projected(attended, op.out_weight, op.out_bias, 1.0)]


@conversions.register(SDPAOp)
def sdpa(k: KernelBuilder, op: SDPAOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """The queries of heads that share keys are rows of one matrix."""
    if op.int8_scale_term.value.data or op.kv_cache is not None:
        raise OperationError(op, "int8 and caches are not supported")
    physical = dict(zip(op.operands, operands, strict=True))
    heads, queries, size = shape_of(op.query)
    groups, keys, outputs = shape_of(op.value)
    rows = heads // groups * queries
    mask = None if op.mask is None else physical[op.mask]
    if mask is not None and groups < heads:
        mask = repeated_mask(k, mask, heads, queries, keys)
    y = attend(
        k,
        Matrices(physical[op.query], groups, rows, size, (rows * size, size, 1)),
        Matrices(physical[op.key], groups, keys, size, (keys * size, size, 1)),
        Matrices(physical[op.value], groups, keys, outputs, (keys * outputs, outputs, 1)),
        mask,
        op.resolved_scale(),
        ProductDestination((groups, rows, outputs), (rows * outputs, outputs)),
    )
    return [k.view(y, shape_of(op.output))]


def attend(
    k: KernelBuilder,
    query: Matrices,
    key: Matrices,
    value: Matrices,
    mask: SSAValue | None,
    scale: float,
    to: ProductDestination,
) -> SSAValue:
    """`softmax(scale * q k^T + mask) v` for each matrix of the batch."""
    batch, rows, keys, columns = query.batch, query.rows, key.rows, value.columns
    inner = k.target.inner_kernel(
        product_types(element_of(query.value.type), element_of(key.value.type))
    )
    block = rows_at_once(k, rows, keys)
    tiles = [
        choose_register_tile(inner, block, -(-n // k.lanes), depth, k.lanes)
        for n, depth in ((keys, query.columns), (columns, keys))
    ]
    if lines_in_one_set(query, tiles[0][0], k.target.caches) > LINES_OF_SET:
        query = by_matrix(k, query)
    extras = []
    if mask is not None:
        is_shared = prod(buffer_shape(mask)) == rows * keys
        extras.append(k.view(mask, (rows, keys) if is_shared else (batch, rows, keys)))
    return k.insert(
        AttentionKernelOp.make(
            [
                query.value,
                in_panels(k, key, k.lanes, tiles[0][1]),
                in_panels(k, value.transposed, k.lanes, tiles[1][1]),
                *extras,
            ],
            [k.empty(to.shape, query.value.type)],
            {
                "extents": int_array([batch, rows, keys, query.columns, columns]),
                "q_strides": int_array(query.strides),
                "y_strides": int_array(to.strides),
                "lanes": int_attr(k.lanes),
                "score_tile": int_array(tiles[0]),
                "value_tile": int_array(tiles[1]),
                "block": int_attr(block),
                "scale": float_attribute(scale),
            },
        )
    )


def by_matrix(k: KernelBuilder, x: Matrices) -> Matrices:
    """Matrices that lie side by side, row by row, one after the other; others as they are."""
    if x.strides != (x.columns, x.batch * x.columns, 1):
        return x
    rows = transposed(k, k.view(x.value, (x.rows, x.batch, x.columns)), (1, 0, 2))
    return Matrices(rows, x.batch, x.rows, x.columns, (x.rows * x.columns, x.columns, 1))


def rows_at_once(k: KernelBuilder, rows: int, keys: int) -> int:
    """
    Rows whose scores take a part of the second cache, so that keys and values have the rest, of
    about equal blocks.
    """
    most = max(LEAST_ROWS, k.target.l2_bytes // SCORES_SHARE // (keys * element_bytes(f32)))
    blocks = -(-rows // min(most, MOST_ROWS))
    return -(-rows // blocks)


def repeated_mask(
    k: KernelBuilder, mask: SSAValue, heads: int, queries: int, keys: int
) -> SSAValue:
    """A mask for every head, from one for all."""
    if prod(buffer_shape(mask)) > queries * keys:
        return mask
    plane = k.view(mask, (queries, keys))
    maps = [
        AffineMap(3, 0, (AffineExpr.dimension(1), AffineExpr.dimension(2))),
        AffineMap.identity(3),
    ]
    whole = k.empty((heads, queries, keys), mask.type)
    return k.generic([plane], whole, maps, [PARALLEL] * 3, first_argument)
