"""Remove Split layers: any number of ops may read a value."""

from __future__ import annotations

from xdsl.dialects.func import ReturnOp
from xdsl.ir import BlockArgument
from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.ncnn.layers.split import SplitOp
from ..common.rewrite import RewritePass
from .rewriting.elide import ElidingPattern


class ReadInputOfSplit(ElidingPattern):
    """
    Let all users of a split's results read its input.

    A split that several read, or that makes an output of an input, comes back when the model is
    exported, and is worth no remark.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: SplitOp, rewriter: PatternRewriter):
        inputs = [op.input] * len(op.results)
        if not self.may_elide(op, inputs):
            return
        if not is_needed_in_files(op):
            self.remarks.made(op)
        rewriter.replace(op, [], inputs)


def is_needed_in_files(op: SplitOp) -> bool:
    """Return whether ncnn's format needs it: a blob has one user and one name there."""
    uses = [use for result in op.results for use in result.uses]
    names_an_input = isinstance(op.input, BlockArgument) and any(
        isinstance(use.operation, ReturnOp) for use in uses
    )
    return len(uses) > 1 or names_an_input


class EliminateSplitPass(RewritePass):
    """
    Remove splits; graph outputs among their results keep their names, which the function carries.

        %a, %b = ncnn.split %x
        %y = ncnn.binaryop add %a, %b   ->   %y = ncnn.binaryop add %x, %x

    It goes before all other rewrites, so that none of them has to look through a split. Source:
    ncnnoptimize, `eliminate_split`, which loses outputs of the network.
    """

    name = "eliminate-split"
    PATTERNS = (ReadInputOfSplit,)
