"""Remove Noop and DeepCopy layers."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.ncnn.misc import DeepCopyOp, NoopOp
from ..support.forward import ForwardingPattern
from ..support.remarks import Remarks
from ..support.rewrite import apply_patterns


@dataclass(frozen=True)
class ForwardNoop(ForwardingPattern):
    """Replace each result of a noop by the input in its place."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: NoopOp, rewriter: PatternRewriter):
        inputs = op.inputs[: len(op.outputs)]
        if self.may_forward(op, inputs):
            self.remarks.made(op)
            rewriter.replace(op, [], inputs)


@dataclass(frozen=True)
class ForwardDeepCopy(ForwardingPattern):
    """Replace a copy by the original: values never change, so nothing can tell them apart."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: DeepCopyOp, rewriter: PatternRewriter):
        self.forward(op, op.input, rewriter)


@dataclass(frozen=True)
class EliminateNoopPass(ModulePass):
    """
    Remove layers that pass their inputs on: Noop, and DeepCopy, which only matters to memory.

        %y:2 = ncnn.noop %a, %b   ->   %a, %b

    Source: ncnnoptimize, `eliminate_noop`, which renames an input of the network in front of it.
    """

    name = "eliminate-noop"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remarks = Remarks.of(ctx, self.name)
        apply_patterns(op, ForwardNoop(remarks), ForwardDeepCopy(remarks))
