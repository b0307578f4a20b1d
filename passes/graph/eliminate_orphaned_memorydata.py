"""Remove constants that no live layer reads."""

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
    Erase constants that nothing reads, and layers that nothing reads, for these keep others alive.

    To be a result of the function is to be read. Arrays that are stored with another layer go with
    it, and are worth no remark.
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
    Remove constants that nothing reads, whose bytes then stay out of the model.

        %k = ncnn.weight <"k.data"> memory_data : tensor<4xf32>
        %y = ncnn.relu %k                             // no use
        ->                                            // nothing

    Layers without a user go first: what only they read is orphaned too. Outputs of the network
    are read by the outside. A custom layer without outputs is there for what a program reads of it.
    It is the last rewrite of the graph. Source: ncnnoptimize,
    `eliminate_orphaned_memorydata`, which deletes constants that are outputs, and keeps those that
    a dead layer reads.
    """

    name = "eliminate-orphaned-memorydata"
    PATTERNS = (EraseUnreadConstant,)
    BACKWARDS = True
