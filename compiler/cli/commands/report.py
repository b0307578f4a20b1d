"""`ncnnc report`: a page that shows all that is known of a compiled model."""

from __future__ import annotations

import argparse

from ....runtime.files.input_files import shown_path
from ....runtime.files.replacing_files import check_outputs, write_atomically
from ...diagnostics import UsageError
from ...options.compile_options import require_runnable
from ..arguments import (
    add_measured_code_arguments,
    add_model_arguments,
    add_outputs_argument,
    add_shape_argument,
    compile_options,
    only_shapes,
)
from ..imports import add_import_argument
from ..model_source import (
    is_artifact,
    param_source,
    with_measured_choices,
    with_weights,
)
from ..parser import Verbs


def add_parser(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "report",
        help="write a page that shows the graph, kernels, memory, IR and code of a model",
        description="Compile a model, and write one HTML file that needs no network: the graph of "
        "its layers, coloured by cost; of each layer shapes, algorithm and runner-up, layouts, "
        "schedule, kernels, and rewrites made and missed; memory over time; IR at each level and "
        "assembly. With --measure also times on this machine.",
    )
    add_model_arguments(parser)
    parser.add_argument("-o", "--output", metavar="FILE.html", required=True, help="file to write")
    add_report_arguments(parser)
    add_shape_argument(parser)
    add_outputs_argument(parser)
    add_import_argument(parser)
    group = parser.add_argument_group("compilation")
    add_measured_code_arguments(group)
    parser.set_defaults(run=run)


def add_report_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--measure", action="store_true", help="time all kernels on this machine, on seeded inputs"
    )
    parser.add_argument(
        "--errors",
        metavar="FILE",
        help="show errors of quantization by layer, which `ncnnc quantize --json FILE` has written",
    )
    parser.add_argument(
        "--measure-errors",
        action="store_true",
        help="compare the blobs of all layers with what they are unrounded (for --precision, "
        "--activations and int8 networks), on one random input",
    )
    parser.add_argument(
        "--no-code", action="store_true", help="leave out loops, LLVM IR and assembly of kernels"
    )


def run(arguments: argparse.Namespace) -> int:
    """Compile, and write the page. Raises: UsageError; NcnncError; OSError."""
    write_report(
        arguments,
        arguments.output,
        errors=arguments.errors,
        measures_errors=arguments.measure_errors,
        code=not arguments.no_code,
    )
    return 0


def write_report(
    arguments: argparse.Namespace,
    path: str,
    *,
    errors: str | None = None,
    measures_errors: bool = False,
    code: bool = True,
) -> None:
    """Write the page of a model. Raises: UsageError; NcnncError if not compilable; OSError."""
    from ...analysis.rounding import rounding_errors
    from ...frontend.ncnn.cut import cut_model
    from ...frontend.ncnn.model_files import read_model_record
    from ...report.errors import errors_of_choice, read_errors
    from ...report.page import page_of
    from ...report.record import report_model
    from ..output.console import progress

    if is_artifact(arguments.model):
        raise UsageError(f"{shown_path(arguments.model)} is compiled: a report needs the .param")
    check_outputs(path)
    inputs = only_shapes(arguments.input)
    options = with_weights(compile_options(arguments, inputs=inputs, threads=arguments.threads))
    options = with_measured_choices(options)
    if arguments.measure or measures_errors:
        require_runnable(options)
    known = {} if errors is None else read_errors(errors)
    if options.precision_choice is not None:
        known |= errors_of_choice(options.precision_choice)
    record = read_model_record(param_source(options), options.name)
    record = cut_model(record, options.inputs, options.outputs)
    if measures_errors:
        with progress(f"measuring errors of {options.name}"):
            for layer, measured in rounding_errors(options, record.layers).items():
                known[layer] = known.get(layer, {}) | measured
    with progress(f"compiling {options.name}") as show:
        report = report_model(
            options,
            record,
            measured=arguments.measure,
            code=code,
            errors=known,
            progress=show,
        )
    write_atomically(path, [page_of(report).encode()])
