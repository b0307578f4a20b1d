"""`ncnnc inspect --memory`: memory use, kernel by kernel."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from ....runtime.files.input_files import shown_path
from ...diagnostics import UsageError
from ..arguments import compile_options, only_shapes
from ..model_source import is_artifact, with_measured_choices, with_weights
from ..output.console import describe_bytes, progress
from ..output.tables import bar_text, print_table, width_of

if TYPE_CHECKING:
    from ...analysis.memory_use import MemoryUse

BAR_WIDTH = 40
WIDE = 100
"""Columns of a terminal that has room for it."""


def inspect_memory(arguments: argparse.Namespace) -> int:
    """Print live memory at each kernel, with bars. Raises: UsageError; NcnncError."""
    from ...analysis.memory_use import memory_use

    if is_artifact(arguments.model):
        raise UsageError(f"{shown_path(arguments.model)} is compiled: --memory needs the .param")
    options = with_weights(compile_options(arguments, inputs=only_shapes(arguments.input)))
    options = with_measured_choices(options)
    with progress(f"planning the memory of {options.name}") as show:
        use = memory_use(options, show)
    print_kernels(use)
    print()
    more = use.arena / use.lower_bound - 1 if use.lower_bound else 0
    print(f"lower bound    {describe_bytes(use.lower_bound)} alive at one time")
    print(f"arena          {describe_bytes(use.arena)}, {more:.1%} more")
    print(f"workspace      {describe_bytes(use.workspace)} for each thread")
    print(f"weights        {describe_bytes(use.weights)}")
    return 0


def print_kernels(use: MemoryUse) -> None:
    """Print a row for each kernel; a bar of full length is the whole arena."""
    bar_width = BAR_WIDTH if width_of(sys.stdout) >= WIDE else BAR_WIDTH // 2
    rows = [
        (
            kernel.layer,
            kernel.kernel,
            *(describe_bytes(size) if size else "" for size in (kernel.weights, kernel.workspace)),
            describe_bytes(kernel.live),
            bar_text(kernel.live, use.arena, bar_width),
        )
        for kernel in use.kernels
    ]
    columns = ("layer", "kernel", "weights", "workspace", "alive", "of the arena")
    print_table(columns, rows, numeric=columns[2:5], unfolded=columns[5:])
