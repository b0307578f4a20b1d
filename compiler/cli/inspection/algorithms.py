"""`ncnnc inspect --algorithms`: show each convolution's algorithm and the reasons."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ....runtime.files.input_files import shown_path
from ...diagnostics import UsageError
from ...options.compile_options import require_runnable
from ..arguments import compile_options, only_shapes
from ..model_source import is_artifact, with_measured_choices, with_weights
from ..output.console import progress
from ..output.tables import print_table

if TYPE_CHECKING:
    from ....dialects.kernel.attributes import Algorithm
    from ....passes.schedule.cost.algorithm_choice import AlgorithmChoice
    from ...analysis.convolution_choices import ChosenConvolution

COLUMNS = ("layer", "input -> output", "kernel", "algorithm", "cycles", "runner-up", "its cycles")
MEASURED_COLUMNS = ("us", "its us")


def inspect_algorithms(arguments: argparse.Namespace) -> int:
    """Print a row for every convolution. Raises: UsageError; NcnncError if not compilable."""
    from ...analysis.convolution_choices import choose_convolutions
    from ...options.choices import ConvPolicy

    if is_artifact(arguments.model):
        raise UsageError(
            f"{shown_path(arguments.model)} is compiled: --algorithms needs the .param"
        )
    inputs = only_shapes(arguments.input)
    options = with_weights(compile_options(arguments, inputs=inputs, threads=arguments.threads))
    options = with_measured_choices(options)
    if options.conv_policy == ConvPolicy.MEASURE:
        require_runnable(options)
    with progress(f"choosing algorithms of {options.name}") as show:
        chosen = choose_convolutions(options, show)
    measured = any(entry.choice.seconds for entry in chosen)
    columns = (*COLUMNS, *MEASURED_COLUMNS * measured, "reason")
    rows = [row(entry, measured) for entry in chosen]
    numeric = ("cycles", "its cycles", *MEASURED_COLUMNS)
    print_table(columns, rows, numeric=numeric)
    print()
    print(f"target         {options.machine.name}")
    return 0


def row(entry: ChosenConvolution, measured: bool) -> tuple[str, ...]:
    choice = entry.choice
    other = choice.runner_up
    times = (described_time(choice, choice.algorithm), described_time(choice, other))
    return (
        *(entry.layer, entry.shapes, entry.kernel),
        *(choice.algorithm.value, described_cycles(choice, choice.algorithm)),
        *(other.value if other else "", described_cycles(choice, other)),
        *times * measured,
        choice.reason,
    )


def described_cycles(choice: AlgorithmChoice, algorithm: Algorithm | None) -> str:
    """`310 k` or `4.2 M`; empty without an estimate."""
    cycles = None if algorithm is None else choice.cycles.get(algorithm)
    if cycles is None:
        return ""
    return f"{cycles / 1e6:.1f} M" if cycles >= 1e6 else f"{cycles / 1e3:.0f} k"


def described_time(choice: AlgorithmChoice, algorithm: Algorithm | None) -> str:
    """Microseconds; empty if not measured."""
    seconds = None if algorithm is None else choice.seconds.get(algorithm)
    return "" if seconds is None else f"{seconds * 1e6:.1f}"
