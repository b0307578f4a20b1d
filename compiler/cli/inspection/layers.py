"""`ncnnc inspect`: the list of layers, with shapes, multiply-adds and weights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from ..output.console import describe_bytes
from ..output.tables import listed, print_table

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Operation, SSAValue

    from ....passes.common.errors import LayerPlace
    from ...format.records import ModelRecord


def print_record(record: ModelRecord) -> None:
    """The layers as the file has them, for a model that cannot be imported."""
    rows = [
        (layer.name, layer.type, listed(layer.bottoms, "blobs"), listed(layer.tops, "blobs"))
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


def unlisted_layers(record: ModelRecord) -> Counter[str]:
    """Count the layers without computation, by type: tables do not list them."""
    from ...frontend.survey.support_check import DATA_TYPES

    return Counter(layer.type for layer in record.layers if layer.type in DATA_TYPES)


def print_layers(module: ModuleOp, record: ModelRecord) -> None:
    """The table of layers, then the sums, inputs and outputs."""
    types = types_by_place(record)
    from ....dialects.contrib.layer import CONTRIB
    from ....passes.common.errors import layer_type_of

    costs = layer_costs(module)
    rows = [
        (
            cost.place.layer or "",
            types.get(cost.place) or layer_type_of(cost.ops[0]),
            describe_shapes(cost.ops),
            f"{cost.multiply_adds:,}" if cost.multiply_adds else "",
            f"{cost.weight_bytes:,}" if cost.weight_bytes else "",
        )
        for cost in costs
    ]
    at_least = "at least " * any(cost.multiply_adds is None for cost in costs)
    operations = sum(cost.multiply_adds or 0 for cost in costs)
    weights = sum(cost.weight_bytes for cost in costs)
    columns = ("layer", "type", "output shape", "multiply-adds", "weight bytes")
    print_table(columns, rows, numeric=columns[3:])
    print()
    unlisted = " and ".join(f"{count} {type}" for type, count in unlisted_layers(record).items())
    print(f"layers         {len(rows)}{unlisted and f', besides {unlisted}'}")
    print(f"multiply-adds  {at_least}{operations / 1e6:,.1f} M")
    print(f"weights        {at_least}{describe_bytes(weights)} as float32")
    own = described_own_layers(module)
    if own:
        print(f"of your own    {own}")
    for line in described_contrib_layers(module):
        print(f"{CONTRIB:14} {line}")
    for kind, lines in zip(("input", "output"), described_signature(module), strict=True):
        for index, line in enumerate(lines):
            label = f"{kind} {index}" if len(lines) > 1 else kind
            print(f"{label:14} {line}")


@dataclass(frozen=True)
class LayerCost:
    """The ops of a layer, and what they cost."""

    place: LayerPlace
    ops: Sequence[Operation]
    multiply_adds: int | None
    """None where a shape is not known."""
    weight_bytes: int


def layer_costs(module: ModuleOp) -> list[LayerCost]:
    """The costs of all layers, in the order of the graph."""
    from ....dialects.ncnn.base import NcnnOp
    from ....dialects.ncnn.shapes import has_shape
    from ....passes.common.errors import place_of

    costs: list[LayerCost] = []
    for ops in ops_by_layer(module):
        known = all(has_shape(value) for op in ops for value in (*op.operands, *op.results))
        count = sum(op.multiply_adds() for op in ops if isinstance(op, NcnnOp)) if known else None
        costs.append(LayerCost(place_of(ops[0]), ops, count, weight_bytes(ops)))
    return costs


def ops_by_layer(module: ModuleOp) -> list[list[Operation]]:
    """The ops that stand for each layer: several for one on a batch."""
    from xdsl.dialects.func import ReturnOp

    from ....dialects.main_function import find_main
    from ....dialects.ncnn.internal.weight import WeightOp
    from ....passes.common.errors import place_of

    layers: dict[object, list[Operation]] = {}
    for op in find_main(module).body.block.ops:
        if not isinstance(op, WeightOp | ReturnOp):
            place = place_of(op)
            layers.setdefault(op if place.layer is None else place, []).append(op)
    return list(layers.values())


def describe_shapes(ops: Sequence[Operation]) -> str:
    """Describe output shapes: `2*8x3x3` is a batch, `8x3x3 (24)` are 24 outputs in a row."""
    if len(ops) == 1:
        shapes = [
            (text, len(list(run))) for text, run in groupby(map(describe_shape, ops[0].results))
        ]
        return " ".join(
            f"{text} ({count})" if count > 2 else " ".join([text] * count) for text, count in shapes
        )
    results = [value for op in ops for value in op.results]
    given = [v for v in results if any(use.operation not in ops for use in v.uses)]
    shapes = Counter((value.index, describe_shape(value)) for value in given)
    return " ".join(f"{n}*{text}" if n > 1 else text for (_, text), n in shapes.items())


def described_own_layers(module: ModuleOp) -> str:
    """Describe the layers of registered types: their number, numpy or native code."""
    from ....dialects.contrib.layer import ContribLayer
    from ....dialects.ncnn.custom import CustomOp

    counts = Counter(op.registered for op in module.walk() if isinstance(op, CustomOp))
    return ", ".join(
        f"{layer.type} ({count}, {'numpy' if layer.lowering is None else 'native code'})"
        for layer, count in counts.items()
        if layer is not None and not isinstance(layer, ContribLayer)
    )


def described_contrib_layers(module: ModuleOp) -> list[str]:
    """Describe the built-in layers that ncnn does not have: type, count, defining project."""
    from ....dialects.contrib.layer import ContribLayer
    from ....dialects.ncnn.custom import CustomOp

    counts = Counter(op.registered for op in module.walk() if isinstance(op, CustomOp))
    return [
        f"{layer.type} ({count}, of {layer.project})"
        for layer, count in counts.items()
        if isinstance(layer, ContribLayer)
    ]


def described_signature(module: ModuleOp) -> tuple[list[str], list[str]]:
    """Inputs and outputs, as far as they are known."""
    from ....dialects.main_function import find_main, input_names, output_names
    from ....dialects.ncnn.shapes import has_shape
    from ...program.signature import signature

    main = find_main(module)
    returned = main.get_return_op()
    results: Sequence[SSAValue] = () if returned is None else returned.operands
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
    from ....dialects.element_types import buffer_bytes
    from ....dialects.ncnn.internal.weight import WeightOp

    read = dict.fromkeys(value for op in ops for value in op.operands)
    return sum(buffer_bytes(value.type) for value in read if isinstance(value.owner, WeightOp))


def describe_shape(value: SSAValue) -> str:
    """`64x56x56`, outermost extent first; `<=100x6` of as many detections as there can be."""
    from ....dialects.ncnn.rules.found_rows import has_found_rows
    from ....dialects.ncnn.shapes import has_shape, shape_of

    extents = "x".join(map(str, shape_of(value))) if has_shape(value) else "?"
    return f"<={extents}" if has_found_rows(value) else extents
