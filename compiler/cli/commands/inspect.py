"""`ncnnc inspect`: what a model consists of, and whether it can be compiled; needs no weights."""

from __future__ import annotations

import argparse
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...driver.options import CompileOptions
from ..arguments import add_shape_argument

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Operation, SSAValue

    from ...frontend import ModelRecord


def add_parser(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the verb."""
    parser = verbs.add_parser(
        "inspect",
        help="list layers, shapes, multiply-adds, weights, inputs and outputs of a model",
        description="List the layers of a model with their output shapes, multiply-adds and bytes "
        "of weights. Reads no .bin. Several inputs or outputs are numbered in the order in which a "
        "model takes and returns them.",
    )
    parser.add_argument("model", metavar="MODEL", help="the network: .param or zoo name")
    add_shape_argument(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """
    Print the layers and their sums.

    Raises: NcnncError if the model cannot be compiled, after listing what the file says.
    """
    inspect(CompileOptions(arguments.model, inputs=dict(arguments.input)))
    return 0


def inspect(options: CompileOptions) -> None:
    """Print the layers of a model; the options are checked."""
    from ....runtime.errors import NcnncError
    from ...frontend import read_model_record
    from ..model_source import param_source

    record = read_model_record(param_source(options.param), options.param)
    try:
        module = import_with_shapes(record, options.inputs)
    except NcnncError:
        print_record(record)
        raise
    print_layers(module)


def import_with_shapes(record: ModelRecord, shapes: Mapping[str, tuple[int, ...]]) -> ModuleOp:
    """The graph of a model, every shape known; the weights are generated, and never drawn."""
    from ....dialects.context import NcnncContext
    from ...frontend import check_runnable, import_model, infer_shapes

    ctx = NcnncContext()
    module = import_model(ctx, record, None, shapes, random_weights_seed=0)
    infer_shapes(module, ctx)
    check_runnable(module)
    return module


def print_record(record: ModelRecord) -> None:
    """The layers as the file has them, for a model that cannot be imported."""
    from ..console import print_table

    rows = [
        (layer.name, layer.type, " ".join(layer.bottoms), " ".join(layer.tops))
        for layer in record.layers
    ]
    print_table(("layer", "type", "from", "to"), rows)


def print_layers(module: ModuleOp) -> None:
    """The table of layers, then the sums, inputs and outputs."""
    from xdsl.dialects.func import ReturnOp

    from ....dialects.ncnn.base import NcnnOp
    from ....dialects.ncnn.weight import WeightOp
    from ....passes.common.errors import layer_type_of, place_of
    from ...driver.signature import find_main, signature
    from ..console import describe_bytes, print_table

    rows, operations, weights = [], 0, 0
    for op in find_main(module).body.block.ops:
        if isinstance(op, WeightOp | ReturnOp):
            continue
        count = op.multiply_adds() if isinstance(op, NcnnOp) else 0
        size = weight_bytes(op)
        operations, weights = operations + count, weights + size
        rows.append(
            (
                place_of(op).layer or "",
                layer_type_of(op),
                " ".join(describe_shape(value) for value in op.results),
                f"{count:,}" if count else "",
                f"{size:,}" if size else "",
            )
        )
    columns = ("layer", "type", "output shape", "multiply-adds", "weight bytes")
    print_table(columns, rows, numeric=columns[3:])
    print()
    print(f"layers         {len(rows)}")
    print(f"multiply-adds  {operations / 1e6:,.1f} M")
    print(f"weights        {describe_bytes(weights)} as float32")
    for kind, specs in zip(("input", "output"), signature(module), strict=True):
        for index, spec in enumerate(specs):
            label = f"{kind} {index}" if len(specs) > 1 else kind
            print(f"{label:14} {spec}")


def weight_bytes(op: Operation) -> int:
    """Bytes of the arrays that an op takes from the model's weights."""
    from xdsl.dialects.builtin import TensorType

    from ....dialects.ncnn.weight import WeightOp

    types = [value.type for value in op.operands if isinstance(value.owner, WeightOp)]
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
