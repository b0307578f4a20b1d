"""`ncnnc diff`: two models compared output by output and layer by layer."""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import replace
from typing import TYPE_CHECKING

from ...diagnostics import UsageError
from ...options.choices import Activations, Precision
from ...options.compile_options import CompileOptions, require_runnable
from ..arguments import (
    add_option,
    add_outputs_argument,
    add_shape_argument,
    only_shapes,
    shape_sets,
)
from ..imports import add_import_argument
from ..output.differences import EXIT_DIFFERENT, describe_error, print_blobs, report
from ..parser import Verbs
from ..values import number, precision

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ....runtime.model.program import Program
    from ...analysis.bisection import PassEffect
    from ...analysis.comparison import GraphModel
    from ...analysis.relative_error import Arrays


def add_parser(verbs: Verbs[argparse.ArgumentParser]) -> None:
    parser = verbs.add_parser(
        "diff",
        help="compare what two models compute, or a model with ncnn, or find the pass that changes "
        "results",
        description="Run two models layer by layer, as their files say, on one smooth input, and "
        "compare their outputs and all blobs that have the same name in both. With --compare ncnn "
        "compile one, and compare its outputs with those of the ncnn wheel. Exit status 1 if an "
        "output differs by more than the tolerance. Then it also says how far each output moves "
        "if the inputs change by a last bit.",
    )
    parser.add_argument("first", metavar="A", help="the network: .param or zoo name")
    parser.add_argument("second", metavar="B", nargs="?", help="the network to compare with it")
    parser.add_argument(
        "others", metavar="C", nargs="*", help="with --html: more reports, the oldest first"
    )
    parser.add_argument("--first-weights", metavar="A.bin", help="default: beside A")
    parser.add_argument("--second-weights", metavar="B.bin", help="default: beside B")
    parser.add_argument(
        "--random-weights", metavar="SEED", type=int, help="generate the weights of both"
    )
    add_shape_argument(parser)
    add_outputs_argument(parser)
    add_option(parser, "batch")
    add_option(parser, "preprocess")
    add_option(parser, "max_memory")
    add_import_argument(parser)
    parser.add_argument(
        "--tolerance",
        metavar="X",
        type=number,
        help="largest difference, as a part of the largest magnitude of the output (default: 1e-4)",
    )
    parser.add_argument("--all", action="store_true", help="list all blobs, not only some")
    parser.add_argument(
        "--bisect-passes",
        action="store_true",
        help="compile A, and name the first pass that changes its results",
    )
    parser.add_argument(
        "--compare", choices=["ncnn"], help="compile A, and compare it with the ncnn wheel"
    )
    parser.add_argument(
        "--html",
        metavar="FILE",
        help="compare reports (`ncnnc report`) instead: write a page with A, B and others side by "
        "side, layer by layer",
    )
    parser.add_argument(
        "--precision",
        type=precision,
        choices=[p.value for p in Precision if p is not Precision.FP32],
        help="compile A with it, and compare with A compiled in fp32 (default tolerance: 2e-2); "
        "instead of detections the blobs that they are found in",
    )
    parser.add_argument(
        "--activations",
        choices=[a.value for a in Activations if a is not Activations.FP32],
        help="compile A with it, and compare with A compiled without",
    )
    parser.add_argument(
        "--target",
        metavar="NAME",
        default=CompileOptions.target,
        help="to compile for, when bisecting or comparing what is compiled",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Compare, and print differences. Raises: UsageError without two sides; NcnncError."""
    from ...analysis.relative_error import TOLERANCE

    if arguments.html is not None:
        return compare_reports(arguments)
    if arguments.others:
        raise UsageError("diff takes two models; hint: --html compares more reports")
    for name, shape in arguments.input:
        if any(isinstance(extent, str) for extent in shape):
            fixed = ",".join("16" if isinstance(extent, str) else str(extent) for extent in shape)
            raise UsageError(f"diff takes fixed shapes; hint: --input {name}={fixed}")
    tolerance = TOLERANCE if arguments.tolerance is None else arguments.tolerance
    for option, check in ALTERNATIVES.items():
        if getattr(arguments, option):
            if arguments.second is not None:
                raise UsageError(f"--{option.replace('_', '-')} takes one model")
            return check(arguments, tolerance)
    if arguments.second is None:
        raise UsageError(
            "name a second model, or use --compare ncnn, --precision, --activations or "
            "--bisect-passes"
        )
    if arguments.preprocess:
        raise UsageError("--preprocess is for one model; hint: --compare ncnn")
    sets = shape_sets(arguments.input)
    statuses: list[int] = []
    for shapes in sets:
        if len(sets) > 1:
            described = (f"{name}={'x'.join(map(str, shape))}" for name, shape in shapes.items())
            print(f"{chr(10) * bool(statuses)}inputs {' '.join(described)}")
        statuses.append(compare(arguments, shapes, tolerance))
    return max(statuses)


def compare_reports(arguments: argparse.Namespace) -> int:
    """Write a page that shows reports side by side. Raises: UsageError; ModelError; OSError."""
    from ....runtime.files.replacing_files import write_atomically
    from ...report.comparison import compared_reports, read_facts
    from ...report.page import COMPARISON, filled

    paths = [path for path in (arguments.first, arguments.second, *arguments.others) if path]
    if len(paths) < 2:
        raise UsageError("--html compares reports; hint: ncnnc diff a.html b.html --html out.html")
    facts = compared_reports({path: read_facts(path) for path in paths})
    write_atomically(arguments.html, [filled(COMPARISON, facts).encode()])
    return 0


def compare(
    arguments: argparse.Namespace, shapes: Mapping[str, tuple[int, ...]], tolerance: float
) -> int:
    """Compare two models on inputs of these shapes; the exit status."""
    from ...analysis.comparison import compare_graphs, open_graph
    from ...analysis.model_inputs import smooth_inputs
    from ...analysis.sensitivity import sensitivities
    from ..output.console import progress

    seed = arguments.random_weights
    blobs_asked_for = arguments.outputs or ()
    with progress("computing with numpy"):
        first = open_graph(arguments.first, arguments.first_weights, shapes, seed, blobs_asked_for)
        second = open_graph(
            arguments.second, arguments.second_weights, shapes, seed, blobs_asked_for
        )
        inputs = smooth_inputs(first.inputs)
        outputs, blobs = compare_graphs(first, second, inputs)
        differ = max(outputs.values()) > tolerance
        movements = sensitivities(first.run, inputs) if differ else None
    print_blobs(blobs, tolerance, arguments.all)
    return report(outputs, tolerance, movements)


def compare_with_ncnn(arguments: argparse.Namespace, tolerance: float) -> int:
    """Compare a compiled model with the ncnn wheel; the exit status."""
    from ....runtime import artifact
    from ...analysis.benchmark import ModelFiles, has_ncnn, images_text, outputs_of_both
    from ...analysis.relative_error import output_errors
    from ..model_source import compile_to_program, ncnn_files
    from ..output.console import progress

    if not has_ncnn():
        raise UsageError("--compare ncnn needs its wheel; hint: pip install 'ncnnc[oracle]'")
    options = options_of_first(arguments)
    program = compile_to_program(options)
    files = arguments.first, arguments.first_weights
    with tempfile.TemporaryDirectory() as folder, progress(f"running {options.name}"):
        param, weights = ncnn_files(*files, options.random_weights, folder, arguments.max_memory)
        compiled = f"{folder}/model.ncnnc"
        artifact.write(compiled, program)
        images = images_text(options.preprocess)
        actual, expected = outputs_of_both(ModelFiles(param, weights, compiled, images))
    errors = output_errors(expected, {name: actual[name] for name in expected})
    in_order = {spec.name: errors[spec.name] for spec in program.outputs}
    differ = max(errors.values()) > tolerance
    return report(in_order, tolerance, movements_of(program) if differ else None)


def movements_of(program: Program) -> Mapping[str, float] | None:
    """Return how far a compiled model's outputs move when the last bit of its inputs changes."""
    from ....runtime.sessions.compiled_model import CompiledModel
    from ...analysis.model_inputs import seeded_inputs
    from ...analysis.sensitivity import sensitivities
    from ..output.console import progress

    with progress("measuring how sensitive the outputs are"):
        model = CompiledModel(program)
        return sensitivities(model.run, seeded_inputs(model.inputs))


def compare_precisions(arguments: argparse.Namespace, tolerance: float) -> int:
    """Compare a compiled model that rounds more with itself in float32; the exit status."""
    from ...analysis.precision import TOLERANCE, precision_errors
    from ..output.console import progress

    rounding = {name: getattr(arguments, name) for name in ("precision", "activations")}
    given = {name: value for name, value in rounding.items() if value is not None}
    options = replace(options_of_first(arguments), **given)
    with progress(f"running {options.name}"):
        found = precision_errors(options)
    for name in found.detections:
        print(f"output '{name}' is a list of detections: compared are the blobs it is found in")
    limit = TOLERANCE if arguments.tolerance is None else tolerance
    differ = max(found.errors.values()) > limit
    return report(found.errors, limit, found.movements() if differ else None)


def options_of_first(arguments: argparse.Namespace) -> CompileOptions:
    """The options to compile the first model with. Raises: UsageError if it could not run here."""
    options = CompileOptions(
        arguments.first,
        arguments.first_weights,
        target=arguments.target,
        inputs=only_shapes(arguments.input),
        random_weights=arguments.random_weights,
        outputs=arguments.outputs or (),
        batch=arguments.batch or CompileOptions.batch,
        preprocess=dict(arguments.preprocess or ()),
        max_memory=arguments.max_memory or CompileOptions.max_memory,
    )
    require_runnable(options)
    return options


def bisect(arguments: argparse.Namespace, tolerance: float) -> int:
    """Name the first pass that changes results; the exit status. Raises: UsageError for a batch."""
    options = options_of_first(arguments)
    if options.batch:
        raise UsageError("--bisect-passes runs single items; hint: leave out --batch")
    effects = effects_of_passes(options)
    print_effects(effects)
    return report_culprit(effects, tolerance)


def effects_of_passes(options: CompileOptions) -> list[PassEffect]:
    """Return the effect of every pass on the results; the options are validated."""
    from ...analysis.bisection import bisect_passes
    from ..output.console import progress

    with progress(f"bisecting {options.name}") as show:
        return bisect_passes(options, smooth_inputs_of, show)


def print_effects(effects: list[PassEffect]) -> None:
    """A table of the passes and their effects."""
    from ..output.tables import print_table

    rows = [(effect.pass_name, describe_error(effect.error)) for effect in effects]
    print_table(("pass", "error"), rows, numeric=("error",))


def smooth_inputs_of(model: GraphModel) -> Arrays:
    from ...analysis.model_inputs import smooth_inputs

    return smooth_inputs(model.inputs)


def report_culprit(effects: list[PassEffect], tolerance: float) -> int:
    """Name the first pass after which results are wrong; the exit status."""
    for effect in effects:
        if not effect.error <= tolerance:
            print(
                f"first pass that changes results: {effect.pass_name} "
                f"({describe_error(effect.error)}, tolerance {tolerance:g})",
                file=sys.stderr,
            )
            return EXIT_DIFFERENT
    print("no pass changes results")
    return 0


ALTERNATIVES = {
    "bisect_passes": bisect,
    "compare": compare_with_ncnn,
    "precision": compare_precisions,
    "activations": compare_precisions,
}
"""Option -> the comparison of one model."""
