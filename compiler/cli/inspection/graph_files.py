"""`ncnnc inspect --json` and `--dot`: the graph of a model's file for programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ....runtime.version import VERSION
from ...report.graph import layer_graph
from .layers import LayerCost, layer_costs, ops_by_layer

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import SSAValue

    from ....passes.common.errors import LayerPlace
    from ...format.records import LayerRecord, ModelRecord
    from ...frontend.survey.model_survey import Survey


def graph_facts(record: ModelRecord, survey: Survey) -> dict[str, Any]:
    """All layers of a file with inputs, outputs, costs and errors."""
    costs: dict[LayerPlace | None, LayerCost] = {}
    if survey.module is not None:
        costs = {cost.place: cost for cost in layer_costs(survey.module)}
    layers = [
        layer_facts(record, layer, costs.get(place(record, layer))) for layer in record.layers
    ]
    shapes = blob_shapes(record, survey.module)
    inputs, outputs = given_blobs(record, survey.module)
    return {
        "ncnnc": VERSION,
        "model": record.file,
        "inputs": inputs,
        "outputs": outputs,
        "multiply_adds": sum(cost.multiply_adds or 0 for cost in costs.values()),
        "weight_bytes": sum(cost.weight_bytes for cost in costs.values()),
        "layers": layers,
        "shapes": {blob: list(extents) for blob, extents in shapes.items()},
        "problems": list(map(str, survey.problems)),
    }


def given_blobs(record: ModelRecord, module: ModuleOp | None) -> tuple[list[str], list[str]]:
    """Inputs and outputs in the order of a compiled model; in that of the file if it is amiss."""
    from ....dialects.main_function import find_main, input_names, output_names

    if module is not None:
        main = find_main(module)
        return list(input_names(main)), list(output_names(main))
    read = {blob for layer in record.layers for blob in layer.bottoms}
    made = [(layer.type, blob) for layer in record.layers for blob in layer.tops]
    inputs = [blob for kind, blob in made if kind == "Input"]
    return inputs, [blob for _, blob in made if blob not in read]


def layer_facts(record: ModelRecord, layer: LayerRecord, cost: LayerCost | None) -> dict[str, Any]:
    """A layer as its file has it; costs are null where shapes are not known."""
    from ...analysis.layer.file_line import parameters_of

    given, _ = parameters_of(record, layer)
    return {
        "name": layer.name,
        "type": layer.type,
        "line": layer.line,
        "parameters": {p.name or str(p.id): p.value for p in given},
        "reads": list(layer.bottoms),
        "makes": list(layer.tops),
        "multiply_adds": cost and cost.multiply_adds,
        "weight_bytes": cost and cost.weight_bytes,
    }


def place(record: ModelRecord, layer: LayerRecord) -> LayerPlace:
    """Return what ops tell of a layer."""
    from ....passes.common.errors import LayerPlace

    return LayerPlace(layer.name, record.file, layer.line, layer.offset)


def blob_shapes(record: ModelRecord, module: ModuleOp | None) -> dict[str, tuple[int, ...]]:
    """The shapes of blobs, outermost extent first, a batch before it; those known."""
    from ....dialects.main_function import find_main, input_names
    from ....dialects.ncnn.shapes import has_shape, shape_of
    from ....passes.common.errors import place_of

    if module is None:
        return {}
    main = find_main(module)
    values: dict[str, list[SSAValue]] = {
        name: [value] for name, value in zip(input_names(main), main.args, strict=True)
    }
    ops = {place_of(found[0]): found for found in ops_by_layer(module)}
    for layer in record.layers:
        made = ops.get(place(record, layer), [])
        for index, blob in enumerate(layer.tops):
            if made and all(len(op.results) == len(layer.tops) for op in made):
                values[blob] = [op.results[index] for op in made]
            elif not made and layer.bottoms and layer.bottoms[0] in values:
                values[blob] = values[layer.bottoms[0]]  # of a layer that only hands it on
    return {
        blob: (*[len(same)] * (len(same) > 1), *shape_of(same[0]))
        for blob, same in values.items()
        if all(map(has_shape, same))
    }


def dot_text(record: ModelRecord, survey: Survey) -> str:
    """The graph for Graphviz: a box for each layer but Split, an arrow for each blob."""
    graph, shapes = layer_graph(record), blob_shapes(record, survey.module)
    lines = ["digraph model {", '  node [shape=box, fontname="sans-serif"];']
    for number, layer in enumerate(graph.layers):
        label = f"{layer.type}\n{layer.name}"
        lines.append(f"  n{number} [label={quoted(label)}];")
    for (source, target), blob in zip(graph.edges, graph.blobs, strict=True):
        extents = "x".join(map(str, shapes.get(blob, ())))
        lines.append(f"  n{source} -> n{target} [label={quoted(extents or blob)}];")
    return "\n".join([*lines, "}", ""])


def quoted(text: str) -> str:
    """A string of DOT, whose escapes are those of JSON for quotes, backslashes and line ends."""
    return json.dumps(text, ensure_ascii=False)
