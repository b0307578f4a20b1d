"""`ncnnc inspect --layer`: all that is known of one layer, as sections of lines and tables."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ....runtime.files.input_files import shown_path
from ...diagnostics import UsageError
from ...options.compile_options import require_runnable
from ...pipeline.steps import Level
from ..arguments import compile_options, only_shapes
from ..model_source import is_artifact, param_source, with_measured_choices, with_weights
from ..output.console import describe_bytes, progress
from ..output.tables import listed, print_table

if TYPE_CHECKING:
    from ...analysis.layer.blobs import Blobs
    from ...analysis.layer.file_line import FileLine
    from ...analysis.layer.report import LayerHistory, TimedKernel
    from ...analysis.layer.trace import LayerTrace
    from ...format.records import LayerRecord, ModelRecord

MOST_LINES = 24
"""Lines shown of a level's text without `--full`."""
SCHEDULE_NAMES = {
    "register": "register tile",
    "block": "tiles a block",
    "reduction_block": "channels a sum",
}
"""Kernel property -> label."""


def inspect_layer(arguments: argparse.Namespace) -> int:
    """Print a layer's line and what it becomes. Raises: UsageError; NcnncError."""
    from ...analysis.layer.file_line import file_line, find_layer_record
    from ...analysis.layer.report import report_layer
    from ...frontend.ncnn.cut import cut_model
    from ...frontend.ncnn.model_files import read_model_record

    if is_artifact(arguments.model):
        raise UsageError(f"{shown_path(arguments.model)} is compiled: --layer needs the .param")
    options = compile_options(arguments, inputs=only_shapes(arguments.input))
    source = param_source(options)
    record = read_model_record(source, options.name)
    record = cut_model(record, options.inputs, options.outputs)
    layer = find_layer_record(record, arguments.layer)
    if arguments.measure:
        require_runnable(options)
    content = source if isinstance(source, bytes) else Path(source).read_bytes()
    print_file_line(file_line(record, layer, content))
    print_namesakes(record, layer)
    chosen = with_measured_choices(with_weights(options))
    with progress(f"compiling {options.name}") as show:
        report = report_layer(chosen, layer.name, arguments.measure, show)
    print_blobs(report.trace.blobs, is_random=chosen.random_weights is not None)
    print_history(report)
    print_schedule(report)
    print_kernels(report)
    if arguments.measure:
        print_times(report.times)
    print_levels(report.trace, None if arguments.full else MOST_LINES)
    return 0


def print_section(title: str) -> None:
    print(f"\n{title}\n{'-' * len(title)}")


def print_fact(label: str, text: str) -> None:
    """Print a labelled line."""
    print(f"{label:14} {text}")


def print_reasons(label: str, lines: Sequence[str]) -> None:
    """A choice, and below it the reasons for it; nothing if none was to be made."""
    for place, line in enumerate(lines):
        print_fact("" if place else label, f"  {line}" if place else line)


def print_file_line(line: FileLine) -> None:
    """The layer's line, and its parameters by name."""
    print(f"{line.place}: {line.text or line.layer.name}")
    print_section(f"{line.layer.name} ({line.layer.type})")
    rows = [(str(p.id), p.name or "(ncnn reads none of this id)", p.text) for p in line.given]
    if rows:
        print_table(("id", "parameter", "value"), rows, numeric=("id",))
    if line.defaults:
        defaults = ", ".join(f"{p.id}={p.text} {p.name}" for p in line.defaults)
        print_fact("by default", defaults)


def print_namesakes(record: ModelRecord, layer: LayerRecord) -> None:
    """Say so if several layers have the name: ops know no more than that."""
    others = [other for other in record.layers if other.name == layer.name and other is not layer]
    if others:
        lines = ", ".join(f"{other.line or other.offset} ({other.type})" for other in others)
        print_fact("same name", f"{lines}; what follows is of all of them")


def print_blobs(blobs: Blobs, is_random: bool) -> None:
    """Print the inputs and outputs of the layer, and their cost."""
    print_fact("reads", listed(blobs.reads, "blobs", ", ") or "-")
    print_fact("makes", listed(blobs.makes, "blobs", ", ") or "-")
    if blobs.weights:
        size = describe_bytes(blobs.weight_bytes)
        random = " (generated: there is no .bin)" * is_random
        print_fact("weights", f"{', '.join(blobs.weights)}: {size} as float32{random}")
    count = blobs.multiply_adds
    if count:
        print_fact("multiply-adds", f"{count:,} ({2 * count:,} FLOP)")


def print_history(report: LayerHistory) -> None:
    """Print the rewrites of the layer, and its final form."""
    from ...analysis.layer.report import outcome

    print_section("What became of it")
    print(outcome(report.trace, report.remarks))
    rows = [
        (form.pass_name * (place == 0), op, ", ".join(others))
        for form in report.trace.forms
        for place, (op, others) in enumerate(form.ops or (("gone", ()),))
    ]
    if report.trace.is_input:
        return
    print()
    print_table(("after pass", "it is", "together with"), rows)
    if report.remarks:
        print()
    for remark in report.remarks:
        print(remark)


def print_schedule(report: LayerHistory) -> None:
    """Algorithm and layouts of the ops that stand for the layer."""
    if not report.trace.scheduled:
        return
    print_section(f"Algorithm and layouts for {report.target}")
    for op in report.trace.scheduled:
        print(op.name)
        print_reasons("algorithm", op.algorithm)
        print_reasons("schedule", op.schedule)
        for blob in op.reads:
            print_reasons("reads", blob)
        print_fact("makes", ", ".join(op.makes) or "-")


def print_kernels(report: LayerHistory) -> None:
    for kernel in report.trace.kernels:
        step = kernel.step
        print_section(f"Step {kernel.index + 1} of {kernel.steps}: {step.kernel}")
        print_fact("layers", ", ".join(step.layers))
        print_fact("symbol", step.function)
        for name, value in kernel.schedule:
            print_fact(SCHEDULE_NAMES[name], value)
        print_fact("workspace", f"{describe_bytes(kernel.workspace_bytes)} a thread")
        print_fact("weights", describe_bytes(kernel.weight_bytes))
        print_fact("arithmetic", f"{step.flops:,} FLOP, those of padding lanes too")
        rows = [(b.role, b.place, b.type, f"{b.bytes:,}") for b in kernel.buffers]
        print_table(("", "buffer", "type", "bytes"), rows, numeric=("bytes",))


def print_times(times: Sequence[TimedKernel]) -> None:
    """Print the time of each kernel, and the sum."""
    print_section("Measured here, on one thread")
    if not times:
        print("no kernel, no time")
        return
    rows = [
        (
            f"{time.kernel.index + 1}",
            time.kernel.step.kernel,
            f"{time.seconds * 1e3:.3f}",
            f"{time.gflops:.1f}",
            f"{time.share:.1%}",
        )
        for time in times
    ]
    if len(rows) > 1:
        seconds = sum(time.seconds for time in times)
        share = sum(time.share for time in times)
        rows.append(("", "all of them", f"{seconds * 1e3:.3f}", "", f"{share:.1%}"))
    columns = ("step", "kernel", "ms", "GFLOP/s", "of the model")
    print_table(columns, rows, numeric=("step", *columns[2:]))


def print_levels(trace: LayerTrace, most: int | None) -> None:
    """The IR at each level, up to a number of lines."""
    for level in Level:
        lines = trace.texts.get(level, [])
        print_section(f"IR at level {level}")
        shown = lines[:most]
        print("\n".join(shown) if lines else "(nothing)")
        if len(shown) < len(lines):
            print(f"... {len(lines) - len(shown)} more lines: --full")
