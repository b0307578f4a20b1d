"""Repeat passes in rounds, until none of them changes the module."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.arg_spec import parse_pipeline

from .. import make_pass
from ..common.contents import module_contents
from ..common.remarks import forget_declined
from ..common.rounds import MOST_ROUNDS, run_rounds


@dataclass(frozen=True)
class FixedPointPass(ModulePass):
    """
    Run `passes`, a pipeline like any other, until none of them changes the module.

        fixed-point{passes="eliminate-split,eliminate-noop{drop-branches=true}"}

    `max_rounds` is the number of rounds after which passes are assumed to undo each other. The
    compiler runs this step itself, to verify and show each pass; the result is the same.

    Raises: EndlessRoundsError naming the passes that still change the module in the last round.
    """

    name = "fixed-point"

    passes: str
    max_rounds: int = MOST_ROUNDS

    def __post_init__(self) -> None:
        """Raises: ValueError for an unknown pass, or invalid options of one."""
        self.instances

    @cached_property
    def instances(self) -> list[ModulePass]:
        """Return the passes."""
        return [make_pass(spec) for spec in parse_pipeline(self.passes)]

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        contents = module_contents(op)

        def run(step: ModulePass) -> bool:
            nonlocal contents
            forget_declined(ctx, step.name)
            step.apply(ctx, op)
            before, contents = contents, module_contents(op)
            return contents != before

        run_rounds(self.instances, run, self.max_rounds)
