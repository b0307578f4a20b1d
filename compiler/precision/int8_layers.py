"""Layers that a choice of precisions may compute with int8, and the scales of their inputs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import numpy as np

from ..diagnostics import ModelError
from ..options.compile_options import CompileOptions
from ..quantize.evaluation import with_int8_layers
from ..quantize.layers import QuantizableLayer, find_layers
from ..quantize.quantize_options import QuantizeOptions
from ..quantize.quantizer import find_scales, graph_for_export
from ..quantize.samples import CalibrationSamples
from ..quantize.scales import LayerScales, layer_scales

NO_SAMPLES = "int8 needs samples (--error-data) or a table (--int8-table)"
OF_ONE_SHAPE = "int8 is for fixed shapes and models without states"
QUANTIZED = "the model has int8 layers already"
"""Why int8 is not offered."""


def why_no_int8(options: CompileOptions) -> str:
    """Return why int8 is not offered for a model; empty if it is."""
    if options.dims or options.states:
        return OF_ONE_SHAPE
    return NO_SAMPLES if options.error_data is None and options.int8_table is None else ""


def offered_scales(
    options: CompileOptions,
    layers: Collection[str],
    table: str | None,
    samples: CalibrationSamples | None,
    progress: Callable[[str], None],
) -> tuple[dict[str, float], str]:
    """
    Return scales of the inputs of these layers, of those that can be int8 and whose input is known,
    or why there are none. They come from a table, else from the samples. Raises: NcnncError.
    """
    module, ctx = graph_for_export(options)
    try:
        found, _ = find_layers(module, ctx, options.name, required=False)
    except ModelError:
        return {}, QUANTIZED
    wanted = QuantizeOptions(table=table)
    known = [layer for layer in found if layer.name in layers]
    scales = find_scales(options, wanted, known, samples, module, progress)
    return {name: float(of_layer.input) for name, of_layer in scales.items()}, ""


def scales_of(
    layers: Collection[QuantizableLayer], inputs: Mapping[str, float]
) -> dict[str, LayerScales]:
    """Return the scales of layers, given those of inputs: weights by their maxima."""
    return {
        layer.name: layer_scales(layer, np.float32(inputs[layer.name]), small_winograd=False)
        for layer in layers
        if layer.name in inputs
    }


def with_int8_inputs(options: CompileOptions, inputs: Mapping[str, float]) -> CompileOptions:
    """Return options for the model with int8 layers of these scales. Raises: NcnncError."""
    if not inputs:
        return options
    module, ctx = graph_for_export(options)
    layers, _ = find_layers(module, ctx, options.name)
    return with_int8_layers(options, scales_of(layers, inputs))
