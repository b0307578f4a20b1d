"""int8 layers as ncnn2int8 writes them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.export import export_model
from ncnnc.compiler.format.records import ModelRecord
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.quantize.layers import QuantizableLayer
from ncnnc.compiler.quantize.scales import LayerScales, ScalesByLayer
from ncnnc.compiler.quantize.writing import int8_weight, output_scales, quantize_graph

from .models import CHAIN, CHAIN_ARRAYS, layers_of, random_arrays

OPTIONS = CompileOptions(CHAIN.encode(), random_arrays(CHAIN_ARRAYS))
MODELS = Path(__file__).parents[4] / "shared" / "models"
NETWORKS = ("mobilenet", "squeezenet", "squeezenet_ssd", "googlenet")
TYPES = ("Convolution", "ConvolutionDepthWise", "InnerProduct")


def ones(layers: list[QuantizableLayer]) -> dict[str, LayerScales]:
    """Scales of the weights as they should be, and 2 for the inputs."""
    return {layer.name: LayerScales(layer.weight_scales(), np.float32(2)) for layer in layers}


def terms(model: ModelRecord) -> dict[str, object]:
    """`int8_scale_term` by layer."""
    return {layer.name: layer.params.get(8, 0) for layer in model.layers if layer.type in TYPES}


def quantized(options: CompileOptions, floats: tuple[str, ...] = ()) -> ModelRecord:
    module, ctx, layers, _ = layers_of(options)
    scales = {name: s for name, s in ones(layers).items() if name not in floats}
    quantize_graph(layers, scales, ctx)
    return export_model(module, ctx).param


def test_convolutions_hand_on_int8_to_convolutions():
    expected = {"conv1": 102, "dw": 101, "left": 2, "right": 2, "fc": 2}
    assert terms(quantized(OPTIONS)) == expected


def test_no_int8_is_handed_to_a_float_layer():
    expected = {"conv1": 102, "dw": 1, "left": 0, "right": 2, "fc": 2}
    assert terms(quantized(OPTIONS, ("left",))) == expected


def test_no_int8_is_handed_to_layers_with_different_scales():
    layers = layers_of(OPTIONS)[2]
    scales: ScalesByLayer = {
        **ones(layers),
        "left": LayerScales(np.ones(8, np.float32), np.float32(3)),
    }
    assert output_scales(layers, scales) == {"conv1": 2}


def test_no_int8_is_an_output_of_the_model():
    options = CompileOptions(OPTIONS.param, OPTIONS.weights, outputs=("conv1", "out"))
    assert terms(quantized(options))["conv1"] == 2


@pytest.mark.parametrize("network", NETWORKS)
def test_terms_are_those_of_ncnns_own_networks(network: str):
    model, expected = (MODELS / f"{network}{suffix}.param" for suffix in ("", "_int8"))
    if not expected.exists():
        pytest.skip("the networks beside the project are absent")
    wanted = terms(read_model_record(str(expected)))
    floats = tuple(name for name, term in wanted.items() if term == 0)
    assert terms(quantized(CompileOptions(str(model), random_weights=0), floats)) == wanted


def test_weights_are_rounded_halves_away_from_zero():
    weight = np.zeros((5, 8), np.float32)
    weight[:, :4] = [1.27, 0.005, -0.015, -1.27]
    layer = replace(layers_of(OPTIONS)[2][-1], weight=weight)
    scales = LayerScales(np.full(5, 100, np.float32), np.float32(1))
    expected = [127, 1, -2, -127, 0, 0, 0, 0]
    np.testing.assert_array_equal(int8_weight(layer, scales), [expected] * 5)


def test_weights_beyond_the_scale_are_cut_off():
    layer = layers_of(OPTIONS)[2][0]
    scales = LayerScales(np.full(8, 1e6, np.float32), np.float32(1))
    assert set(np.abs(int8_weight(layer, scales)).reshape(-1).tolist()) <= {0, 127}


def test_int8_weights_are_tagged_and_padded():
    module, ctx, layers, _ = layers_of(OPTIONS)
    quantize_graph(layers, ones(layers), ctx)
    data = b"".join(export_model(module, ctx).bin)
    assert data[:4] == bytes.fromhex("384b0d00")
    handed_on = 2
    scales = sum(layer.scale_count + 1 for layer in layers) + handed_on
    biases, tags = 8 + 8 + 8 + 5, 5
    assert len(data) == 216 + 72 + 64 + 576 + 40 + 4 * (scales + biases + tags)
