"""Run the steps of a pipeline, and report on them."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Protocol

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.arg_spec import ArgSpec, ParameterListType
from xdsl.utils.exceptions import VerifyException

from ...dialects.context import NcnncContext
from ...dialects.ir_printer import IRPrinter
from ...passes import find_pass
from ...passes.common.contents import OpContents, module_contents
from ...passes.common.errors import OperationError
from ...passes.common.remarks import forget_declined
from ...passes.common.rewrite import RewritePass
from ...passes.common.rounds import EndlessRoundsError, run_rounds
from ..diagnostics import NcnncError
from ..options.show_options import ShowOptions
from .build import ALL_PASSES
from .steps import FixedPoint, Level, PassStep, Pipeline, PipelineStep, Stage
from .timed import timed
from .verification import verify_changes

NOT_OURS = (OperationError, NcnncError, OSError, MemoryError)
"""Exceptions that a pass may raise without being a bug of the compiler."""
VERIFIED_ONCE = (Level.GRAPH, Level.SCHEDULED, Level.KERNELS)
"""Levels verified only once, after their last pass, because passes change the same ops often."""
COMPARED = (Level.IMPORT, Level.GRAPH)
"""Levels where each pass is compared with its input, because most passes change nothing."""

PassProgress = Callable[[str], None]
"""Called with the name of every pass that is about to run."""


class BrokenPassError(Exception):
    """
    A bug of the compiler: an unexpected exception in a pass, or invalid IR after it.

    `steps` are the steps that remained when the pass began, including itself; the callers of
    `run_pass` append theirs.
    """

    def __init__(self, reason: str, steps: tuple[PipelineStep, ...]):
        self.reason = reason
        self.steps = steps
        super().__init__(reason)


class Watcher(Protocol):
    """Observes a module while it is lowered, without changing it."""

    def before_pass(self, a_pass: ModulePass, ctx: NcnncContext, module: ModuleOp) -> None:
        """Called before a pass runs; the pass itself may be inspected."""

    def after_pass(self, name: str, module: ModuleOp) -> None:
        """Called after every pass that has changed the module."""

    def at_level(self, level: Level, module: ModuleOp) -> None:
        """Called when the module has reached a level."""


def instance_of(step: PassStep) -> ModulePass:
    """Return the pass that a step describes. Raises: ValueError for an unknown option."""
    return _made(find_pass(step.name), step)


@cache
def _made(kind: type[ModulePass], step: PassStep) -> ModulePass:
    """Create a pass once per process: passes are frozen, and reading their type hints is slow."""
    options: dict[str, ParameterListType] = {
        name: value if isinstance(value, tuple) else (value,) for name, value in step.options
    }
    return kind.from_spec(ArgSpec(step.name, options))


def module_text(module: ModuleOp, *, locations: bool = False) -> str:
    """Print a module as `ncnnc-opt` reads it; with `locations`, layers keep their names."""
    stream = io.StringIO()
    IRPrinter(stream, print_debuginfo=locations).print_op(module)
    return stream.getvalue() + "\n"


@contextmanager
def passes_blamed(step: PassStep) -> Generator[None]:
    """Raises: BrokenPassError for unexpected exceptions; expected ones pass through."""
    try:
        yield
    except NOT_OURS:
        raise
    except Exception as e:
        reason = f"pass {step.name} failed: {type(e).__name__}: {e}"
        raise BrokenPassError(reason, (step,)) from e


@dataclass
class PassRunner:
    """
    Runs passes, and prints and dumps IR as the options ask.

    The graph, the scheduled module and the kernels are each verified once, or after every pass if
    the changes of passes are observed. Loops, thousands of ops from our own builders, are verified
    only on request.
    """

    ctx: NcnncContext
    show: ShowOptions = field(default_factory=ShowOptions)
    progress: PassProgress | None = None
    on_change: Callable[[str], None] | None = None
    """Called with the name of each pass that changed the module."""
    watcher: Watcher | None = None
    seconds: dict[str, float] = field(default_factory=dict[str, float])
    count: int = 0
    """Number of files in the dump folder."""
    done: list[PassStep] = field(default_factory=list[PassStep])
    """All passes that have run, in order."""
    instances: dict[PassStep, ModulePass] = field(default_factory=dict[PassStep, ModulePass])
    contents: OpContents = field(default_factory=OpContents)
    """Contents of the module at the last comparison."""
    verified: OpContents = field(default_factory=OpContents)
    """Contents of the module at the last verification."""
    unverified: bool = False
    """True if passes have run since the last verification."""

    def run(self, module: ModuleOp, pipeline: Pipeline) -> None:
        """Run a pipeline. Raises: BrokenPassError for a bug; OperationError for a bad model."""
        for stage in pipeline.stages:
            try:
                self.run_stage(module, stage)
            except BrokenPassError as e:
                e.steps += pipeline.after(stage.level).steps
                raise
            if self.watcher is not None:
                self.watcher.at_level(stage.level, module)

    def run_stage(self, module: ModuleOp, stage: Stage) -> None:
        """Run the steps of a stage, and verify as its level requires. Raises: as `run`."""
        self.unverified = stage.level in VERIFIED_ONCE and not self.is_looked_at
        trusted = stage.level is Level.LOOPS and not self.show.verify_each
        compare = stage.level in COMPARED or not (trusted or self.unverified)
        self.run_steps(module, stage.steps, compare=compare)
        if self.unverified:
            with timed(self.seconds, f"verifying {stage.level}"):
                self.look(module)
                self.verify(None)
            self.unverified = False

    @property
    def is_looked_at(self) -> bool:
        """Return whether the changes of each pass are observed."""
        lookers = (self.on_change, self.watcher, self.show.dump_dir)
        return self.show.verify_each or any(looker is not None for looker in lookers)

    def run_steps(
        self, module: ModuleOp, steps: Sequence[PipelineStep], *, compare: bool = True
    ) -> None:
        """Run steps in order. Raises: as `run`."""
        for place, step in enumerate(steps):
            try:
                if isinstance(step, FixedPoint):
                    self.run_fixed_point(module, step)
                else:
                    self.run_pass(module, step, compare=compare)
            except BrokenPassError as e:
                e.steps += tuple(steps[place + 1 :])
                raise

    def run_fixed_point(self, module: ModuleOp, step: FixedPoint) -> None:
        """Run passes in rounds until none changes the module. Raises: as `run`."""
        started = len(self.done)
        try:
            run_rounds(step.steps, lambda one: self.run_pass(module, one), step.max_rounds)
        except EndlessRoundsError as e:
            # What came before the first round is where it can be seen again.
            del self.done[started:]
            raise BrokenPassError(str(e), (step,)) from e
        except BrokenPassError as e:
            place = (len(self.done) - started) % len(step.steps)
            e.steps += (*step.steps[place + 1 :], step)
            raise

    def run_pass(self, module: ModuleOp, step: PassStep, *, compare: bool = True) -> bool:
        """
        Apply one pass, then verify, time and show its effect; return whether the module changed.

        Without `compare`, the module counts as changed and is not verified. Remarks of a pass
        replace those of its previous run. Raises: as `run`.
        """
        if self.progress is not None:
            self.progress(step.name)
        forget_declined(self.ctx, step.name)
        if step not in self.instances:
            with timed(self.seconds, "imports of passes"):
                self.prepare(step)
        with timed(self.seconds, step.name):
            before = self.contents or module_contents(module) if compare else None
            changed = self.apply(module, step)
            if changed and compare:
                changed = self.look(module) != before
            if compare and not self.unverified:
                self.verify(step)
        self.done.append(step)
        self.show_module(module, step.name, changed)
        if changed and self.on_change is not None:
            self.on_change(step.name)
        if changed and self.watcher is not None:
            self.watcher.after_pass(step.name, module)
        return changed

    def prepare(self, step: PassStep) -> None:
        """Import a pass. Raises: as `run`."""
        with passes_blamed(step):
            self.instances[step] = instance_of(step)

    def apply(self, module: ModuleOp, step: PassStep) -> bool:
        """Apply a pass; return false if it reports no change. Raises: as `run`."""
        instance = self.instances[step]
        with passes_blamed(step):
            if self.watcher is not None:
                self.watcher.before_pass(instance, self.ctx, module)
            if isinstance(instance, RewritePass):
                return instance.rewrite(self.ctx, module)
            instance.apply(self.ctx, module)
            return True

    def look(self, module: ModuleOp) -> OpContents:
        self.contents = module_contents(module)
        return self.contents

    def verify(self, step: PassStep | None) -> None:
        """Verify changes since the last verification. Raises: BrokenPassError, naming `step`."""
        before, self.verified = self.verified, self.contents
        if self.verified == before:
            return
        try:
            verify_changes(before, self.verified)
        except VerifyException as e:
            reason = str(e).strip().splitlines()[-1]
            who, again = ("a pass", ()) if step is None else (f"pass {step.name}", (step,))
            raise BrokenPassError(f"{who} made invalid IR: {reason}", again) from e

    def show_module(self, module: ModuleOp, name: str, changed: bool) -> None:
        """Print and dump the IR as the options ask; files are numbered by pass."""
        wanted = self.show.print_ir_after
        if name in wanted or ALL_PASSES in wanted:
            print(f"// IR after {name}\n{module_text(module)}", end="", file=sys.stderr)
        if changed and self.show.dump_dir is not None:
            self.count += 1
            self.dump(f"{self.count:03}_{name}.mlir", module_text(module))

    def dump(self, name: str, text: str) -> None:
        """Write a file into the dump folder, if there is one."""
        if self.show.dump_dir is None:
            return
        folder = Path(self.show.dump_dir)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
