"""`ncnnc inspect --dim`: the layers that cannot be computed for extents known at run time."""

from __future__ import annotations

import argparse

from ....runtime.files.input_files import shown_path
from ...diagnostics import ExtentsError, UsageError
from ..arguments import compile_options, only_shapes
from ..model_source import is_artifact, with_weights

COLUMNS = ("line", "layer", "type", "why it is compiled for each shape")


def inspect_extents(arguments: argparse.Namespace) -> int:
    """Print a row for each refused layer; return 1 if there are any. Raises: UsageError."""
    from ...driver.lower import lower
    from ...pipeline.steps import Level
    from ..output.console import progress
    from ..output.tables import print_table

    if is_artifact(arguments.model):
        raise UsageError(f"{shown_path(arguments.model)} is compiled: --dim needs the .param")
    options = with_weights(compile_options(arguments, inputs=only_shapes(arguments.input)))
    ranges = " ".join(f"{name}={low}..{high}" for name, (low, high) in options.dims.items())
    try:
        with progress(f"compiling {options.name}") as show:
            lower(options, Level.KERNELS, show)
    except ExtentsError as error:
        rows = [
            (str(e.line or ""), e.layer or "", e.layer_type or "", e.reason) for e in error.refused
        ]
        print_table(COLUMNS, rows, keys=3)
        print(f"\nrefused layers: {len(rows)}, of {ranges}; layers behind them may be refused, too")
        return 1
    print(f"all layers can be computed for {ranges}")
    return 0
