"""The graph optimizer: run rewrites whose results a model file can express to a fixed point."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from xdsl.dialects.builtin import ModuleOp

from ..dialects.context import NcnncContext, Remark
from ..dialects.ncnn.base import NcnnOp
from ..dialects.ncnn.shapes import has_shape
from ..runtime.files.replacing_files import write_all_atomically
from .analysis.comparison import graph_of_bytes, open_graph
from .analysis.model_inputs import smooth_inputs
from .analysis.relative_error import TOLERANCE, output_errors
from .diagnostics import ModelError
from .driver.collector import collector_paused
from .driver.import_model import import_graph, make_context
from .export import ExportedModel, WeightStorage, export_model, param_binary, param_text
from .frontend.shapes import infer_shapes
from .frontend.survey.wrong_inputs import WrongInput, forget_wrong_inputs
from .options.compile_options import CompileOptions
from .pipeline.build import optimizer_steps
from .pipeline.reproducer import ModuleSource, bugs_reported
from .pipeline.runner import PassRunner
from .pipeline.steps import FixedPoint

BINARY_SUFFIX = ".param.bin"

CHECK_TOLERANCES = {WeightStorage.FLOAT32: 10 * TOLERANCE, WeightStorage.FLOAT16: 0.05}
"""Errors of an output that a check tolerates as rounding."""

AfterPass = Callable[[str], None]
"""Called with the name of each pass that changed the graph."""


def optimize_graph(
    module: ModuleOp, source: ModuleSource, runner: PassRunner, steps: FixedPoint
) -> None:
    """Run passes on a graph with known shapes until none changes it. Raises: ModelError."""
    with collector_paused(), bugs_reported(runner, source):
        runner.run_steps(module, (steps,))


@dataclass(frozen=True)
class ModelSize:
    """The cost of a model. Units: `weight_bytes` is the size of the `.bin`."""

    layers: int
    """Layers in the file, with inputs and constants."""
    multiply_adds: int | None
    """Multiply-adds; None if shapes are unknown."""
    weight_bytes: int


@dataclass(frozen=True)
class OptimizedModel:
    """An optimized model, ready to be written, with remarks and sizes."""

    exported: ExportedModel
    storage: WeightStorage
    remarks: tuple[Remark, ...]
    before: ModelSize
    after: ModelSize
    wrong_inputs: tuple[WrongInput, ...] = ()
    """Inputs whose shapes in the file are invalid: they are written without one."""


def total_multiply_adds(module: ModuleOp) -> int | None:
    """Return the multiply-adds of all layers; None if a shape is unknown."""
    ops = [op for op in module.walk() if isinstance(op, NcnnOp)]
    if not all(has_shape(value) for op in ops for value in (*op.operands, *op.results)):
        return None
    return sum(op.multiply_adds() for op in ops)


def size_of(module: ModuleOp, exported: ExportedModel) -> ModelSize:
    """Return the cost of an exported model."""
    return ModelSize(
        layers=len(exported.param.layers),
        multiply_adds=total_multiply_adds(module),
        weight_bytes=sum(len(memoryview(chunk)) for chunk in exported.bin),
    )


def optimize_files(
    options: CompileOptions,
    *,
    only: Sequence[str] = (),
    skip: Sequence[str] = (),
    storage: WeightStorage = WeightStorage.FLOAT32,
    after: AfterPass | None = None,
) -> OptimizedModel:
    """
    Optimize the model that the options name.

    Input shapes may be unknown; rewrites that need them are then declined. Shapes in the file,
    which ncnn ignores, count as unknown if they do not fit. Layers that cannot be compiled are
    kept.

    Raises: NcnncError if the model cannot be read, or its layers do not fit together; UsageError
    for an unknown pass.
    """
    steps = optimizer_steps(only, skip)
    wrong: list[WrongInput] = []

    def source() -> tuple[ModuleOp, NcnncContext]:
        ctx = make_context()
        module = import_graph(options, ctx, for_export=True)
        try:
            infer_shapes(module, ctx)
        except ModelError:
            wrong[:] = forget_wrong_inputs(module, options.inputs)
            if not wrong:
                raise
            infer_shapes(module, ctx)
        return module, ctx

    module, ctx = source()
    before = replace(size_of(module, export_model(module, ctx)), layers=ctx.layers_in_file)
    optimize_graph(module, source, PassRunner(ctx, options.show, on_change=after), steps)
    exported = export_model(module, ctx, storage)
    after_all = size_of(module, exported)
    return OptimizedModel(exported, storage, tuple(ctx.remarks), before, after_all, tuple(wrong))


def check_optimized(options: CompileOptions, optimized: OptimizedModel) -> dict[str, float]:
    """Return errors of outputs on a smooth input. Raises: NcnncError if too large."""
    written = open_graph(
        options.param, options.weights, options.inputs, options.random_weights, options.outputs
    )
    exported = optimized.exported
    files = param_text(exported.param), b"".join(exported.bin)
    shapes = {spec.name: spec.shape for spec in written.inputs}
    rewritten = graph_of_bytes(*files, shapes, options.outputs)
    inputs = smooth_inputs(written.inputs)
    errors = output_errors(written.run(inputs), rewritten.run(inputs))
    tolerance = CHECK_TOLERANCES[optimized.storage]
    for name, error in errors.items():
        if not error <= tolerance:
            raise ModelError(
                f"the optimized model computes something else: output '{name}' is off by "
                f"{error:.1e} of its largest magnitude, tolerance {tolerance:g}; nothing written",
                file=options.name,
                hint=f"`ncnnc diff {options.name} --bisect-passes` names the pass",
            )
    return errors


def write_optimized(
    optimized: OptimizedModel, param: str | os.PathLike[str], weights: str | os.PathLike[str]
) -> None:
    """Write both files or none. Raises: as `write_exported`."""
    write_exported(optimized.exported, param, weights)


def write_exported(
    exported: ExportedModel,
    param: str | os.PathLike[str],
    weights: str | os.PathLike[str],
    others: Mapping[str | os.PathLike[str], bytes] | None = None,
) -> None:
    """Write both files and `others`, or none. Raises: OSError; ModelError for no such text."""
    name = os.fspath(param)
    binary = name.endswith(BINARY_SUFFIX)
    content = (param_binary if binary else param_text)(replace(exported.param, file=name))
    more = {path: [text] for path, text in (others or {}).items()}
    write_all_atomically({param: [content], weights: exported.bin, **more})
