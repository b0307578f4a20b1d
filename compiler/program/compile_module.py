"""Compile and load a module at level `graph`, without a model's files."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp

from ...dialects.context import NcnncContext
from ...dialects.target.records import Target
from ...passes.common.target import set_target
from ...runtime.sessions.compiled_model import CompiledModel
from ..options.code_options import CodeOptions
from ..pipeline.build import build_pipeline
from ..pipeline.reproducer import bugs_reported
from ..pipeline.runner import PassRunner
from ..pipeline.steps import Level
from .assemble import assemble
from .lowered import Lowered
from .signature import signature


def compile_module(module: ModuleOp, ctx: NcnncContext, target: Target) -> CompiledModel:
    """Lower and load a module at level `graph`. Raises: NcnncError."""
    inputs, outputs = signature(module)
    runner = PassRunner(ctx)
    set_target(module, target)
    original = module.clone()
    with bugs_reported(runner, lambda: (original.clone(), ctx)):
        runner.run(module, build_pipeline(CodeOptions(target=target.name)).after(Level.GRAPH))
    return CompiledModel(assemble(Lowered(module, ctx, target, inputs, outputs, runner)))
