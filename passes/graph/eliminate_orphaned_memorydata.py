"""Remove constants without live readers."""

from __future__ import annotations

from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.traits import Pure

from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.raw_layer import RawLayerOp
from ..common.remarks import GraphPattern
from ..common.rewrite import RewritePass


class EraseUnreadConstant(GraphPattern):
    """
    Erase unused constants, and unused layers, which keep others alive.

    Results of the function count as used. Arrays that are stored with another layer are erased with
    it, without a remark.
    """

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter):
        if not isinstance(op, WeightOp | NcnnOp) or not op.has_trait(Pure):
            return
        if isinstance(op, RawLayerOp) and not op.results:
            return
        if any(result.first_use is not None for result in op.results):
            return
        if not isinstance(op, WeightOp) or op.memory_data is not None:
            self.remarks.made(op)
        rewriter.erase(op)


class EliminateOrphanedMemorydataPass(RewritePass):
    """
    Remove unused constants, whose bytes are then not in the model.

        %k = ncnn.weight <"k.data"> memory_data : tensor<4xf32>
        %y = ncnn.relu %k                             // no use
        ->                                            // nothing

    Unused layers are removed first, as constants that only they read are orphaned, too. Outputs of
    the network count as used. A custom layer without outputs is kept, as programs read from it.
    This is the last rewrite of the graph. Source: ncnnoptimize, `eliminate_orphaned_memorydata`,
    which deletes constants that are outputs, and keeps those that a dead layer reads.
    """

    name = "eliminate-orphaned-memorydata"
    PATTERNS = (EraseUnreadConstant,)
    BACKWARDS = True
