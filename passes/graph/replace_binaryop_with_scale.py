"""Turn arithmetic with a constant for each channel into a layer that stores the constant."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.context import NcnncContext
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.layers.binaryop import BinaryOpOp
from ...dialects.ncnn.shapes import shape_of
from ..common.errors import layer_name
from ..common.remarks import GraphPattern
from ..common.rewrite import RewritePass
from .affine.affine import affine_of
from .affine.affine_layer import AffineLayer
from .rewriting.merge import merge


@dataclass(frozen=True)
class ReplaceChannelwiseBinaryOp(GraphPattern):
    """A BinaryOp and the MemoryData that it alone reads become a Scale or a Bias."""

    context: NcnncContext

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BinaryOpOp, rewriter: PatternRewriter):
        affine = affine_of(op, self.context)
        if affine is None:
            return
        (constant,) = (value.owner for value in op.operands if value is not affine.input)
        if not isinstance(constant, WeightOp) or constant.memory_data is None:
            return
        reason = None
        if not constant.output.has_one_use():
            reason = f"{layer_name(constant)} has other users"
        elif len(shape_of(op.output)) > 3:
            reason = "Scale layers have up to 3 dimensions"
        if reason is not None:
            self.remarks.declined(reason, op, constant)
            return
        self.remarks.made(op, constant)
        weights, layer = AffineLayer(affine.map, affine.input, op.output, layer_name(op)).build()
        merge(rewriter, constant, op, layer, weights)


class ReplaceBinaryopWithScalePass(RewritePass):
    """
    Turn a BinaryOp with a MemoryData of one element for each channel into a Bias or a Scale.

        %k = ncnn.weight <"k.data"> memory_data : tensor<8x1x1xf32>
        %y = ncnn.binaryop add %x, %k   ->   %y = ncnn.bias %x, %t

    Two layers of a file become one. What has linear layers around has gone into these before.
    """

    name = "replace-binaryop-with-scale"
    PATTERNS = (ReplaceChannelwiseBinaryOp,)
