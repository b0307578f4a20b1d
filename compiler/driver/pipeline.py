"""The passes of a compilation, in order, and how they are run."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle, groupby, islice
from pathlib import Path

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.printer import Printer
from xdsl.transforms.common_subexpression_elimination import CommonSubexpressionElimination
from xdsl.transforms.dead_code_elimination import DeadCodeElimination
from xdsl.utils.exceptions import VerifyException

from ...dialects.context import NcnncContext
from ...dialects.ncnn.layers.convolution import ConvolutionBase
from ...dialects.ncnn.layers.convolution1d import Convolution1DBase
from ...dialects.target.records import Target
from ...passes import get_all_passes
from ...passes.common.errors import place_of
from ...passes.graph import GRAPH_PASSES
from ..diagnostics import InternalError, unknown_name
from .options import CompileOptions
from .pass_names import (
    ALL_PASSES,
    COMMON_SUBEXPRESSIONS,
    DEAD_CODE,
    LOOP_PASSES,
    PIPELINE_PASSES,
)
from .verification import Contents, module_contents, verify_changes

MAX_ROUNDS = 20
"""Rounds of rewrites after which the graph stays as it is, even if it still changes."""


def build_pipeline(options: CompileOptions, target: Target) -> tuple[ModulePass, ...]:
    """Every pass from the imported module to loops, in order."""
    available = get_all_passes()

    def make(name: str) -> ModulePass:
        if name == COMMON_SUBEXPRESSIONS:
            return CommonSubexpressionElimination()
        if name == DEAD_CODE:
            return DeadCodeElimination()
        if name == "eliminate-noop":
            return available[name]()(drop_branches=True)  # pyright: ignore[reportCallIssue]
        if name == "attach-target":
            return available[name]()(target=target.name)  # pyright: ignore[reportCallIssue]
        if name == "move-strides-up":
            return available[name]()(fixed=tuple(options.conv))  # pyright: ignore
        if name == "select-conv-algorithm":
            policy = "ncnn" if options.conv_policy == "ncnn" else "cost"
            layers = tuple(f"{k}={v}" for k, v in options.conv.items())
            return available[name]()(policy=policy, layers=layers)  # pyright: ignore
        return available[name]()()

    return tuple(map(make, PIPELINE_PASSES))


def check_layer_names(options: CompileOptions, module: ModuleOp) -> None:
    """Raises: UsageError if the options give an algorithm to what is no convolution."""
    kinds = ConvolutionBase | Convolution1DBase
    convolutions = [op for op in module.walk() if isinstance(op, kinds)]
    names = [place_of(op).layer or "" for op in convolutions]
    for layer in options.conv:
        if layer not in names:
            raise unknown_name("convolution", layer, names)


def module_text(module: ModuleOp) -> str:
    """A module as text that `ncnnc-opt` reads."""
    stream = io.StringIO()
    Printer(stream).print_op(module)
    return stream.getvalue() + "\n"


def split_pipeline(
    passes: tuple[ModulePass, ...], last: str
) -> tuple[tuple[ModulePass, ...], tuple[ModulePass, ...]]:
    """The passes up to the last one of that name, and those after it."""
    end = max(i for i, step in enumerate(passes) if step.name == last) + 1
    return passes[:end], passes[end:]


@dataclass
class PassRunner:
    """
    Runs passes, and shows what they do as the options ask.

    Every module is verified after every pass up to the kernels; the loops, thousands of ops that
    our own builders made, are verified in tests.
    """

    ctx: NcnncContext
    options: CompileOptions
    progress: Callable[[str], None] | None = None
    """Called with the name of every pass that is about to run."""
    on_change: Callable[[str], None] | None = None
    """Called with the name of every pass that has changed the module."""
    seconds: dict[str, float] = field(default_factory=dict)
    count: int = 0
    """Number of files in the dump folder."""
    verified: Contents = field(default_factory=dict)
    """What the module was made of when it was last verified."""

    def run(
        self, module: ModuleOp, passes: tuple[ModulePass, ...], stop_after: str | None = None
    ) -> None:
        """
        Apply the passes in order; `stop_after` is the name of the last one to run.

        The rewrites of the graph, if they are all there, are repeated until nothing changes.
        """
        names = [p.name for p in passes]
        last = (
            len(names) - 1
            if stop_after is None
            else max(i for i, n in enumerate(names) if n == stop_after)
        )
        for rewrites, group in groupby(passes[: last + 1], lambda p: p.name in GRAPH_PASSES):
            steps = tuple(group)
            if rewrites and len(steps) == len(GRAPH_PASSES):
                self.run_rounds(module, steps)
                continue
            for step in steps:
                self.run_pass(module, step)

    def run_rounds(self, module: ModuleOp, passes: Sequence[ModulePass]) -> None:
        """Apply the passes in turn, round after round, until all leave the module as it is."""
        unchanged = 0
        for step in islice(cycle(passes), MAX_ROUNDS * len(passes)):
            if unchanged == len(passes):
                return
            unchanged = 0 if self.run_pass(module, step) else unchanged + 1

    def run_pass(self, module: ModuleOp, step: ModulePass) -> bool:
        """
        Apply one pass, and verify, time and show what it did; whether it changed the module.

        What it declines now replaces what it declined when it ran before.
        """
        if self.progress is not None:
            self.progress(step.name)
        remarks = self.ctx.remarks
        remarks[:] = [r for r in remarks if r.reason is None or r.pass_name != step.name]
        before = self.verified or module_contents(module)
        start = time.perf_counter()
        step.apply(self.ctx, module)
        changed = step.name in LOOP_PASSES or self.verify(module, step.name) != before
        elapsed = time.perf_counter() - start
        self.seconds[step.name] = self.seconds.get(step.name, 0.0) + elapsed
        self.show(module, step.name, changed)
        if changed and self.on_change is not None:
            self.on_change(step.name)
        return changed

    def verify(self, module: ModuleOp, name: str) -> Contents:
        """
        Check what is not as it was when the module was last verified; what it consists of.

        Raises: InternalError naming the pass that broke it.
        """
        contents = module_contents(module)
        before, self.verified = self.verified, contents
        if contents == before:
            return contents
        try:
            verify_changes(before, contents)
        except VerifyException as e:
            reason = str(e).strip().splitlines()[-1]
            raise InternalError(f"pass {name} made invalid IR: {reason}") from e
        return contents

    def show(self, module: ModuleOp, name: str, changed: bool) -> None:
        """
        Print the IR if the options ask for it; store it if they do and the pass has `changed` it.

        Files are numbered, so that their names sort in the order of the passes.
        """
        wanted = self.options.print_ir_after
        if name in wanted or ALL_PASSES in wanted:
            print(f"// IR after {name}\n{module_text(module)}", end="", file=sys.stderr)
        if changed and self.options.dump_dir is not None:
            self.count += 1
            self.dump(f"{self.count:03}_{name}.mlir", module_text(module))

    def dump(self, name: str, text: str) -> None:
        """Write a file into the dump folder, if there is one."""
        if self.options.dump_dir is None:
            return
        folder = Path(self.options.dump_dir)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
