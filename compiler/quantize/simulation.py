"""
A model that can compute each of its layers with float32 or as int8 does, as its inputs say.

Beside every layer stands its int8 form on whole numbers in float32, and what the layer hands on is
chosen by an input of one element, a switch: 0 for float32, 1 for int8. One program so tells the
error of any choice of layers:

    %y = ncnn.convolution %x, %w
becomes
    %q = ncnn.quantize %x, %scale
    %i = ncnn.convolution %q, %v          (v: the int8 weights over both scales)
    %d = ncnn.binary_op sub %i, %f        (f: as before)
    %y = %f + %switch * %d                (and the sums of squares of f and d are outputs)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.dialects.func import ReturnOp
from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.context import NcnncContext
from ...dialects.main_function import find_main, input_names
from ...dialects.ncnn.shapes import shape_of, tensor_type
from ...passes.common.rebuild import rebuild
from ...passes.decompose.building.replacement_builder import ReplacementBuilder
from ...runtime.sessions.compiled_model import CompiledModel
from ..analysis.compared_values import compared_values, find_return
from ..analysis.relative_error import Arrays
from ..driver.import_model import import_graph, make_context
from ..driver.lower import lower
from ..frontend.ncnn.blob_names import named_blobs
from ..frontend.shapes import infer_shapes
from ..options.compile_options import CompileOptions
from ..program.assemble import assemble
from .layers import QuantizableLayer, find_layers
from .samples import CalibrationSamples
from .scales import LayerScales, ScalesByLayer
from .writing import int8_weight

SIGNAL, NOISE, PEAK = "signal of ", "noise of ", "largest of "
SWITCH, OUTPUT = "int8 for ", "output "
"""Prefixes of the names of added inputs and outputs."""


@dataclass(frozen=True)
class LayerNoise:
    """Sums of squares of the float32 result of a layer, and of its difference to int8."""

    signal: float
    noise: float

    @property
    def decibels(self) -> float:
        """The signal-to-noise ratio; infinite where int8 is exact."""
        if self.noise == 0:
            return np.inf
        return float(10 * np.log10(max(self.signal, 1e-300) / self.noise))


class Simulation:
    """
    The errors of int8 on some samples, for any choice of layers.

    Errors are the largest difference of an output to that of the float32 model, relative to its
    largest magnitude, over all samples; the largest of all outputs. Instead of detections, of which
    there may be more or fewer, the blobs are compared that these are found in.
    """

    def __init__(self, options: CompileOptions, scales: ScalesByLayer, inputs: CalibrationSamples):
        """Compiles the model. Raises: NcnncError if that cannot be done."""
        self.layers = list(scales)
        module, ctx = simulated_graph(options, scales)
        plain = replace(options, outputs=())
        lowered = lower(plain, imported=lambda: (module, ctx))
        self.model = CompiledModel(assemble(lowered), options.threads)
        self.samples = [inputs[index] for index in inputs.spread(MOST_SAMPLES)]
        self.noises = dict.fromkeys(self.layers, LayerNoise(0.0, 0.0))
        self.peaks: dict[str, np.ndarray] = {}
        """The largest magnitudes of results of layers that `may_be_winograd`, by channel."""
        self.expected = [self._float_run(sample) for sample in self.samples]
        self.largest = {
            name: max(float(np.abs(run[name]).max(initial=0)) for run in self.expected)
            for name in self.expected[0]
        }

    def error(self, quantized: Sequence[str]) -> float:
        """The error of the model if these of its layers, and no others, compute with int8."""
        return self.error_of(lambda sample: self._run(sample, quantized))

    def error_of(self, run: Callable[[Arrays], Arrays]) -> float:
        """The error of any form of the model that names its outputs as this does."""
        errors = [0.0]
        for sample, expected in zip(self.samples, self.expected, strict=True):
            actual = run(sample)
            for name, array in expected.items():
                largest = float(np.abs(actual[name] - array).max(initial=0))
                errors.append(largest / max(self.largest[name], 1e-30))
        return max(errors)

    def _run(self, sample: Arrays, quantized: Sequence[str]) -> dict[str, np.ndarray]:
        switches = {
            f"{SWITCH}{name}": np.full(1, name in quantized, np.float32) for name in self.layers
        }
        return self.model.run({**sample, **switches})

    def _float_run(self, sample: Arrays) -> dict[str, np.ndarray]:
        """The outputs of the float32 model; the noise of each layer is added up."""
        outputs = self._run(sample, ())
        for name, noise in self.noises.items():
            signal, error = (float(outputs[f"{k}{name}"].sum()) for k in (SIGNAL, NOISE))
            self.noises[name] = LayerNoise(noise.signal + signal, noise.noise + error)
            if (peak := outputs.get(f"{PEAK}{name}")) is not None:
                self.peaks[name] = np.maximum(self.peaks.get(name, np.float32(0)), peak.reshape(-1))
        return {name: array for name, array in outputs.items() if name.startswith(OUTPUT)}


MOST_SAMPLES = 16
"""Largest number of samples for measuring errors."""


def simulated_graph(
    options: CompileOptions, scales: ScalesByLayer
) -> tuple[ModuleOp, NcnncContext]:
    """The graph of a model with a switch for each layer that has scales. Raises: NcnncError."""
    ctx = make_context()
    module = import_graph(options, ctx)
    infer_shapes(module, ctx)
    layers, _ = find_layers(module, ctx, options.name)
    main = find_main(module)
    results = compared_results(module)
    inputs = input_names(main)
    measured: dict[str, SSAValue] = {}
    for layer in layers:
        if layer.name in scales:
            block = main.body.block
            switch = block.insert_arg(tensor_type((1,)), len(block.args))
            inputs.append(f"{SWITCH}{layer.name}")
            chosen = add_int8_form(layer, scales[layer.name], switch, ctx, measured)
            results = {
                name: chosen if value is layer.op.output else value
                for name, value in results.items()
            }
    results |= measured
    rewrite_signature(module, inputs, results)
    return module, ctx


def add_int8_form(
    layer: QuantizableLayer,
    scales: LayerScales,
    switch: SSAValue,
    ctx: NcnncContext,
    measured: dict[str, SSAValue],
) -> SSAValue:
    """Insert a layer's int8 form for all users; add its sums of squares to `measured`."""
    op, users = layer.op, list(layer.op.output.uses)
    following = op.next_op
    assert following is not None
    builder = ReplacementBuilder(following, PatternRewriter(following))
    steps = int8_weight(layer, scales).astype(np.float32)
    factors = scales.weight.reshape(-1, *(1,) * (steps.ndim - 1)) * scales.input
    if layer.is_grouped:
        factors = np.repeat(factors, steps.shape[0] // len(factors), 0)
    values = np.divide(steps, factors, out=np.zeros_like(steps), where=factors != 0)
    scale = builder.constant(ctx.weights, "input_scale", np.array([scales.input]))
    weight = builder.constant(ctx.weights, "int8_weight", values)
    quantized = builder.quantize(op.input, scale)
    rounded = builder.insert(rebuild(op, operands={"input": quantized, "weight": weight}))
    difference = builder.binary("sub", rounded, op.output)
    axes = range(len(shape_of(op.output)))
    measured[f"{SIGNAL}{layer.name}"] = builder.reduce("sumsq", op.output, list(axes))
    measured[f"{NOISE}{layer.name}"] = builder.reduce("sumsq", difference, list(axes))
    if layer.may_be_winograd:
        size = builder.unary("abs", op.output)
        measured[f"{PEAK}{layer.name}"] = builder.reduce("max", size, [1, 2])
    chosen = builder.binary("add", op.output, builder.binary("mul", difference, switch))
    for use in users:
        use.operation.operands[use.index] = chosen
    return chosen


def compared_results(module: ModuleOp) -> dict[str, SSAValue]:
    """Return the blobs on which errors are measured, by output name."""
    values = compared_values(find_return(module))
    return {f"{OUTPUT}{index}": value for index, value in enumerate(values)}


def rewrite_signature(
    module: ModuleOp, inputs: Sequence[str], results: Mapping[str, SSAValue]
) -> None:
    """Let the graph take its arguments by these names, and return these values by theirs."""
    main, returned = find_main(module), find_return(module)
    returned.detach()
    returned.erase()
    block = main.body.block
    block.add_op(ReturnOp(*results.values()))
    types = [value.type for value in results.values()]
    main.function_type = FunctionType.from_lists([argument.type for argument in block.args], types)
    main.arg_attrs = named_blobs(list(inputs), [{}] * len(inputs))
    main.res_attrs = named_blobs(list(results), [{}] * len(results))
