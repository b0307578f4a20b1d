"""A model from its files down to some level of IR."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import PassFailedException

from ...dialects.context import NcnncContext
from ...dialects.target.records import Target
from ...passes.common.errors import OperationError
from ...passes.common.target import set_target
from ...runtime.model import CompiledModel
from ...runtime.program import Program
from ...runtime.tensors import TensorSpec
from ..backend.entry_points import program_text
from ..backend.machine_code import emit_assembly, emit_object
from ..diagnostics import NcnncError
from ..frontend.locations import model_error_from_pass
from ..frontend.support_check import check_runnable
from .assembling import assemble
from .graph_import import import_graph, make_context
from .options import CompileOptions
from .pass_names import LEVELS
from .pipeline import PassRunner, build_pipeline, check_layer_names, split_pipeline
from .signature import signature
from .target import parse_target
from .tuning import set_fastest_algorithms

Progress = Callable[[str], None]
"""Called with the name of every pass that is about to run."""


@dataclass
class Lowered:
    """A module on its way down, with all that belongs to it."""

    module: ModuleOp
    ctx: NcnncContext
    target: Target
    inputs: tuple[TensorSpec, ...]
    outputs: tuple[TensorSpec, ...]
    runner: PassRunner

    def llvm_ir(self) -> str:
        """LLVM IR text; the module must be at level `loops`."""
        return program_text(self.module, self.target.function_attributes)

    def assembly(self) -> str:
        """Assembly text."""
        return emit_assembly(self.llvm_ir(), self.target)

    def object_code(self) -> bytes:
        """An ELF object with the functions of `dialects/entry_points.py`."""
        text = self.llvm_ir()
        self.runner.dump("llvm.ll", text)
        return emit_object(text, self.target)


@contextmanager
def collector_paused() -> Iterator[None]:
    """Compilation makes many objects that live to its end: collecting meanwhile finds nothing."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def lower(
    options: CompileOptions, level: str = "loops", progress: Progress | None = None
) -> Lowered:
    """
    Import a model and lower it to a level: import, graph, scheduled, kernels or loops.

    Raises: NcnncError of a kind that says what is wrong with the model or the options.
    """
    target = parse_target(options.target)
    ctx = make_context()
    runner = PassRunner(ctx, options, progress)
    with collector_paused():
        try:
            module = import_graph(options, ctx)
            passes = build_pipeline(options, target)
            first, rest = passes[:1], passes[1:]
            runner.run(module, first)
            check_runnable(module)
            check_layer_names(options, module)
            inputs, outputs = signature(module)
            if level not in ("import", "graph") and options.conv_policy == "measure":
                graph, rest = split_pipeline(rest, LEVELS["graph"])
                runner.run(module, graph)
                compile_graph = partial(compile_module, target=target)
                set_fastest_algorithms(module, target, options.conv, compile_graph, progress)
            if level != "import":
                runner.run(module, rest, LEVELS[level])
        except OperationError as e:
            raise model_error_from_pass(e) from e
        except PassFailedException as e:
            raise NcnncError(f"error: {e}") from e
    return Lowered(module, ctx, target, inputs, outputs, runner)


def compile_module(module: ModuleOp, ctx: NcnncContext, target: Target) -> CompiledModel:
    """Lower a module that is at level `graph`, and load it."""
    options = CompileOptions("module", target=target.name)
    inputs, outputs = signature(module)
    runner = PassRunner(ctx, options)
    set_target(module, target)
    _, passes = split_pipeline(build_pipeline(options, target), LEVELS["graph"])
    runner.run(module, passes)
    return CompiledModel(assemble(Lowered(module, ctx, target, inputs, outputs, runner)))


def compile_program(options: CompileOptions, progress: Progress | None = None) -> Program:
    """Compile to a program, without loading it."""
    lowered = lower(options, "loops", progress)
    with collector_paused():
        return assemble(lowered)
