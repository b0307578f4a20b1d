"""Products of matrices: the rows of all items are rows of one matrix."""

from __future__ import annotations

from math import prod

from xdsl.ir import SSAValue

from .....dialects.ncnn.layers.embed import EmbedOp
from .....dialects.ncnn.layers.gemm import GemmOp
from .....dialects.ncnn.layers.innerproduct import InnerProductOp
from .....dialects.ncnn.layers.matmul import MatMulOp
from .....dialects.ncnn.layers.multiheadattention import MultiHeadAttentionOp
from .....dialects.ncnn.layers.sdpa import SDPAOp
from .....dialects.ncnn.shapes import shape_of
from ..blob import BatchBuilder, BatchedBlob
from ..operands import Operand, Operands, one_batched
from . import Results, rules


def rows_of(layers: BatchBuilder, x: BatchedBlob) -> SSAValue:
    """The rows of all items `h,w`, one item's after another's: `n*h,w`."""
    rows, columns = x.shape
    return layers.reshape(x.stacked(layers, 0), (layers.size * rows, columns))


def by_item(layers: BatchBuilder, rows: SSAValue, shape: tuple[int, ...]) -> BatchedBlob:
    return BatchedBlob.stacked_along(layers.reshape(rows, (layers.size, *shape)), 0)


@rules.register(InnerProductOp)
def inner_product(layers: BatchBuilder, op: InnerProductOp, operands: Operands) -> Results:
    """A row for each item, or for each row of each item."""
    found = one_batched(operands)
    if found is None or op.scale_term:
        return None
    x, shared = found
    per_row = x if op.is_per_row else x.reshaped(layers, (1, prod(x.shape)))
    (y,) = layers.again(op, [rows_of(layers, per_row), *shared])
    return [by_item(layers, y, shape_of(op.output))]


@rules.register(GemmOp)
def gemm(layers: BatchBuilder, op: GemmOp, operands: Operands) -> Results:
    """More rows of the first operand, if nothing else is different for each row or item."""
    found = one_batched(operands)
    if found is None or len(found[0].shape) != 2:
        return None
    a, shared = found
    moves = (op.transpose_a, op.output_n1m, op.output_transpose)
    if any(flag is not None for flag in moves) or op.quantize_term.value.data:
        return None
    if op.c is not None and op.c_axes()[0] is not None:
        return None
    (y,) = layers.again(op, [rows_of(layers, a), *shared])
    return [by_item(layers, y, shape_of(op.output))]


@rules.register(MatMulOp)
def matmul(layers: BatchBuilder, op: MatMulOp, operands: Operands) -> Results:
    """Matrices of all items; of one right operand for all, rows."""
    a, b = operands
    ranks = [len(x.shape if isinstance(x, BatchedBlob) else shape_of(x)) for x in operands]
    if min(ranks) < 2 or max(ranks) > 3:
        return None
    if isinstance(a, BatchedBlob) and isinstance(b, SSAValue) and ranks == [2, 2]:
        y = layers.matmul(rows_of(layers, a), b, op.transpose_b is not None)
        return [by_item(layers, y, shape_of(op.output))]
    rank = max(ranks)
    whole = [with_items(layers, x, rank) for x in operands]
    y = layers.matmul(whole[0], whole[1], op.transpose_b is not None)
    return [BatchedBlob.stacked_along(y, 0)]


def with_items(layers: BatchBuilder, x: Operand, rank: int) -> SSAValue:
    """An operand of that rank, filled up with axes of 1 outside, and the items outermost."""
    if isinstance(x, BatchedBlob):
        shape = (*[1] * (rank - len(x.shape)), *x.shape)
        return x.reshaped(layers, shape).stacked(layers, 0)
    shape = shape_of(x)
    return layers.reshape(x, (*[1] * (rank + 1 - len(shape)), *shape))


@rules.register(SDPAOp)
def attention(layers: BatchBuilder, op: SDPAOp, operands: Operands) -> Results:
    """The heads of all items."""
    mask = op.mask
    own = [x for x in operands if isinstance(x, BatchedBlob)]
    if len(own) < 3 or any(isinstance(x, SSAValue) for x in operands[:3]) or op.results[1:]:
        return None
    if mask is not None and isinstance(operands[3], SSAValue) and len(shape_of(mask)) == 3:
        return None
    if mask is not None and isinstance(operands[3], BatchedBlob) and len(shape_of(mask)) == 2:
        return None
    whole: list[SSAValue] = []
    for x in operands:
        if isinstance(x, BatchedBlob):
            heads, *matrix = x.shape
            joined = (layers.size * heads, *matrix)
            whole.append(layers.reshape(x.stacked(layers, 0), joined))
        else:
            whole.append(x)
    (y,) = layers.again(op, whole)
    return [by_item(layers, y, shape_of(op.output))]


@rules.register(MultiHeadAttentionOp)
def multi_head_attention(
    layers: BatchBuilder, op: MultiHeadAttentionOp, operands: Operands
) -> Results:
    """The projections are products of all rows, the attention between them that of all heads."""
    count = len(op.inputs)
    inputs = [x for x in operands[:count] if isinstance(x, BatchedBlob)]
    shared = [x for x in operands[count:] if isinstance(x, SSAValue)]
    if len(inputs) < count or len(shared) < len(operands) - count or not op.scale.value.data:
        return None
    if op.caches or op.kv_cache is not None or op.quantize_term.value.data:
        return None
    if op.mask is not None and len(shape_of(op.mask)) == 3:
        return None
    query, key, value = (inputs[0], inputs[min(1, count - 1)], inputs[-1])
    heads = op.num_heads.value.data
    parts = (
        heads_of(layers, layers.inner_product(rows_of(layers, x), weight, bias), heads)
        for x, weight, bias in (
            (query, op.query_weight, op.query_bias),
            (key, op.key_weight, op.key_bias),
            (value, op.value_weight, op.value_bias),
        )
    )
    (attended,) = layers.inserted(
        SDPAOp.build(
            operands=[*parts, [], [], [] if op.mask is None else [op.mask], []],
            properties={"scale": op.scale, "causal": op.causal},
            result_types=[op.output.type, []],
        )
    )
    _, rows, size = shape_of(attended)
    by_head = layers.reshape(attended, (layers.size, heads, rows, size))
    by_row = layers.permute(by_head, (0, 2, 1, 3))
    flat = layers.reshape(by_row, (layers.size * rows, heads * size))
    y = layers.inner_product(flat, op.out_weight, op.out_bias)
    return [by_item(layers, y, shape_of(op.output))]


def heads_of(layers: BatchBuilder, projected: SSAValue, heads: int) -> SSAValue:
    """The heads of all items: `n*rows,heads*size` as `n*heads,rows,size`."""
    rows, columns = shape_of(projected)
    rows //= layers.size
    apart = layers.reshape(projected, (layers.size, rows, heads, columns // heads))
    by_head = layers.permute(apart, (0, 2, 1, 3))
    return layers.reshape(by_head, (layers.size * heads, rows, columns // heads))


@rules.register(EmbedOp)
def embed(layers: BatchBuilder, op: EmbedOp, operands: Operands) -> Results:
    """The words of all items in a row."""
    found = one_batched(operands)
    if found is None or len(found[0].shape) != 1:
        return None
    words, shared = found
    flat = layers.reshape(words.stacked(layers, 0), (layers.size * words.shape[0],))
    (y,) = layers.again(op, [flat, *shared])
    return [by_item(layers, y, shape_of(op.output))]
