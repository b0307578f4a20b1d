"""`ncnnc bench`: how long a model takes, where the time goes, and how that compares with ncnn."""

from __future__ import annotations

import argparse
import json
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..arguments import (
    add_compile_arguments,
    add_model_arguments,
    add_shape_argument,
    compile_options,
    counts,
)
from ..diagnostics import UsageError

if TYPE_CHECKING:
    from ...runtime.model import CompiledModel


def add_parser(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the verb."""
    parser = verbs.add_parser(
        "bench",
        help="time a model, layer by layer or against ncnn",
        description="Time a model on a fixed input. What counts is the smallest time.",
    )
    add_model_arguments(parser, compiled=True)
    add_shape_argument(parser)
    parser.add_argument(
        "--threads", metavar="N,...", type=counts, default=(1,), help="thread counts (default: 1)"
    )
    parser.add_argument(
        "--seconds", type=float, default=2.0, help="how long to time each (default: 2)"
    )
    parser.add_argument(
        "--profile", action="store_true", help="show the time of every layer, on one thread"
    )
    parser.add_argument(
        "--compare",
        choices=["ncnn"],
        help="time the ncnn wheel too: in turns, each in a process of its own",
    )
    parser.add_argument("--json", metavar="FILE", help="write the results")
    add_compile_arguments(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """
    Time the model and print the results.

    Raises: UsageError if a comparison is impossible; NcnncError if the model cannot be opened.
    """
    from ...runtime.model import CompiledModel
    from ..model_source import open_model

    model = open_model(arguments, lambda: compile_options(arguments))
    time_model = compared if arguments.compare else timed
    results = []
    for threads in arguments.threads:
        timing = time_model(arguments, CompiledModel(model.program, threads))
        results.append({"threads": threads, **timing})
    report = {"model": arguments.model, "target": model.program.target, "results": results}
    if arguments.profile:
        report["steps"] = profiled(model)
    if arguments.json:
        from ...runtime.artifact import write_atomically

        write_atomically(arguments.json, [json.dumps(report, indent=2).encode() + b"\n"])
    return 0


def timed(arguments: argparse.Namespace, model: CompiledModel) -> dict[str, Any]:
    """Time our engine, in this process."""
    from ..benchmark import measure
    from ..console import progress
    from ..model_inputs import seeded_inputs

    inputs = seeded_inputs(model.inputs)
    with progress(f"timing {arguments.model}"):
        timing = measure(lambda: model.run(inputs), arguments.seconds)
    print(
        f"{arguments.model}, {describe_threads(model.threads)}: {timing.minimum:.3f} ms "
        f"(median {timing.median:.3f}, {timing.runs} runs)"
    )
    return asdict(timing)


def compared(arguments: argparse.Namespace, model: CompiledModel) -> dict[str, Any]:
    """Time our engine and ncnn's, in turns."""
    from ..benchmark import ModelFiles, compare
    from ..console import progress

    with tempfile.TemporaryDirectory() as folder, progress(f"timing {arguments.model}"):
        param, weights = ncnn_files(arguments, folder)
        artifact = f"{folder}/model.ncnnc"
        model.save(artifact)
        result = compare(ModelFiles(param, weights, artifact), model.threads, arguments.seconds)
    print(
        f"{arguments.model}, {describe_threads(model.threads)}: "
        f"ncnnc {result.ours.minimum:.3f} ms, ncnn {result.ncnn.minimum:.3f} ms, "
        f"{result.ratio:.2f} times as fast; outputs differ by {result.difference:.1e}"
    )
    return asdict(result)


def ncnn_files(arguments: argparse.Namespace, folder: str) -> tuple[str, str]:
    """
    The `.param` and `.bin` for ncnn; what is not there yet is written into `folder`.

    Raises: UsageError for a compiled model, which ncnn cannot read.
    """
    from .. import zoo
    from ..model_source import is_artifact
    from ..random_weights_file import write_random_weights

    if is_artifact(arguments.model):
        raise UsageError("ncnn cannot read a compiled model; comparing needs the .param")
    if zoo.is_zoo_name(arguments.model):
        param, weights = zoo.write(arguments.model, folder, arguments.random_weights or 0)
        return str(param), str(weights)
    if arguments.random_weights is not None:
        path = f"{folder}/random.bin"
        shapes = dict(arguments.input)
        write_random_weights(arguments.model, arguments.random_weights, shapes, path)
        return arguments.model, path
    return arguments.model, arguments.weights or str(Path(arguments.model).with_suffix(".bin"))


def profiled(model: CompiledModel) -> list[dict[str, Any]]:
    """Print the time of every step; returns the rows. Units: milliseconds, GFLOP/s."""
    from ..console import print_table
    from ..model_inputs import seeded_inputs

    profile = model.profile(seeded_inputs(model.inputs))
    total = sum(seconds for _, seconds in profile)
    steps = [
        {
            "layer": step.name,
            "layers": step.layers,
            "kernel": step.algorithm,
            "milliseconds": seconds * 1e3,
            "gflops": step.flops / seconds / 1e9 if seconds else 0.0,
            "share": seconds / total if total else 0.0,
        }
        for step, seconds in profile
    ]
    rows = [
        (
            step["layer"] + (f" (+{len(step['layers']) - 1})" if len(step["layers"]) > 1 else ""),
            step["kernel"],
            f"{step['milliseconds']:.3f}",
            f"{step['gflops']:.1f}" if step["gflops"] else "",
            f"{step['share']:.1%}",
        )
        for step in steps
    ]
    rows.append(("total", "", f"{total * 1e3:.3f}", "", ""))
    columns = ("layer", "kernel", "ms", "GFLOP/s", "share")
    print_table(columns, rows, numeric=columns[2:])
    return steps


def describe_threads(count: int) -> str:
    """`1 thread`, `2 threads`."""
    return f"{count} thread{'s' * (count > 1)}"
