"""`ncnnc bench`: how long a model takes, where the time goes, and how that compares with ncnn."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from ....runtime.files.replacing_files import check_outputs
from ....runtime.sessions.arguments import AUTO_THREADS
from ....runtime.sessions.threads import describe_threads
from ...diagnostics import UsageError
from ...image import Image
from ..arguments import (
    add_compile_arguments,
    add_fallback_argument,
    add_model_arguments,
    add_outputs_argument,
    add_shape_argument,
    shape_sets,
)
from ..imports import add_import_argument
from ..output.console import file_of, results_on_standard_output, write_json
from ..parser import Verbs
from ..sequences import add_sequence_arguments, bench_sequences
from ..values import NCNN, NCNN_BF16, positive_seconds, thread_numbers

if TYPE_CHECKING:
    from ....runtime.sessions.compiled_model import CompiledModel
    from ...analysis.timing import Timing


COLUMNS = ("engine", "threads", "CPU ms", "wall ms", "p50", "p90", "p99", "runs/s", "undisturbed")
DESCRIPTION = """\
Time a model on a fixed input. `CPU ms` and `wall ms` are the fastest runs among those that no other
process interrupted (`undisturbed`, of all runs): they say how fast the code is. CPU time is given
for one thread, where it is what counts; with several threads the wall is. `p50`, `p90` and `p99`
are percentiles of the wall time of all runs, in ms, and `runs/s` is the throughput.
"""


def add_parser(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "bench", help="time a model, layer by layer or against ncnn", description=DESCRIPTION
    )
    add_model_arguments(parser, compiled=True, optional=True)
    add_suite_arguments(parser)
    add_sequence_arguments(parser)
    add_shape_argument(parser)
    add_outputs_argument(parser)
    add_import_argument(parser)
    parser.add_argument(
        "--threads",
        metavar="N,...",
        type=thread_numbers,
        default=(1,),
        help="numbers of threads; `auto` for the one that runs choose (default: 1)",
    )
    parser.add_argument(
        "--seconds", type=positive_seconds, default=2.0, help="how long to time each (default: 2)"
    )
    parser.add_argument(
        "--profile",
        action="store_true",
        help="show the time of every layer; with several threads also the work of each, its waits "
        "at barriers, and how evenly the work is shared",
    )
    parser.add_argument(
        "--shares",
        action="store_true",
        help="show how evenly every kernel is shared among --threads, each thread's share measured "
        "by itself: also for more threads than this machine has cores",
    )
    parser.add_argument(
        "--compare",
        choices=[NCNN, NCNN_BF16],
        help="time the ncnn wheel too, storing float32 or bfloat16: in turns, each in a process of "
        "its own",
    )
    parser.add_argument(
        "--json",
        metavar="FILE",
        help="write the results; - for standard output, with the tables on standard error",
    )
    add_fallback_argument(parser)
    add_compile_arguments(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Time models and print results; 1 if one failed. Raises: UsageError; NcnncError; OSError."""
    check_what_is_timed(arguments)
    check_outputs(file_of(arguments.json), arguments.markdown, arguments.html)
    with results_on_standard_output(arguments):
        if arguments.suite is not None:
            from ..suite import bench_suite

            return bench_suite(arguments)
        report = bench_model(arguments)
        if arguments.json:
            write_json(arguments.json, report)
    return 0


def models_to_time(arguments: argparse.Namespace) -> list[CompiledModel]:
    """Open the model for each set of shapes; without a `.bin` weights are generated."""
    from ..model_source import generate_missing_weights, open_models, say_what_is_generated

    is_generated = generate_missing_weights(arguments)
    models = open_models(arguments, shape_sets(arguments.input))
    if is_generated:
        say_what_is_generated(arguments)
    return models


def bench_model(arguments: argparse.Namespace) -> dict[str, Any]:
    """Time one model and print the results; returns them for machines. Raises: as `run`."""
    from ....runtime.model.specialisation import described_shapes
    from ....runtime.sessions.compiled_model import CompiledModel
    from ....runtime.system import here
    from ...analysis.benchmark import has_ncnn
    from ...analysis.model_inputs import lengths_of_states
    from ..output.profiles import show_shares

    models = models_to_time(arguments)
    target = models[0].program.target
    report: dict[str, Any] = {"model": arguments.model, "target": target, "cpu": here.cpu_name()}
    if AUTO_THREADS in arguments.threads and (arguments.shares or models[0].program.states):
        raise UsageError("--threads auto is for whole runs without states; hint: --threads 1,2")
    if arguments.shares:
        steps = [step for model in models for step in show_shares(model, arguments.threads)]
        return {**report, "steps": steps}
    if arguments.compare and arguments.masks:
        raise UsageError("ncnn needs the masks that --mask leaves out; hint: compare without it")
    if arguments.compare and arguments.postprocess:
        raise UsageError("ncnn has no --postprocess; hint: compare without it")
    if arguments.compare and not has_ncnn():
        complain("ncnn is left out: its wheel is not installed (pip install 'ncnnc[oracle]')")
        arguments.compare = None
    if arguments.decode or arguments.prefill:
        print(f"{arguments.model} for {target}, on {here.cpu_name() or 'an unknown CPU'}")
        threaded = [CompiledModel(m.program, n) for m in models for n in arguments.threads]
        return {**report, "results": bench_sequences(arguments, threaded)}
    if lengths_of_states(models[0].program):
        raise UsageError("the model has states; hint: --decode 64 --prefill 64 time its steps")
    time_model = compared if arguments.compare else timed
    timed_models = [on_threads(model, threads) for model in models for threads in arguments.threads]
    results = [time_model(arguments, model) for model in timed_models]
    shapes = [described_shapes(model.program) for model in timed_models]
    report["results"] = [
        {"inputs": inputs, **result.report} for inputs, result in zip(shapes, results, strict=True)
    ]
    several = len(models) > 1
    print(f"{arguments.model} for {target}, on {here.cpu_name() or 'an unknown CPU'}")
    print_results(results, shapes if several else [])
    for inputs, result in zip(shapes, results, strict=True):
        where = f"{inputs}, " * several
        for line in result.lines:
            print(f"{where}{line}")
        if result.doubt:
            complain(f"{where}{describe_threads(result.report['threads'])}: {result.doubt}")
    if arguments.profile:
        report["steps"] = profiled(arguments, timed_models, results, shapes if several else [])
    return report


def on_threads(model: CompiledModel, threads: int | Literal["auto"]) -> CompiledModel:
    """Return the model on a number of threads; `auto` is replaced by what its first runs choose."""
    from ....runtime.sessions.compiled_model import CompiledModel
    from ...analysis.model_inputs import seeded_inputs

    made = CompiledModel(model.program, threads)
    if threads == AUTO_THREADS:
        inputs = seeded_inputs(made.inputs)
        while not made.has_chosen_threads:
            made.run(inputs)
        made.threads = made.threads
    return made


def profiled(
    arguments: argparse.Namespace,
    models: Sequence[CompiledModel],
    results: Sequence[Result],
    shapes: Sequence[str],
) -> list[dict[str, Any]]:
    """Print the profile of each model, with its shapes if there are several; returns the steps."""
    from ..output.profiles import rounds_in, show_profile

    steps: list[dict[str, Any]] = []
    for place, (model, result) in enumerate(zip(models, results, strict=True)):
        where = [f"inputs {shapes[place]}"] if shapes else []
        where += [describe_threads(model.threads)] * (len(arguments.threads) > 1)
        if where:
            print(f"\n{', '.join(where)}")
        steps += show_profile(model, rounds_in(arguments.seconds, result.run_time))
    return steps


def add_suite_arguments(parser: argparse.ArgumentParser) -> None:
    """Add options that time a suite instead of one model."""
    group = parser.add_argument_group("all networks of a folder, against ncnn")
    group.add_argument(
        "--suite",
        metavar="FOLDER",
        help="time every .param of a folder, with the .bin beside it or generated weights, for "
        "every target of --target A,B; shapes of --input are those of inputs of that name",
    )
    group.add_argument(
        "--skip",
        metavar="PATTERN,...",
        type=lambda text: tuple(text.split(",")),
        default=(),
        help="leave out networks by name: '*_int8'",
    )
    group.add_argument("--markdown", metavar="FILE", help="write the tables for a page")
    group.add_argument("--html", metavar="FILE", help="write a page with the tables and bars")


def check_what_is_timed(arguments: argparse.Namespace) -> None:
    """Raises: UsageError unless it is one model, or a suite."""
    if (arguments.model is None) == (arguments.suite is None):
        raise UsageError("bench takes a model or --suite, one of both")
    of_inputs = arguments.preprocess or arguments.input_types
    views = arguments.profile or arguments.shares or arguments.outputs
    views = views or arguments.decode or arguments.prefill or arguments.postprocess
    single = views or of_inputs or arguments.name or arguments.sha256
    if arguments.suite is not None and AUTO_THREADS in arguments.threads:
        raise UsageError("--threads auto is for one model, not for a suite")
    if arguments.suite is not None and single:
        options = (
            "--profile, --shares, --outputs, --decode, --prefill, --preprocess, --postprocess, "
            "--input-type, --name and --sha256"
        )
        raise UsageError(f"{options} are for one model, not for a suite")
    if arguments.suite is None and (arguments.skip or arguments.markdown or arguments.html):
        raise UsageError("--skip, --markdown and --html are for a suite: --suite FOLDER")


def print_results(results: Sequence[Result], shapes: Sequence[str]) -> None:
    """The rows of all results, with the shapes of each in front if there are several."""
    from ..output.tables import print_table

    if not shapes:
        print_table(COLUMNS, [row for r in results for row in r.rows], numeric=COLUMNS[1:])
        return
    rows = [(s, *row) for s, r in zip(shapes, results, strict=True) for row in r.rows]
    print_table(("inputs", *COLUMNS), rows, numeric=COLUMNS[1:])


@dataclass(frozen=True)
class Result:
    """A model timed on a number of threads: for machines, and as rows and lines for people."""

    report: dict[str, Any]
    rows: list[tuple[str, ...]]
    lines: list[str]
    doubt: str | None
    run_time: float
    """Typical time of one run of ncnnc. Units: milliseconds."""


def timed(arguments: argparse.Namespace, model: CompiledModel) -> Result:
    """Time our engine, in this process."""
    from ...analysis.model_inputs import seeded_inputs
    from ...analysis.timing import Timing, measure
    from ..output.console import progress

    inputs = seeded_inputs(model.inputs)
    runner = model.session() if model.program.states else model
    with progress(f"timing {arguments.model}"):
        runs = measure(lambda: runner.run(inputs), arguments.seconds, model.threads)
    timing = Timing.of(runs, model.threads)
    report = {"threads": model.threads, **asdict(timing)}
    return Result(report, [row("ncnnc", model.threads, timing)], [], timing.doubt, timing.p50)


def compared(arguments: argparse.Namespace, model: CompiledModel) -> Result:
    """Time our engine and ncnn's, in turns."""
    from ...analysis.benchmark import ModelFiles, compare, images_text
    from ..model_source import ncnn_files
    from ..output.console import progress

    threads = model.threads
    images: dict[str, Image] = dict(arguments.preprocess or ())
    source = arguments.model, arguments.weights, arguments.random_weights
    if model.program.call_backs:
        types = sorted({call.type for call in model.program.call_backs})
        raise UsageError(f"ncnn cannot run layers of your own: {', '.join(types)}")
    with tempfile.TemporaryDirectory() as folder, progress(f"timing {arguments.model}"):
        param, weights = ncnn_files(*source, folder, arguments.max_memory)
        artifact = f"{folder}/model.ncnnc"
        model.save(artifact)
        bf16 = arguments.compare == NCNN_BF16
        files = ModelFiles(param, weights, artifact, images_text(images), bf16=bf16)
        result = compare(files, threads, arguments.seconds)
    rows = [row("ncnnc", threads, result.ours), row(arguments.compare, threads, result.ncnn)]
    line = f"{describe_threads(threads)}: {result.summary}"
    return Result(
        {"threads": threads, **asdict(result)}, rows, [line], result.doubt, result.ours.p50
    )


def row(engine: str, threads: int, timing: Timing) -> tuple[str, ...]:
    """A timing in the order of COLUMNS."""
    return (
        engine,
        str(threads),
        f"{timing.minimum:.3f}" if timing.clock == "cpu" else "",
        *(f"{t:.3f}" for t in (timing.wall_minimum, timing.p50, timing.p90, timing.p99)),
        f"{timing.throughput:.1f}",
        f"{timing.undisturbed} of {timing.runs}",
    )


def complain(text: str) -> None:
    """A warning on standard error."""
    print(f"warning: {text}", file=sys.stderr)
