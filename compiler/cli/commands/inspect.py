"""`ncnnc inspect`: list a model's layers, and everything that prevents compilation."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from ...diagnostics import ModelError, UnsupportedError, UsageError
from ...options.compile_options import CompileOptions
from ..arguments import (
    add_measured_code_arguments,
    add_name_argument,
    add_outputs_argument,
    add_shape_argument,
    check_name,
    given_options,
    only_shapes,
    option_of,
)
from ..imports import add_import_argument
from ..model_source import is_artifact
from ..output.shape_notes import say_shapes_beside
from ..parser import Verbs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ....dialects.ncnn.shapes import Shape
    from ...format.records import ModelRecord
    from ...format.weights_reader import WeightsReader
    from ...frontend.survey.model_survey import Survey


def add_parser(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "inspect",
        help="list layers, shapes, multiply-adds, weights, inputs and outputs of a model",
        description="List the layers of a model with their output shapes, multiply-adds and bytes "
        "of weights, then all that keeps it from being compiled, a line for each. Several inputs "
        "or outputs are numbered in the order in which a model takes and returns them. Of a "
        "compiled model, list the sets of shapes that it has programs for. With --layer, show "
        "all of one layer instead, with --algorithms how every convolution is computed. With "
        "extents known at run time (--dim), list layers that cannot be computed so, and why.",
    )
    parser.add_argument(
        "model",
        metavar="MODEL",
        help="the network: .param, folder or .zip with one, .ncnnc or zoo name",
    )
    parser.add_argument(
        "weights",
        metavar="WEIGHTS",
        nargs="?",
        help="the .bin to check (default: the one beside the .param, if there is one)",
    )
    add_name_argument(parser)
    add_shape_argument(parser)
    add_outputs_argument(parser)
    add_import_argument(parser)
    add_view_arguments(parser)
    group = parser.add_argument_group(
        "compilation, with --layer, --algorithms, --layouts or --memory"
    )
    add_measured_code_arguments(group)
    parser.set_defaults(run=run)


def add_view_arguments(parser: argparse.ArgumentParser) -> None:
    """Add options that replace the list of layers by another view."""
    group = parser.add_argument_group("instead of the list of layers")
    views = group.add_mutually_exclusive_group()
    views.add_argument(
        "--arrays",
        action="store_true",
        help="list where the .bin has which array of which layer, and how it is stored",
    )
    views.add_argument(
        "--layouts",
        action="store_true",
        help="show the layout in which every layer reads every blob, each conversion, and the four "
        "reasons: option, hardware, element count, layer",
    )
    views.add_argument(
        "--algorithms",
        action="store_true",
        help="show the algorithm of every convolution, the next best, what both are estimated or "
        "measured at, and the reason",
    )
    views.add_argument(
        "--memory",
        action="store_true",
        help="show how much is alive while each kernel runs, the least that an arena can have, and "
        "what the arena, the workspace and the weights have",
    )
    views.add_argument(
        "--layer",
        metavar="NAME",
        help="show all of one layer: its line, what the optimizer did to it, what became of it, "
        "algorithm and layouts, kernels, and its IR at each level",
    )
    views.add_argument(
        "--json",
        metavar="FILE",
        help="write layers, what they read and make, shapes and costs; - for standard output",
    )
    views.add_argument(
        "--dot",
        metavar="FILE",
        help="write the graph for Graphviz (dot -Tsvg FILE); - for standard output",
    )
    views.add_argument(
        "--html", metavar="FILE", help="write all of it as a page, as `ncnnc report` does"
    )
    group.add_argument(
        "--measure",
        action="store_true",
        help="with --layer (on one thread) or --html: time kernels on this machine",
    )
    group.add_argument("--full", action="store_true", help="with --layer: show its IR in full")


def run(arguments: argparse.Namespace) -> int:
    """Print layers and sums; problems go to standard error. Raises: NcnncError; UsageError."""
    if arguments.html is not None:
        from .report import write_report

        write_report(arguments, arguments.html)
        return 0
    if arguments.layer is not None:
        from ..inspection.layer import inspect_layer

        return inspect_layer(arguments)
    if arguments.algorithms:
        from ..inspection.algorithms import inspect_algorithms

        return inspect_algorithms(arguments)
    if arguments.layouts:
        from ..inspection.layouts import inspect_layouts

        return inspect_layouts(arguments)
    if arguments.memory:
        from ..inspection.memory import inspect_memory

        return inspect_memory(arguments)
    if arguments.dims and not (arguments.json or arguments.dot):
        from ..inspection.extents import inspect_extents

        return inspect_extents(arguments)
    check_options(arguments)
    check_name(arguments)
    if is_artifact(arguments.model):
        if arguments.json or arguments.dot:
            raise UsageError("a compiled model holds no graph; --json and --dot need the .param")
        from ..inspection.compiled import print_compiled

        print_compiled(arguments.model, arguments.name or "")
        return 0
    return inspect_files(arguments)


def inspect_files(arguments: argparse.Namespace) -> int:
    """Print the layers or arrays of files. Raises: NcnncError if they are no model."""
    options = CompileOptions(
        arguments.model,
        arguments.weights,
        inputs=only_shapes(arguments.input),
        outputs=arguments.outputs or (),
    )
    options = replace(options, inputs={**options.inputs, **say_shapes_beside(arguments, options)})
    from ...frontend.ncnn.cut import cut_model
    from ...frontend.ncnn.model_files import read_model_record
    from ...frontend.survey.model_survey import survey_model
    from ..inspection.arrays import print_arrays
    from ..inspection.layers import print_layers, print_record
    from ..model_source import param_source
    from ..output.console import progress

    with progress(f"reading {options.name}"):
        record = read_model_record(param_source(options), options.name)
        record = cut_model(record, options.inputs, options.outputs)
        weights = weights_to_check(options)
        survey = survey_model(record, weights, options.inputs)
    if arguments.json or arguments.dot:
        return write_graph(arguments, record, survey)
    if arguments.arrays:
        print_arrays(weights)
    elif survey.module is None:
        print_record(record)
    else:
        print_layers(survey.module, record)
    if survey.module is not None and not arguments.arrays:
        print_fitting_shapes(record, only_shapes(arguments.input), options, survey.problems)
    for problem in survey.problems:
        print(problem, file=sys.stderr)
    return 1 if survey.problems else 0


def write_graph(arguments: argparse.Namespace, record: ModelRecord, survey: Survey) -> int:
    """Write the graph for programs. Raises: OSError if the file cannot be written."""
    from ....runtime.files.replacing_files import write_atomically
    from ..inspection.graph_files import dot_text, graph_facts
    from ..output.console import file_of, write_json

    if arguments.json:
        write_json(file_of(arguments.json) or sys.stdout, graph_facts(record, survey))
    elif file_of(arguments.dot) is None:
        print(dot_text(record, survey), end="")
    else:
        write_atomically(arguments.dot, [dot_text(record, survey).encode()])
    for problem in survey.problems:
        print(problem, file=sys.stderr)
    return 1 if survey.problems else 0


def print_fitting_shapes(
    record: ModelRecord,
    given: Mapping[str, Shape],
    options: CompileOptions,
    problems: Sequence[ModelError],
) -> None:
    """Print shapes that fit, if nothing but inputs is wrong with the model."""
    from ...frontend.survey.fitting_shapes import ShapeSearch
    from ...input_shapes.words import fitting_line, set_lines
    from ..output.console import progress

    if any(isinstance(problem, UnsupportedError) for problem in problems):
        return
    try:
        with progress("looking for shapes that fit"):
            solution = ShapeSearch(record, given, (), options.inputs).solve(sets=True)
    except ModelError:
        return  # The problems say so.
    if not solution.open or not solution.is_complete:
        return
    first, *others = (fitting_line(solution), *set_lines(solution))
    print(f"{'shapes':14} {first}")
    for line in others:
        print(f"{'':14} {line}")


def check_options(arguments: argparse.Namespace) -> None:
    """Raises: UsageError for what makes no difference to the list of all layers."""
    given = [*given_options(arguments), *(o for o in ("measure", "full") if getattr(arguments, o))]
    for name in given:
        if name not in ("weights", "outputs"):
            raise UsageError(
                f"{option_of(name)} needs --layer, --algorithms, --layouts or --memory"
            )


def weights_to_check(options: CompileOptions) -> WeightsReader | None:
    """The weights that are named, or lie beside the model; None if there are none."""
    from ...frontend.model_format import ModelSource
    from ...frontend.ncnn.model_files import open_weights
    from ...frontend.ncnn.ncnn_format import file_of_weights
    from ..model_source import param_source

    weights = file_of_weights(ModelSource(param_source(options), options.weights))
    return None if weights is None else open_weights(weights)
