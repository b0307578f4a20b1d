"""`--input auto`: find shapes for inputs without one."""

from __future__ import annotations

import argparse
import sys

from ...runtime.files.input_files import shown_path
from ..diagnostics import UsageError
from ..image import Image
from ..option_values import AUTO
from .values import AUTO_INPUT


def find_auto_inputs(arguments: argparse.Namespace) -> None:
    """Replace `auto` among the inputs by fitting shapes, and report them. Raises: NcnncError."""
    inputs = getattr(arguments, "input", None)
    if not inputs or AUTO_INPUT not in inputs:
        return
    from ..input_shapes.words import found_line
    from ..options.compile_options import CompileOptions
    from ..options.found_shapes import fitting_shapes
    from .arguments import only_shapes
    from .commands.run import name_inputs, shapes_of_files
    from .model_source import is_artifact
    from .output.console import progress

    model = getattr(arguments, "first", None) or getattr(arguments, "model", None)
    if model is None:
        raise UsageError(f"--input {AUTO} needs the name of one model")
    if is_artifact(model):
        raise UsageError(f"{shown_path(model)} is compiled: --input {AUTO} is for a .param")
    if any(name == "" for name, _ in inputs):
        name_inputs(arguments)
        inputs = arguments.input
    images: dict[str, Image] = dict(getattr(arguments, "preprocess", None) or ())
    kept = [entry for entry in inputs if entry != AUTO_INPUT]
    files = {name: v for name, v in kept if isinstance(v, str) and name not in images}
    given = only_shapes([entry for entry in kept if isinstance(entry[1], tuple)])
    given |= shapes_of_files(files, getattr(arguments, "dynamic", False))
    options = CompileOptions(model, outputs=arguments.outputs or (), preprocess=images)
    with progress(f"looking for input shapes of {model}"):
        solution = fitting_shapes(options, given)
    print(found_line(solution), file=sys.stderr)
    named = {name for name, _ in kept}
    arguments.input = [
        *kept,
        *((name, solution.shapes[name]) for name in solution.open if name not in named | {*images}),
    ]
