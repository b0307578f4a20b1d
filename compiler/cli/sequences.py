"""`ncnnc bench --decode --prefill`: how long steps of language models take."""

from __future__ import annotations

import argparse
import itertools
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from ...runtime.sessions.threads import describe_threads
from ..diagnostics import UsageError
from .values import NCNN_BF16

if TYPE_CHECKING:
    from ...runtime.sessions.compiled_model import CompiledModel
    from ..analysis.benchmark import ModelFiles
    from ..analysis.sequences import SequenceStep
    from ..analysis.timing import Timing

COLUMNS = ("step", "engine", "threads", "ms", "ms a row", "rows/s", "undisturbed")


def add_sequence_arguments(parser: argparse.ArgumentParser) -> None:
    """Add options that time steps of a model with states."""
    group = parser.add_argument_group("steps of a model that keeps states (--state)")
    for name, metavar, help in (
        ("--decode", "PAST,...", "time one row behind so many of the past"),
        ("--prefill", "ROWS,...", "time so many rows at once, behind none"),
    ):
        group.add_argument(name, metavar=metavar, type=numbers, default=(), help=help)


def numbers(text: str) -> tuple[int, ...]:
    """Return `64,512` as numbers of rows."""
    words = text.split(",")
    if not all(word.isdecimal() and len(word) < 10 for word in words):
        raise argparse.ArgumentTypeError(f"'{text}' is no list of numbers of rows")
    return tuple(map(int, words))


def steps_of(arguments: argparse.Namespace) -> list[SequenceStep]:
    """The steps that are to be timed. Raises: UsageError for a prompt without rows."""
    from ..analysis.sequences import SequenceStep

    if 0 in arguments.prefill:
        raise UsageError("--prefill needs at least one row")
    return [
        *(SequenceStep(1, past) for past in arguments.decode),
        *(SequenceStep(rows, 0) for rows in arguments.prefill),
    ]


def bench_sequences(
    arguments: argparse.Namespace, models: Sequence[CompiledModel]
) -> list[dict[str, Any]]:
    """Time the steps of each model, alone or in turns with ncnn, and print them."""
    from ..analysis.sequences import SequenceProgram
    from .output.tables import print_table

    rows: list[tuple[str, ...]] = []
    results: list[dict[str, Any]] = []
    lines: list[str] = []
    for model in models:
        check_steps(SequenceProgram.of(model.program), steps_of(arguments))
        for step in steps_of(arguments):
            timings, line = timed_step(arguments, model, step)
            rows += [row(step, name, model.threads, t) for name, t in timings.items()]
            lines += [f"{step}: {line}"] * bool(line)
            described = {name: asdict(timing) for name, timing in timings.items()}
            results.append({**asdict(step), "threads": model.threads, **described})
    print_table(COLUMNS, rows, numeric=COLUMNS[2:])
    for line in lines:
        print(line)
    if arguments.profile:
        timed = itertools.product(models, steps_of(arguments))
        for (model, step), result in zip(timed, results, strict=True):
            print(f"\n{step}, {describe_threads(model.threads)}")
            milliseconds = result["ncnnc"]["minimum"]
            result["steps"] = profiled(arguments, model, step, milliseconds)
    return results


def profiled(
    arguments: argparse.Namespace, model: CompiledModel, step: SequenceStep, milliseconds: float
) -> list[dict[str, Any]]:
    """Print and return the profile of a step, a run of which takes so long."""
    from ..analysis.sequences import profile_step
    from .output.profiles import rounds_in, show_steps

    rounds = rounds_in(arguments.seconds, milliseconds)
    return show_steps(model, profile_step(model, step, rounds))


def check_steps(sequence: Any, steps: Sequence[SequenceStep]) -> None:
    """Raises: UsageError for a step that the model was not compiled for."""
    ranges = {symbol.name: symbol for symbol in sequence.program.symbols}
    for step in steps:
        for name, number in ((sequence.rows, step.rows), (sequence.length, step.past)):
            symbol = ranges[name]
            if not symbol.least <= number <= symbol.most:
                raise UsageError(f"a step has {name}={number}, the model {symbol}")


def timed_step(
    arguments: argparse.Namespace, model: CompiledModel, step: SequenceStep
) -> tuple[dict[str, Timing], str]:
    """
    The timings of a step by engine, and on one line the comparison, or why ncnn has none: with some
    caches it crashes.
    """
    from ..analysis.benchmark import EngineEndedError, ModelFiles, compare
    from .model_source import ncnn_files
    from .output.console import progress

    source = arguments.model, arguments.weights, arguments.random_weights
    with tempfile.TemporaryDirectory() as folder, progress(f"timing {step}"):
        artifact = f"{folder}/model.ncnnc"
        model.save(artifact)
        files = ModelFiles("", "", artifact, rows=step.rows, past=step.past)
        if not arguments.compare:
            return {"ncnnc": time_alone(files, model.threads, arguments.seconds)}, ""
        param, weights = ncnn_files(*source, folder, arguments.max_memory)
        bf16 = arguments.compare == NCNN_BF16
        both = replace(files, param=param, weights=weights, bf16=bf16)
        try:
            result = compare(both, model.threads, arguments.seconds)
        except EngineEndedError as error:
            if error.engine != both.engines[1]:
                raise
            ours = time_alone(files, model.threads, arguments.seconds)
            return {"ncnnc": ours}, str(error).removeprefix("error: ")
    return {"ncnnc": result.ours, arguments.compare: result.ncnn}, result.summary


def time_alone(files: ModelFiles, threads: int, seconds: float) -> Timing:
    """Time our engine. Raises: NcnncError if it ends early."""
    from pathlib import Path

    from ..analysis.benchmark import EngineProcess, runs_in_turns
    from ..analysis.timing import Timing

    with tempfile.TemporaryDirectory() as folder:
        with EngineProcess(files.engines[0], files, threads, Path(folder)) as engine:
            engine.outputs()
            (runs,) = runs_in_turns([engine], seconds)
    return Timing.of(runs, threads)


def row(step: SequenceStep, engine: str, threads: int, timing: Timing) -> tuple[str, ...]:
    """A timing in the order of COLUMNS."""
    return (
        str(step),
        engine,
        str(threads),
        f"{timing.minimum:.2f}",
        f"{timing.minimum / step.rows:.2f}",
        f"{step.rows / timing.minimum * 1e3:.1f}",
        f"{timing.undisturbed} of {timing.runs}",
    )
