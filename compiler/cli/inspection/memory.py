"""`ncnnc inspect --memory`: what a model keeps in memory, kernel by kernel."""

from __future__ import annotations

import argparse
import shutil
import sys
from typing import TYPE_CHECKING

from ....runtime.files import shown_path
from ...diagnostics import UsageError
from ..arguments import compile_options, only_shapes
from ..console import UNLIMITED_WIDTH, describe_bytes, progress
from ..model_source import is_artifact, with_weights

if TYPE_CHECKING:
    from ...analysis.memory_use import MemoryUse

BAR_WIDTH = 40


def inspect_memory(arguments: argparse.Namespace) -> int:
    """
    Print how much is alive while each kernel runs, as numbers and bars, and the sums.

    Raises: UsageError for a compiled model; NcnncError if the model cannot be compiled.
    """
    from ...analysis.memory_use import memory_use

    if is_artifact(arguments.model):
        raise UsageError(f"{shown_path(arguments.model)} is compiled: --memory needs the .param")
    options = with_weights(compile_options(arguments, inputs=only_shapes(arguments.input)))
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
    """A row for each kernel; a bar as long as the table allows is the whole arena."""
    from rich.bar import Bar
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in ("layer", "kernel"):
        table.add_column(column, no_wrap=True)
    for column in ("weights", "workspace", "alive"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("of the arena", no_wrap=True)
    for kernel in use.kernels:
        sizes = [
            describe_bytes(size) if size else "" for size in (kernel.weights, kernel.workspace)
        ]
        alive = Text(describe_bytes(kernel.live))
        bar = Bar(max(use.arena, 1), 0, kernel.live, width=BAR_WIDTH)
        table.add_row(Text(kernel.layer), Text(kernel.kernel), *map(Text, sizes), alive, bar)
    is_terminal = sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if is_terminal else UNLIMITED_WIDTH
    Console(file=sys.stdout, width=width, highlight=False).print(table)
