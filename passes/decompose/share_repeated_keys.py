"""Let adjacent heads of queries share keys and values that are repeated for each of them."""

from __future__ import annotations

from math import prod

from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.ncnn.layers.reshape import ReshapingOp
from ...dialects.ncnn.layers.sdpa import SDPAOp
from ...dialects.ncnn.layers.tile import TileOp
from ...dialects.ncnn.shapes import has_shape, shape_of
from ..common.rebuild import rebuild
from ..common.rewrite import RewritePass


def source_of(value: SSAValue) -> SSAValue:
    """Return the value whose elements, in order, a value has under another shape."""
    while isinstance(value.owner, ReshapingOp) and value.owner.keeps_batch():
        value = value.owner.input
    return value


def unrepeated_heads(value: SSAValue) -> SSAValue | None:
    """Return the `groups,rows,columns` before each head was repeated; None for other values."""
    tile = source_of(value).owner
    if not isinstance(tile, TileOp) or not has_shape(tile.input):
        return None
    repeated = [axis for axis, count in enumerate(tile.axis_repeats()) if count > 1]
    if len(repeated) != 1:
        return None
    # All elements after the axis are repeated together: these must be whole heads.
    groups = prod(tile.aligned_input()[: repeated[0]])
    heads, rows, columns = shape_of(value)
    if groups * tile.axis_repeats()[repeated[0]] != heads:
        return None
    shape, candidate = (groups, rows, columns), tile.input
    while shape_of(candidate) != shape:
        if not isinstance(candidate.owner, ReshapingOp) or not candidate.owner.keeps_batch():
            return None
        candidate = candidate.owner.input
    return candidate


class AttendByGroup(RewritePattern):
    """Read each head of keys and values once."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: SDPAOp, rewriter: PatternRewriter) -> None:
        if op.kv_cache is not None or not all(map(has_shape, op.operands)):
            return
        key, value = unrepeated_heads(op.key), unrepeated_heads(op.value)
        if key is None or value is None or shape_of(key)[0] != shape_of(value)[0]:
            return
        rewriter.replace(op, rebuild(op, operands={"key": key, "value": value}))


class ShareRepeatedKeysPass(RewritePass):
    """
    Read the original heads of keys and values if each is repeated for several heads of queries, as
    converters write grouped attention.

        %e = ncnn.expanddims %k axes [1] : (tensor<8x5x4xf32>) -> tensor<8x1x5x4xf32>
        %t = ncnn.tile %e repeats [1, 2, 1, 1] : (tensor<8x1x5x4xf32>) -> tensor<8x2x5x4xf32>
        %r = ncnn.reshape %t shape [16, -1, 4] : (tensor<8x2x5x4xf32>) -> tensor<16x5x4xf32>
        %y = ncnn.sdpa %q, %r, ...               // values likewise
        -> %y = ncnn.sdpa %q, %k, ...

    Caches that are arguments and results of the function hold repeated heads, and are left alone.
    """

    name = "share-repeated-keys"
    PATTERNS = (AttendByGroup,)
