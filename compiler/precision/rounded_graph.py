"""The graph of a model in which switches round layers to bfloat16, or make them int8."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from ...dialects.bfloat16 import bits_of_bf16, floats_of_bf16
from ...dialects.context import NcnncContext
from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.layers.cast import CastOp, StorageType, StorageTypeAttr
from ...dialects.target.products import BFLOAT16
from ...passes.common.constants import constant_array, is_constant
from ...passes.common.errors import place_of
from ...passes.decompose.building.replacement_builder import ReplacementBuilder
from ..analysis.switched_model import SwitchedGraph
from ..options.compile_options import CompileOptions
from ..quantize.layers import QuantizableLayer, find_layers
from ..quantize.scales import LayerScales
from ..quantize.simulation import int8_form
from .candidates import matrices_of
from .int8_layers import scales_of

INT8_FORM = "int8 form of "
"""Prefix of the name of a layer whose switch makes it int8; its other switch comes before."""


def rounded_graph(
    options: CompileOptions, layers: Collection[str], int8_inputs: Mapping[str, float]
) -> tuple[ModuleOp, NcnncContext, list[str]]:
    """
    The graph with a switch for each of these layers whose weights are at hand, and for the int8
    form of each layer with a scale of its input; and the names of these switches.

    The other form of a layer has rounded weights, and where the target multiplies bfloat16 also
    rounded inputs:

        %0 = ncnn.cast %x to bfloat16         (values that are rounded, of float32)
        %1 = ncnn.convolution %0, %v          (v: the weights, rounded)

    Raises: NcnncError.
    """
    graph = SwitchedGraph(options)
    found, _ = find_layers(graph.module, graph.ctx, options.name, required=False)
    rounds_inputs = options.machine.multiplies(BFLOAT16)
    switched: dict[str, None] = {}
    for op in list(graph.block.ops):
        name = place_of(op).layer or ""
        if name not in layers or not isinstance(op, NcnnOp):
            continue
        if round_layer(graph, op, name, rounds_inputs):
            switched[name] = None
    scales = scales_of(found, int8_inputs)
    for layer in found:
        if layer.name in scales:
            switch_to_int8(graph, layer, scales[layer.name])
            switched[f"{INT8_FORM}{layer.name}"] = None
    return *graph.finished(), list(switched)


def switch_to_int8(graph: SwitchedGraph, layer: QuantizableLayer, scales: LayerScales) -> None:
    """Give a layer its int8 form, in place of any other that is chosen for it."""
    result = layer.op.output
    maker = graph.chosen.get(result, result).owner
    assert isinstance(maker, Operation)  # of a layer's result
    builder = graph.builder_after(maker)

    def form() -> SSAValue:
        return int8_form(builder, layer, scales, graph.ctx)

    graph.add_switch(builder, f"{INT8_FORM}{layer.name}", result, form)


def round_layer(graph: SwitchedGraph, op: NcnnOp, name: str, rounds_inputs: bool) -> bool:
    """Give a layer its rounded form; return whether it has weights that can be rounded."""
    arrays = {value: constant_array(value, graph.ctx.weights) for value in matrices_of(op)}
    arrays = {value: array for value, array in arrays.items() if array is not None}
    if not arrays or len(op.results) != 1:
        return False
    builder = graph.builder_after(op)

    def form() -> SSAValue:
        rounded = op.clone()
        rounded.location = op.location
        for place, value in enumerate(op.operands):
            if (array := arrays.get(value)) is not None:
                values = floats_of_bf16(bits_of_bf16(array))
                rounded.operands[place] = builder.constant(graph.ctx.weights, "rounded", values)
            elif rounds_inputs and not is_constant(value):
                rounded.operands[place] = rounded_blob(builder, value)
        builder.insert(rounded)
        return rounded.results[0]

    graph.add_switch(builder, name, op.results[0], form)
    return True


def rounded_blob(builder: ReplacementBuilder, value: SSAValue) -> SSAValue:
    """Insert a cast that rounds a blob."""
    types = (StorageTypeAttr(t) for t in (StorageType.FLOAT32, StorageType.BFLOAT16))
    source, result = types
    return builder.insert(
        CastOp.build(
            operands=[value],
            properties={"source_type": source, "result_type": result},
            result_types=[value.type],
        )
    )
