"""Remove Noop and DeepCopy layers."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import BlockArgument, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.ncnn.layers.misc import DeepCopyOp, NoopOp
from ..common.remarks import Remarks
from ..common.rewrite import RewritePass
from .rewriting.elide import ElidingPattern


@dataclass(frozen=True)
class ElideNoop(ElidingPattern):
    """Replace each result of a noop by the input in its place."""

    drop_branches: bool

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: NoopOp, rewriter: PatternRewriter):
        inputs = op.inputs[: len(op.outputs)]
        branches = [value for value in op.inputs[len(op.outputs) :] if is_branch(value)]
        if inputs and branches and not self.drop_branches:
            self.remarks.declined(f"nothing else reads {len(branches)} of its inputs", op)
        elif self.may_elide(op, inputs):
            self.remarks.made(op)
            rewriter.replace(op, [], inputs)


def is_branch(value: SSAValue) -> bool:
    """Return whether a layer computes the value for one user alone."""
    return not isinstance(value, BlockArgument) and value.has_one_use()


class ElideDeepCopy(ElidingPattern):
    """Replace a copy by the original: values are immutable."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: DeepCopyOp, rewriter: PatternRewriter):
        self.elide(op, op.input, rewriter)


@dataclass(frozen=True)
class EliminateNoopPass(RewritePass):
    """
    Remove layers that return their inputs: Noop, and DeepCopy, which only concerns memory.

        %y:2 = ncnn.noop %a, %b   ->   %a, %b

    A noop may have more inputs than results, so that all heads of a network are computed. In a file
    these heads are kept, to be extracted by name; `drop_branches`, set by the compiler, drops them.
    Source: ncnnoptimize, `eliminate_noop`, which renames an input of the network in front of it.
    """

    name = "eliminate-noop"

    drop_branches: bool = False

    def patterns(self, ctx: Context, module: ModuleOp) -> list[RewritePattern]:
        remarks = Remarks.of(ctx, self.name)
        return [ElideNoop(remarks, self.drop_branches), ElideDeepCopy(remarks)]
