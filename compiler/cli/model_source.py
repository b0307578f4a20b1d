"""A model by what the user calls it: a `.param`, a network of the zoo, or a compiled model."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ...runtime.files import shown_path
from .. import zoo
from ..diagnostics import UsageError, unknown_name
from ..driver.options import CompileOptions, require_runnable
from .arguments import given_options
from .console import print_table, progress

if TYPE_CHECKING:
    from ...dialects.context import Remark
    from ...runtime.model import CompiledModel
    from ...runtime.program import Program

ARTIFACT_SUFFIX = ".ncnnc"


def is_artifact(name: str) -> bool:
    """Whether `name` is that of a compiled model."""
    return Path(name).suffix == ARTIFACT_SUFFIX


def param_source(name: str) -> str | bytes:
    """The path of a `.param`, or the content of one for a name of the zoo."""
    return zoo.build(name).param_text.encode() if zoo.is_zoo_name(name) else name


def open_model(
    arguments: argparse.Namespace, options: Callable[[], CompileOptions], threads: int = 0
) -> CompiledModel:
    """
    Load the compiled model that a command line names, or compile and load what it names.

    Raises: UsageError for an option that comes too late for a compiled model; NcnncError if the
    model cannot be opened.
    """
    from ...runtime.loading import load
    from ...runtime.model import CompiledModel

    if not is_artifact(arguments.model):
        chosen = options()
        require_runnable(chosen)
        return CompiledModel(compile_to_program(chosen), threads)
    for name in given_options(arguments):
        option = f"--{name.replace('_', '-')}".replace("--weights", "WEIGHTS")
        source = shown_path(arguments.model)
        raise UsageError(f"{source} is compiled already: {option} comes too late")
    model = load(arguments.model, threads)
    check_inputs_of_compiled(model, arguments.input)
    return model


def check_inputs_of_compiled(model: CompiledModel, given: Iterable[tuple[str, object]]) -> None:
    """
    Check the inputs that a command line names, with a shape or a file, against a compiled model.

    Raises: UsageError for an input that it does not have, or that has another shape.
    """
    shapes = {spec.name: spec.shape for spec in model.inputs}
    for name, value in given:
        if name not in shapes:
            raise unknown_name("input", name, list(shapes))
        if isinstance(value, tuple) and value != shapes[name]:
            extents = "x".join(map(str, shapes[name]))
            fixed = f"its shapes are fixed: input '{name}' is {extents}"
            raise UsageError(f"{model.source} is compiled already, {fixed}")


def compile_to_program(options: CompileOptions) -> Program:
    """
    Compile with a progress line, and with a table of times if the options ask for one.

    The weights are not made yet: see `runtime/weights.py`.

    Raises: NcnncError if the model cannot be compiled.
    """
    from ..driver.assembling import assemble
    from ..driver.lowering import lower

    started = time.perf_counter()
    with progress(f"compiling {options.param}") as show:
        lowered = lower(options, progress=show)
        show("machine code")
        lowered_at = time.perf_counter()
        program = assemble(lowered)
    if options.remarks:
        print_remarks(lowered.ctx.remarks)
    if options.time_passes:
        finished = time.perf_counter()
        print_times({**lowered.runner.seconds, "machine code": finished - lowered_at})
        print(f"total {finished - started:.3f} s", file=sys.stderr)
    return program


def print_times(seconds: dict[str, float]) -> None:
    """The times of all passes, on standard error."""
    rows = [(name, f"{value * 1e3:.1f}") for name, value in seconds.items()]
    print_table(("pass", "ms"), rows, numeric=("ms",), file=sys.stderr)


def print_remarks(remarks: Iterable[Remark]) -> None:
    """What passes did and did not do, a line for each, on standard error."""
    for remark in remarks:
        print(remark, file=sys.stderr)


def ncnn_files(
    model: str,
    weights: str | None,
    random_weights: int | None,
    shapes: Mapping[str, tuple[int, ...]],
    folder: str,
) -> tuple[str, str]:
    """
    The `.param` and `.bin` for ncnn; what is not there yet is written into `folder`.

    Raises: UsageError for a compiled model, which ncnn cannot read.
    """
    from ..frontend.random_weights_file import write_random_weights

    if is_artifact(model):
        raise UsageError("ncnn cannot read a compiled model; comparing needs the .param")
    if zoo.is_zoo_name(model):
        param, written = zoo.write(model, folder, random_weights or 0)
        return str(param), str(written)
    if random_weights is not None:
        path = f"{folder}/random.bin"
        write_random_weights(model, random_weights, shapes, path)
        return model, path
    return model, weights or str(Path(model).with_suffix(".bin"))
