"""
A model that can compute each of its layers with float32 or as int8 does, as its inputs say.

The other form of a layer is that on whole numbers in float32 (see `SwitchedModel`):

    %q = ncnn.quantize %x, %scale
    %i = ncnn.convolution %q, %v          (v: the int8 weights over both scales)

The other form of a layer that finds scales at run time is itself with int8 matrices.

Sums of squares of the layer's result, and of its difference to the other form, are outputs, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from ...dialects.context import NcnncContext
from ...dialects.ncnn.shapes import shape_of
from ...passes.common.rebuild import rebuild
from ...passes.decompose.building.replacement_builder import ReplacementBuilder
from ..analysis.relative_error import Arrays
from ..analysis.switched_model import SwitchedGraph, SwitchedModel
from ..options.compile_options import CompileOptions
from .dynamic import DynamicLayer, find_dynamic_layers, int8_op
from .layers import QuantizableLayer, find_layers
from .samples import CalibrationSamples
from .scales import LayerScales, ScalesByLayer
from .writing import int8_weight

SIGNAL, NOISE, PEAK = "signal of ", "noise of ", "largest of "
"""Prefixes of the names of added outputs."""


@dataclass(frozen=True)
class LayerNoise:
    """Sums of squares of the float32 result of a layer, and of its difference to int8."""

    signal: float
    noise: float

    @property
    def decibels(self) -> float:
        """Return the signal-to-noise ratio; infinite where int8 is exact."""
        if self.noise == 0:
            return np.inf
        return float(10 * np.log10(max(self.signal, 1e-300) / self.noise))


class Simulation(SwitchedModel):
    """The errors of int8 on some samples, for any choice of layers, and the noise of each."""

    def __init__(
        self,
        options: CompileOptions,
        scales: ScalesByLayer,
        inputs: CalibrationSamples,
        dynamic: Sequence[str] = (),
    ):
        """Compile the model. Raises: NcnncError if that fails."""
        names = [*scales, *dynamic]
        self.noises = dict.fromkeys(names, LayerNoise(0.0, 0.0))
        self.peaks: dict[str, np.ndarray] = {}
        """The largest magnitudes of results of layers that `may_be_winograd`, by channel."""
        samples = [inputs[index] for index in inputs.spread(MOST_SAMPLES)]
        super().__init__(options, simulated_graph(options, scales, dynamic), names, samples)

    def look_at(self, outputs: Arrays) -> None:
        """Add the noise of each layer from a run's outputs."""
        for name, noise in self.noises.items():
            signal, error = (float(outputs[f"{k}{name}"].sum()) for k in (SIGNAL, NOISE))
            self.noises[name] = LayerNoise(noise.signal + signal, noise.noise + error)
            if (peak := outputs.get(f"{PEAK}{name}")) is not None:
                self.peaks[name] = np.maximum(self.peaks.get(name, np.float32(0)), peak.reshape(-1))


MOST_SAMPLES = 16
"""Largest number of samples for measuring errors."""


def simulated_graph(
    options: CompileOptions, scales: ScalesByLayer, dynamic: Sequence[str] = ()
) -> tuple[ModuleOp, NcnncContext]:
    """
    Return the graph of a model with a switch for each layer that has scales, or finds them at run
    time. Raises: NcnncError.
    """
    graph = SwitchedGraph(options)
    layers, _ = find_layers(graph.module, graph.ctx, options.name, required=False)
    at_run_time = find_dynamic_layers(graph.module, graph.ctx) if dynamic else []
    for layer in layers:
        if layer.name in scales:
            builder = graph.builder_after(layer.op)
            build = partial(int8_form, builder, layer, scales[layer.name], graph.ctx)
            add_int8_form(graph, builder, layer, build)
            if layer.may_be_winograd:
                size = builder.unary("abs", layer.op.output)
                graph.measured[f"{PEAK}{layer.name}"] = builder.reduce("max", size, [1, 2])
    for layer in at_run_time:
        if layer.name in dynamic:
            builder = graph.builder_after(layer.op)
            build = partial(dynamic_form, builder, layer, graph.ctx)
            add_int8_form(graph, builder, layer, build)
    return graph.finished()


def add_int8_form(
    graph: SwitchedGraph,
    builder: ReplacementBuilder,
    layer: QuantizableLayer | DynamicLayer,
    build: Callable[[], SSAValue],
) -> None:
    """Give a layer its int8 form, and measure its sums of squares."""
    output = layer.op.output
    difference = graph.add_switch(builder, layer.name, output, build)
    axes = list(range(len(shape_of(output))))
    graph.measured[f"{SIGNAL}{layer.name}"] = builder.reduce("sumsq", output, axes)
    graph.measured[f"{NOISE}{layer.name}"] = builder.reduce("sumsq", difference, axes)


def dynamic_form(builder: ReplacementBuilder, layer: DynamicLayer, ctx: NcnncContext) -> SSAValue:
    """Insert a layer with int8 matrices; states that it hands on stay those of float32."""
    return builder.insert(int8_op(layer, ctx))


def int8_form(
    builder: ReplacementBuilder, layer: QuantizableLayer, scales: LayerScales, ctx: NcnncContext
) -> SSAValue:
    """Insert a layer of whole numbers in float32."""
    steps = int8_weight(layer, scales).astype(np.float32)
    factors = scales.weight.reshape(-1, *(1,) * (steps.ndim - 1)) * scales.input
    if layer.is_grouped:
        factors = np.repeat(factors, steps.shape[0] // len(factors), 0)
    values = np.divide(steps, factors, out=np.zeros_like(steps), where=factors != 0)
    scale = builder.constant(ctx.weights, "input_scale", np.array([scales.input]))
    weight = builder.constant(ctx.weights, "int8_weight", values)
    quantized = builder.quantize(layer.op.input, scale)
    return builder.insert(rebuild(layer.op, operands={"input": quantized, "weight": weight}))
