"""`ncnnc inspect`: what a model consists of, and all that keeps it from being compiled."""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ...diagnostics import UsageError
from ...driver.options import CompileOptions
from ..arguments import (
    add_code_arguments,
    add_outputs_argument,
    add_shape_argument,
    count,
    given_options,
    only_shapes,
)
from ..imports import add_import_argument
from ..layout_table import print_layouts
from ..model_source import is_artifact

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Operation, SSAValue

    from ....passes.common.errors import LayerPlace
    from ...format.weights_reader import WeightsReader
    from ...frontend import ModelRecord


def add_parser(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the verb."""
    parser = verbs.add_parser(
        "inspect",
        help="list layers, shapes, multiply-adds, weights, inputs and outputs of a model",
        description="List the layers of a model with their output shapes, multiply-adds and bytes "
        "of weights, then all that keeps it from being compiled, a line for each. Several inputs "
        "or outputs are numbered in the order in which a model takes and returns them. Of a "
        "compiled model, list the sets of shapes that it has programs for. With --layer, show "
        "all of one layer instead, with --algorithms how every convolution is computed.",
    )
    parser.add_argument("model", metavar="MODEL", help="the network: .param, .ncnnc or zoo name")
    parser.add_argument(
        "weights",
        metavar="WEIGHTS",
        nargs="?",
        help="the .bin to check (default: the one beside the .param, if there is one)",
    )
    add_shape_argument(parser)
    add_outputs_argument(parser)
    add_import_argument(parser)
    add_view_arguments(parser)
    group = parser.add_argument_group("compilation, with --layer, --algorithms or --layouts")
    group.add_argument(
        "--threads",
        metavar="N",
        type=count,
        help=f"threads to measure with (default: {CompileOptions.threads})",
    )
    add_code_arguments(group)
    parser.set_defaults(run=run)


def add_view_arguments(parser: argparse.ArgumentParser) -> None:
    """What to show instead of the list of layers."""
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
        "--layer",
        metavar="NAME",
        help="show all of one layer: its line, what the optimizer did to it, what became of it, "
        "algorithm and layouts, kernels, and its IR at each level",
    )
    group.add_argument(
        "--measure",
        action="store_true",
        help="with --layer: time its kernels on this machine, on one thread",
    )
    group.add_argument("--full", action="store_true", help="with --layer: show its IR in full")


def run(arguments: argparse.Namespace) -> int:
    """
    Print the layers and their sums, and on standard error what is wrong.

    Raises: NcnncError if the files cannot be read as a model at all; UsageError for options that
    need others.
    """
    if arguments.layer is not None:
        from ..layer_page import inspect_layer

        return inspect_layer(arguments)
    if arguments.algorithms:
        from ..algorithm_table import inspect_algorithms

        return inspect_algorithms(arguments)
    if arguments.layouts:
        return print_layouts(arguments)
    check_options(arguments)
    if is_artifact(arguments.model):
        print_compiled(arguments.model)
        return 0
    options = CompileOptions(
        arguments.model,
        arguments.weights,
        inputs=only_shapes(arguments.input),
        outputs=arguments.outputs or (),
    )
    from ...frontend import cut_to_outputs, read_model_record, survey_model
    from ..model_source import param_source

    record = read_model_record(param_source(arguments.model), arguments.model)
    record = cut_to_outputs(record, options.outputs)
    weights = weights_to_check(arguments)
    survey = survey_model(record, weights, options.inputs)
    if arguments.arrays:
        print_arrays(weights)
    elif survey.module is None:
        print_record(record)
    else:
        print_layers(survey.module, types_by_place(record))
    for problem in survey.problems:
        print(problem, file=sys.stderr)
    return 1 if survey.problems else 0


def check_options(arguments: argparse.Namespace) -> None:
    """Raises: UsageError for what makes no difference to the list of all layers."""
    given = [*given_options(arguments), *(o for o in ("measure", "full") if getattr(arguments, o))]
    for name in given:
        if name not in ("weights", "outputs"):
            raise UsageError(f"--{name.replace('_', '-')} needs --layer, --algorithms or --layouts")


def print_compiled(path: str) -> None:
    """
    What is in a compiled model: its programs, a row for each set of shapes, and what they share.

    Raises: NcnncError if it cannot be read.
    """
    from ....runtime.loading import programs_of
    from ....runtime.shared_weights import SharedWeights
    from ....runtime.specialisation import described_shapes
    from ..console import describe_bytes, print_table

    contents, _ = programs_of(path)
    rows = [
        (
            described_shapes(program),
            str(len(program.steps)),
            describe_bytes(len(program.object_code)),
            describe_bytes(program.arena_bytes + program.workspace_bytes),
        )
        for program in contents.programs
    ]
    columns = ("inputs", "steps", "code", "memory")
    print_table(columns, rows, numeric=columns[1:])
    first = contents.programs[0]
    print()
    print(f"target         {first.target}")
    print(f"weights        {describe_bytes(SharedWeights(contents.programs).size)}")
    for kind, specs in (("input", first.inputs), ("output", first.outputs)):
        for index, spec in enumerate(specs):
            label = f"{kind} {index}" if len(specs) > 1 else kind
            print(f"{label:14} {spec.name if contents.dynamic else spec}")


def print_arrays(weights: WeightsReader | None) -> None:
    """
    Where the arrays of a `.bin` are: a row for each, as far as it is known where it begins.

    Raises: UsageError if there is no `.bin`.
    """
    from ..console import print_table

    if weights is None:
        raise UsageError("there is no .bin whose arrays could be listed; hint: name it")
    rows = [
        (
            place.layer,
            place.name,
            f"{place.start:#x}",
            "" if place.tag is None else f"{place.tag:#010x}",
            place.encoding.value,
            f"{place.elements:,}",
            f"{place.end:#x}",
        )
        for place in weights.places
    ]
    columns = ("layer", "array", "from", "tag", "stored as", "elements", "to")
    print_table(columns, rows, numeric=("from", "elements", "to"))
    print(f"\nread {weights.position:,} of {len(weights.data):,} bytes")


def weights_to_check(arguments: argparse.Namespace) -> WeightsReader | None:
    """The weights that are named, or lie beside the model; None if there are none."""
    from ... import zoo
    from ...frontend import open_weights, weights_beside

    if arguments.weights is not None:
        return open_weights(arguments.weights)
    if zoo.is_zoo_name(arguments.model):
        return None
    beside = weights_beside(arguments.model)
    return open_weights(beside) if beside.exists() else None


def print_record(record: ModelRecord) -> None:
    """The layers as the file has them, for a model that cannot be imported."""
    from ..console import print_table

    rows = [
        (layer.name, layer.type, " ".join(layer.bottoms), " ".join(layer.tops))
        for layer in record.layers
    ]
    print_table(("layer", "type", "from", "to"), rows)


def types_by_place(record: ModelRecord) -> dict[LayerPlace, str]:
    """The types of the layers, by what ops tell of them."""
    from ....passes.common.errors import LayerPlace

    return {
        LayerPlace(layer.name, record.file, layer.line, layer.offset): layer.type
        for layer in record.layers
    }


def print_layers(module: ModuleOp, types: Mapping[LayerPlace, str]) -> None:
    """The table of layers, then the sums, inputs and outputs."""
    from ....dialects.ncnn.base import NcnnOp, has_shape
    from ....passes.common.errors import layer_type_of, place_of
    from ..console import describe_bytes, print_table

    rows, operations, weights, at_least = [], 0, 0, ""
    for ops in ops_by_layer(module):
        known = all(has_shape(value) for op in ops for value in (*op.operands, *op.results))
        count = sum(op.multiply_adds() for op in ops if isinstance(op, NcnnOp)) if known else 0
        at_least = at_least if known else "at least "
        size = weight_bytes(ops)
        operations, weights = operations + count, weights + size
        rows.append(
            (
                place_of(ops[0]).layer or "",
                types.get(place_of(ops[0])) or layer_type_of(ops[0]),
                describe_shapes(ops),
                f"{count:,}" if count else "",
                f"{size:,}" if size else "",
            )
        )
    columns = ("layer", "type", "output shape", "multiply-adds", "weight bytes")
    print_table(columns, rows, numeric=columns[3:])
    print()
    print(f"layers         {len(rows)}")
    print(f"multiply-adds  {at_least}{operations / 1e6:,.1f} M")
    print(f"weights        {at_least}{describe_bytes(weights)} as float32")
    own = described_own_layers(module)
    if own:
        print(f"of your own    {own}")
    for kind, lines in zip(("input", "output"), described_signature(module), strict=True):
        for index, line in enumerate(lines):
            label = f"{kind} {index}" if len(lines) > 1 else kind
            print(f"{label:14} {line}")


def ops_by_layer(module: ModuleOp) -> list[list[Operation]]:
    """The ops that stand for each layer: several for one on a batch."""
    from xdsl.dialects.func import ReturnOp

    from ....dialects.main_function import find_main
    from ....dialects.ncnn.weight import WeightOp
    from ....passes.common.errors import place_of

    layers: dict[object, list[Operation]] = {}
    for op in find_main(module).body.block.ops:
        if not isinstance(op, WeightOp | ReturnOp):
            place = place_of(op)
            layers.setdefault(op if place.layer is None else place, []).append(op)
    return list(layers.values())


def describe_shapes(ops: Sequence[Operation]) -> str:
    """The shapes of what a layer gives to others: `2*8x3x3` is a batch of two."""
    if len(ops) == 1:
        return " ".join(map(describe_shape, ops[0].results))
    results = [value for op in ops for value in op.results]
    given = [v for v in results if any(use.operation not in ops for use in v.uses)]
    shapes = Counter((value.index, describe_shape(value)) for value in given)
    return " ".join(f"{n}*{text}" if n > 1 else text for (_, text), n in shapes.items())


def described_own_layers(module: ModuleOp) -> str:
    """The layers of registered types: how many of each, and what computes them."""
    from ....dialects.ncnn.custom import CustomOp

    counts = Counter(op.registered for op in module.walk() if isinstance(op, CustomOp))
    return ", ".join(
        f"{layer.type} ({count}, {'numpy' if layer.lowering is None else 'native code'})"
        for layer, count in counts.items()
        if layer is not None
    )


def described_signature(module: ModuleOp) -> tuple[list[str], list[str]]:
    """Inputs and outputs, as far as they are known."""
    from ....dialects.main_function import find_main, input_names, output_names
    from ....dialects.ncnn.base import has_shape
    from ...driver.signature import signature

    main = find_main(module)
    returned = main.get_return_op()
    results = [] if returned is None else returned.operands
    if all(map(has_shape, (*main.args, *results))):
        inputs, outputs = signature(module)
        return list(map(str, inputs)), list(map(str, outputs))
    named = ((input_names(main), main.args), (output_names(main), results))
    inputs, outputs = (
        [f"{name}: {describe_shape(value)}" for name, value in zip(names, values, strict=True)]
        for names, values in named
    )
    return inputs, outputs


def weight_bytes(ops: Sequence[Operation]) -> int:
    """Bytes of the arrays that a layer takes from the model's weights."""
    from xdsl.dialects.builtin import TensorType

    from ....dialects.ncnn.weight import WeightOp

    read = dict.fromkeys(value for op in ops for value in op.operands)
    types = [value.type for value in read if isinstance(value.owner, WeightOp)]
    return sum(
        math.prod(type.get_shape()) * type.element_type.size
        for type in types
        if isinstance(type, TensorType)
    )


def describe_shape(value: SSAValue) -> str:
    """`64x56x56`, outermost extent first; `<=100x6` of as many detections as there can be."""
    from ....dialects.ncnn.base import has_shape, shape_of
    from ....dialects.ncnn.layers.detection import has_found_rows

    extents = "x".join(map(str, shape_of(value))) if has_shape(value) else "?"
    return f"<={extents}" if has_found_rows(value) else extents
