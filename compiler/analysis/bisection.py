"""Find the pass that changes a model's results, by running the graph in numpy after each pass."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import InterpretationError

from ...dialects.context import NcnncContext
from ...runtime.sessions.compiled_model import CompiledModel
from ..driver.import_model import import_graph, make_context
from ..options.compile_options import CompileOptions
from ..pipeline.build import build_pipeline
from ..pipeline.reproducer import bugs_reported
from ..pipeline.runner import PassRunner
from ..program.assemble import assemble
from ..program.lowered import Lowered
from ..reference import run_reference
from .comparison import GraphModel
from .relative_error import Arrays, output_errors

MACHINE_CODE = "machine code"
"""Name for all passes below the level that numpy can run."""


@dataclass(frozen=True)
class PassEffect:
    """The error of the outputs, relative to the imported model, after a pass."""

    pass_name: str
    error: float
    """The largest error of all outputs, see `relative_error`."""


def bisect_passes(
    options: CompileOptions,
    make_inputs: Callable[[GraphModel], Arrays],
    progress: Callable[[str], None] | None = None,
) -> list[PassEffect]:
    """
    Compile a model pass by pass, and return the effects of passes that change the graph.

    Passes below the level that numpy can run count as one: the compiled model is run.

    Raises: NcnncError if the model cannot be compiled.
    """

    def source() -> tuple[ModuleOp, NcnncContext]:
        ctx = make_context()
        return import_graph(options, ctx), ctx

    module, ctx = source()
    written = GraphModel(module, ctx)
    inputs = make_inputs(written)
    expected = written.run(inputs)
    effects: list[PassEffect] = []
    module, interpretable = written.module, True

    def measure(pass_name: str) -> None:
        nonlocal interpretable
        error = reference_error(module, ctx, inputs, expected) if interpretable else None
        interpretable = error is not None
        if error is not None:
            effects.append(PassEffect(pass_name, error))

    runner = PassRunner(ctx, options.show, progress, on_change=measure)
    with bugs_reported(runner, source):
        runner.run(module, build_pipeline(options))
    lowered = Lowered(module, ctx, options.machine, *written.signature, runner)
    actual = CompiledModel(assemble(lowered)).run(dict(inputs))
    effects.append(PassEffect(MACHINE_CODE, max(output_errors(expected, actual).values())))
    return effects


def reference_error(
    module: ModuleOp, ctx: NcnncContext, inputs: Arrays, expected: Arrays
) -> float | None:
    """Return the largest error of the graph's outputs; None if numpy cannot run it."""
    try:
        actual = run_reference(module, ctx.weights, inputs)
    except InterpretationError:
        return None
    return max(output_errors(expected, actual).values())
