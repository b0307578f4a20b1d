"""
What each kind of layer says of the shapes of its inputs and outputs, whatever the others are.

A rule is called again and again while others find more; it says what it can from what is known.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

from ...dialects.ncnn.axes import AXIS_NAMES
from ...dialects.ncnn.base import NcnnOp, ShapeError, shape_of
from ...dialects.ncnn.convolution_nd import ConvolutionND
from ...dialects.ncnn.deconvolution_nd import DeconvolutionND
from ...dialects.ncnn.layers.activation import PReLUOp
from ...dialects.ncnn.layers.binaryop import BinaryOpOp
from ...dialects.ncnn.layers.concat import ConcatOp
from ...dialects.ncnn.layers.deformableconv2d import DeformableConv2DOp
from ...dialects.ncnn.layers.elementwise import UnaryElementwiseOp
from ...dialects.ncnn.layers.eltwise import EltwiseOp
from ...dialects.ncnn.layers.embed import EmbedOp
from ...dialects.ncnn.layers.gemm import GemmOp
from ...dialects.ncnn.layers.groupnorm import ChannelNormalizationOp, GroupNormOp
from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ...dialects.ncnn.layers.interp import InterpOp
from ...dialects.ncnn.layers.layernorm import RowNormalizationOp
from ...dialects.ncnn.layers.multiheadattention import MultiHeadAttentionOp
from ...dialects.ncnn.layers.normalization import ChannelwiseOp
from ...dialects.ncnn.layers.padding import PaddingOp
from ...dialects.ncnn.layers.permute import ORDERS, PermuteOp
from ...dialects.ncnn.layers.reshape import FlattenOp, ReshapeOp
from ...dialects.ncnn.layers.slice import SliceOp
from ...dialects.ncnn.layers.softmax import SoftmaxOp
from ...dialects.ncnn.layers.split import SplitOp
from ...dialects.ncnn.linear_spatial import LinearSpatialOp
from ...dialects.ncnn.pooling_nd import PoolingND
from ...dialects.ncnn.ranks import SameRank
from ...dialects.ncnn.recurrent import RecurrentOp
from ...dialects.properties import int_list
from .implied_shapes import Extents, ImpliedShapes, any_extents


def apply_rule(op: NcnnOp, shapes: ImpliedShapes) -> None:
    """Let an op say what it can; ops without a rule of their own say ranks."""
    rule = next((rule for kinds, rule in RULES if isinstance(op, kinds)), _ranks)
    try:
        rule(op, shapes)
    except ShapeError:
        return  # a weight is computed, or does not fit: nothing is known


def _ranks(op: NcnnOp, shapes: ImpliedShapes) -> None:
    for result in op.results:
        rank = op.result_rank(result, lambda value: len(shapes.of(value) or ()) or None)
        if isinstance(rank, int):
            shapes.say(result, any_extents(rank))
        elif isinstance(rank, SameRank):
            for one, other in ((result, rank.value), (rank.value, result)):
                if (known := shapes.of(other)) is not None:
                    shapes.say(one, any_extents(len(known)))


def _same_shape(op: NcnnOp, shapes: ImpliedShapes) -> None:
    """All results have the shape of the first operand."""
    blobs = [op.operands[0], *op.results]
    for one in blobs:
        if (known := shapes.of(one)) is not None:
            for other in blobs:
                shapes.say(other, known)


def _channelwise(op: NcnnOp, shapes: ImpliedShapes) -> None:
    """Vectors lie along the outermost axis."""
    _same_shape(op, shapes)
    count = shape_of(op.operands[1])[0] if len(op.operands) > 1 else 1
    known = shapes.of(op.operands[0])
    if known is not None and count > 1:
        shapes.say(op.operands[0], (count, *known[1:]))


def _group_norm(op: GroupNormOp, shapes: ImpliedShapes) -> None:
    _same_shape(op, shapes)
    if (known := shapes.of(op.input)) is not None and op.channels.value.data > 0:
        shapes.say(op.input, (op.channels.value.data, *known[1:]))


def _row_normalization(op: RowNormalizationOp, shapes: ImpliedShapes) -> None:
    """Of a vector or a matrix a run is the innermost axis."""
    _same_shape(op, shapes)
    if len(op.operands) > 1:
        (length,) = shape_of(op.operands[1])
        known = shapes.of(op.operands[0])
        is_vector = known is not None and len(known) == 1
        shapes.propose(op.operands[0], (length,) if is_vector else (None, length))


def _linear_spatial(op: LinearSpatialOp, shapes: ImpliedShapes) -> None:
    """`num_weights / (out * kernel)` channels go in, of all groups."""
    if isinstance(op, DeconvolutionND):
        outputs, channels, *_ = op.weight_dimensions()
    else:
        outputs, inputs, *_ = op.check_weight_rank()
        channels = inputs * op.groups
    spatial = any_extents(op.SPATIAL_AXES)
    may_be_vector = isinstance(op, ConvolutionND) and op.may_be_vector
    say = shapes.propose if may_be_vector else shapes.say
    say(op.input, (channels, *spatial))
    say(op.output, (outputs, *spatial))
    if may_be_vector and len(shapes.of(op.input) or ()) == 1:
        shapes.say(op.input, (channels,))
        shapes.say(op.output, (outputs,))


def _inner_product(op: InnerProductOp, shapes: ImpliedShapes) -> None:
    """A matrix has rows of the weights' length, anything else so many cells."""
    outputs, cells = shape_of(op.weight)
    known = shapes.of(op.input)
    if known is None or len(known) == 1:
        shapes.propose(op.input, (cells,))
    elif len(known) == 2:
        # It may be a map of so many cells instead.
        shapes.say(op.input, (None, cells) if known[0] != cells else known)
    else:
        _say_cells(op, shapes, cells)
    if known is not None and len(known) != 2:
        shapes.say(op.output, (outputs,))
    elif known is not None and known[1] == cells:
        shapes.say(op.output, (known[0], outputs))


def _say_cells(op: NcnnOp, shapes: ImpliedShapes, cells: int) -> None:
    """The first operand has so many cells: an only unknown extent follows from the others."""
    known = shapes.of(op.operands[0])
    if known is None or known.count(None) != 1:
        return
    others = prod(extent for extent in known if extent is not None)
    if others and cells % others == 0:
        filled = tuple(cells // others if extent is None else extent for extent in known)
        shapes.say(op.operands[0], filled)


def _cells(known: Extents | None) -> int | None:
    """The number of cells of a blob of which everything is known."""
    extents = [extent for extent in known or () if extent is not None]
    return prod(extents) if known and len(extents) == len(known) else None


def _flatten(op: FlattenOp, shapes: ImpliedShapes) -> None:
    """A vector of all cells; a vector that has them would do as input."""
    shapes.say(op.output, (_cells(shapes.of(op.input)),))
    if (cells := _cells(shapes.of(op.output))) is not None:
        _say_cells(op, shapes, cells)
        if shapes.of(op.input) is None:
            shapes.propose(op.input, (cells,))


def _reshape(op: ReshapeOp, shapes: ImpliedShapes) -> None:
    """The result is as asked for; as input, whatever has its cells would do: so would itself."""
    if op.takes_extents():
        _ranks(op, shapes)
        return
    asked = tuple(extent if extent > 0 else None for extent in int_list(op.shape))
    shapes.say(op.output, asked if len(asked) > 1 else (_cells(shapes.of(op.input)),))
    cells = _cells(asked)
    if cells is not None and shapes.of(op.input) is not None:
        _say_cells(op, shapes, cells)
    elif cells is not None:
        shapes.propose(op.input, asked)


def _broadcast(op: NcnnOp, shapes: ImpliedShapes) -> None:
    """Where nothing else is known, operands and result are alike; an extent of 1 says nothing."""
    blobs = [*op.operands, *op.results]
    for one in blobs:
        known = shapes.of(one) or ()
        alike = tuple(None if extent == 1 else extent for extent in known)
        for other in blobs:
            if alike and shapes.of(other) is None:
                shapes.propose(other, alike)


def _eltwise(op: NcnnOp, shapes: ImpliedShapes) -> None:
    """All operands and the result are alike."""
    blobs = [*op.operands, *op.results]
    for one in blobs:
        if (known := shapes.of(one)) is not None:
            for other in blobs:
                shapes.propose(other, known)


def _along_axis(op: ConcatOp | SliceOp, shapes: ImpliedShapes) -> None:
    """All blobs are alike but along one axis, where the parts add up to the whole."""
    parts, whole = (
        (op.operands, op.results[0]) if isinstance(op, ConcatOp) else (op.results, op.operands[0])
    )
    for one in (*parts, whole):
        known = shapes.of(one)
        axis = op.axis.value.data
        if known is None or not -len(known) <= axis < len(known):
            continue
        axis %= len(known)
        for other in (*parts, whole):
            shapes.say(other, (*known[:axis], None, *known[axis + 1 :]))
        # What has other axes is refused later, when all shapes are known.
        shapes_of_parts = [shapes.of(part) or () for part in parts]
        lengths = [one[axis] if len(one) == len(known) else None for one in shapes_of_parts]
        total = _cells(tuple(lengths)) and sum(length or 0 for length in lengths)
        rest = any_extents(len(known) - axis - 1)
        shapes.say(whole, (*any_extents(axis), total, *rest))


def _embed(op: EmbedOp, shapes: ImpliedShapes) -> None:
    """Words are a vector, of any length."""
    shapes.propose(op.words, (None,))
    words = shapes.of(op.words)
    shapes.say(op.output, (words[-1] if words else None, shape_of(op.weight)[1]))


def _gemm(op: GemmOp, shapes: ImpliedShapes) -> None:
    """What is stored says K, and the extent of the product along its other axis."""
    m, n, k = (size.value.data or None for size in (op.m, op.n, op.k))
    if op.constant_b is not None:
        shapes.propose(op.a, (k, None) if op.transpose_a is not None else (None, k))
    if op.constant_a is not None:
        shapes.propose(op.b, (None, k) if op.transpose_b is not None else (k, None))
    rows = m if op.constant_a is not None else _extent(shapes.of(op.a), op.transpose_a is not None)
    columns = n if op.constant_b is not None else _extent(shapes.of(op.b), op.transpose_b is None)
    product = (columns, rows) if op.output_transpose is not None else (rows, columns)
    if op.output_n1m is None:
        shapes.say(op.output, product)
    else:
        shapes.say(op.output, (product[0], 1, product[1]))


def _extent(known: Extents | None, last: bool) -> int | None:
    """The first or the last extent of a matrix."""
    return known[-1 if last else 0] if known is not None and len(known) == 2 else None


def _recurrent(op: RecurrentOp, shapes: ImpliedShapes) -> None:
    """A row for each step, of as many elements as the weights have columns; states by direction."""
    shapes.propose(op.input, (None, shape_of(op.weight_xc)[-1]))
    for state, size in zip(op.states, op.state_sizes(), strict=False):
        shapes.propose(state, (op.directions, size))
    steps = _extent(shapes.of(op.input), last=False)
    shapes.say(op.output, (steps, op.directions * op.outputs))


def _attention(op: MultiHeadAttentionOp, shapes: ImpliedShapes) -> None:
    """Rows of queries, keys and values, of the extents that their weights are for."""
    shapes.say(op.key, (None, op.key_dim.value.data))
    shapes.say(op.value, (None, op.value_dim.value.data))
    for blob in (op.query, op.output):
        shapes.say(blob, (_extent(shapes.of(op.query), last=False), op.query_dim.value.data))


def _pooling(op: PoolingND, shapes: ImpliedShapes) -> None:
    """Channels stay; a global pooling leaves nothing else."""
    spatial = any_extents(op.SPATIAL_AXES)
    ends = [known[0] for v in (op.input, op.output) if (known := shapes.of(v)) is not None]
    channels = next((channels for channels in ends if channels is not None), None)
    shapes.say(op.input, (channels, *spatial))
    shapes.say(op.output, (channels,) if op.is_global is not None else (channels, *spatial))


def _permute(op: PermuteOp, shapes: ImpliedShapes) -> None:
    """The same extents in another order, which the rank decides."""
    _ranks(op, shapes)
    known = shapes.of(op.input) or shapes.of(op.output)
    if known is None:
        return
    rank, code = len(known), op.order.value.data if len(known) > 1 else 0
    if not 0 <= code < len(ORDERS[rank]):
        return
    axes = [AXIS_NAMES[rank].index(axis) for axis in reversed(ORDERS[rank][code])]
    source = shapes.of(op.input) or any_extents(rank)
    result = shapes.of(op.output) or any_extents(rank)
    shapes.say(op.output, tuple(source[axis] for axis in axes))
    shapes.say(op.input, tuple(result[axes.index(axis)] for axis in range(rank)))


def _padding(op: PaddingOp, shapes: ImpliedShapes) -> None:
    """Every axis grows by its pads."""
    _ranks(op, shapes)
    for one, other, sign in ((op.input, op.output, 1), (op.output, op.input, -1)):
        if (known := shapes.of(one)) is not None:
            grown = zip(known, op.pads_of_rank(len(known)), strict=True)
            shapes.say(other, tuple(n and n + sign * (a + b) for n, (a, b) in grown))


def _interp(op: InterpOp, shapes: ImpliedShapes) -> None:
    """Channels stay."""
    _ranks(op, shapes)
    for one, other in ((op.input, op.output), (op.output, op.input)):
        if len(known := shapes.of(one) or ()) == 3:
            shapes.say(other, (known[0], None, None))


RULES: tuple[tuple[Any, Callable[[Any, ImpliedShapes], None]], ...] = (
    ((ConvolutionND, DeconvolutionND, DeformableConv2DOp), _linear_spatial),
    (InnerProductOp, _inner_product),
    (GemmOp, _gemm),
    (EmbedOp, _embed),
    (RecurrentOp, _recurrent),
    (MultiHeadAttentionOp, _attention),
    (PoolingND, _pooling),
    (FlattenOp, _flatten),
    (ReshapeOp, _reshape),
    (PermuteOp, _permute),
    (PaddingOp, _padding),
    (InterpOp, _interp),
    ((ConcatOp, SliceOp), _along_axis),
    (GroupNormOp, _group_norm),
    (RowNormalizationOp, _row_normalization),
    ((ChannelwiseOp, PReLUOp), _channelwise),
    ((UnaryElementwiseOp, ChannelNormalizationOp, SoftmaxOp, SplitOp), _same_shape),
    (EltwiseOp, _eltwise),
    (BinaryOpOp, _broadcast),
)
"""The first that is for the class of an op, or one of its bases, counts."""
