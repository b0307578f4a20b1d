"""Errors of int8 layers, simulated in float32: those of the meaning, and of ncnn."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.export import export_model, param_text
from ncnnc.compiler.image import Image
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.quantize.calibration import collect_histograms
from ncnnc.compiler.quantize.layers import QuantizableLayer
from ncnnc.compiler.quantize.samples import CalibrationSamples, open_samples
from ncnnc.compiler.quantize.scales import LayerScales, may_overflow
from ncnnc.compiler.quantize.simulation import Simulation
from ncnnc.compiler.quantize.writing import int8_weight, quantize_graph
from ncnnc.compiler.reference.int8 import to_int8
from ncnnc.runtime.model.tensors import TensorSpec

from tests.generators.wheel import run_wheel

from .models import CHAIN, CHAIN_ARRAYS, layers_of, random_arrays, samples

pytestmark = pytest.mark.isa

OPTIONS = CompileOptions(CHAIN.encode(), random_arrays(CHAIN_ARRAYS))
DENSE = CompileOptions(
    b"7767517\n2 2\nInput data 0 1 data 0=8\nInnerProduct fc 1 1 data out 0=5 1=1 2=40 9=1\n",
    random_arrays(((40, 5),)),
)


def data_of(count: int, shape: tuple[int, ...] = (3, 8, 8)) -> CalibrationSamples:
    spec = TensorSpec("data", shape)
    return open_samples([spec], samples(count, shape), Image())


def scales_of(layers: list[QuantizableLayer], input: float) -> dict[str, LayerScales]:
    return {layer.name: LayerScales(layer.weight_scales(), np.float32(input)) for layer in layers}


@pytest.fixture(scope="module")
def chain() -> Simulation:
    return Simulation(OPTIONS, scales_of(layers_of(OPTIONS)[2], 20), data_of(4))


def test_no_int8_layer_has_no_error(chain: Simulation):
    assert chain.error([]) == 0


def test_every_layer_has_an_error(chain: Simulation):
    errors = [chain.error([name]) for name in chain.layers]
    assert all(0 < error < 0.1 for error in errors)
    assert max(errors) / 4 < chain.error(chain.layers) < sum(errors)


def test_the_noise_and_the_error_of_a_layer_are_those_of_its_meaning():
    layer = layers_of(DENSE)[2][0]
    scales = LayerScales(layer.weight_scales(), np.float32(31))
    simulation = Simulation(DENSE, {"fc": scales}, data_of(3, (8,)))
    x = samples(3, (8,))
    bias = np.frombuffer(bytes(DENSE.weights or b"")[-20:], "<f4")
    exact = np.maximum(x @ layer.weight.T + bias, 0)
    steps = to_int8(x * np.float32(31)) @ int8_weight(layer, scales).astype(np.float32).T
    rounded = np.maximum(steps / (31 * scales.weight) + bias, 0)
    noise = simulation.noises["fc"]
    assert noise.signal == pytest.approx(np.square(exact).sum(), rel=1e-4)
    assert noise.noise == pytest.approx(np.square(exact - rounded).sum(), rel=1e-2)
    expected = 10 * np.log10(np.square(exact).sum() / np.square(exact - rounded).sum())
    assert noise.decibels == pytest.approx(expected, abs=0.1)
    error = np.abs(exact - rounded).max() / np.abs(exact).max()
    assert simulation.error(["fc"]) == pytest.approx(error, rel=1e-2)


@pytest.mark.oracle
def test_the_wheel_computes_what_is_simulated(chain: Simulation):
    pytest.importorskip("ncnn", reason="the ncnn wheel is the oracle")
    module, ctx, layers, _ = layers_of(OPTIONS)
    before = export_model(module, ctx)
    quantize_graph(layers, scales_of(layers, 20), ctx)
    after = export_model(module, ctx)
    runs = [
        [run_wheel(param_text(m.param), b"".join(m.bin), {"data": x})["out"] for x in samples(4)]
        for m in (before, after)
    ]
    exact, rounded = (np.array(run) for run in runs)
    error = np.abs(exact - rounded).max() / np.abs(exact).max()
    # One step may go the other way: ncnn's depthwise layers divide by an approximation.
    assert error == pytest.approx(chain.error(chain.layers), rel=0.15)


def test_detections_are_compared_where_they_come_from():
    text = """7767517
5 7
Input data 0 1 data 0=4 1=4 2=3
Convolution conv 1 1 data conv 0=35 1=1 6=105
Split split 1 2 conv a b
YoloDetectionOutput yolo 1 1 a boxes 0=2 1=5 -23304=10,1,1,2,2,3,3,4,4,5,5
ReLU relu 1 1 b relu
"""
    options = CompileOptions(text.encode(), random_arrays(((105,),)))
    layers = layers_of(options)[2]
    simulation = Simulation(options, scales_of(layers, 30), data_of(2, (3, 4, 4)))
    assert sorted(array.shape for array in simulation.expected[0].values()) == [(35, 4, 4)] * 2
    assert 0 < simulation.error(["conv"]) < 0.1


def test_histograms_are_those_of_the_blobs(tmp_path: Path):
    layers = layers_of(OPTIONS)[2]
    data = data_of(3)
    found = collect_histograms(OPTIONS, layers, data, lambda step: None)
    assert set(found) == {"data", "conv1", "dw", "pool"}
    assert found["data"].largest == np.abs(samples(3)).max()
    assert found["data"].total == samples(3).size
    assert found["conv1"].total < 3 * 8 * 8 * 8


@pytest.mark.oracle
def test_sums_that_overflow_in_ncnn_are_told():
    """All products are positive: ncnn's Winograd wraps around, its other algorithms do not."""
    pytest.importorskip("ncnn", reason="the ncnn wheel is the oracle")
    channels = 256
    text = f"7767517\n2 2\nInput data 0 1 data 0=16 1=16 2={channels}\n"
    text += f"Convolution conv 1 1 data out 0=16 1=3 4=1 6={channels * 144}\n"
    weights = np.random.default_rng(4).uniform(0.2, 1, 1 + channels * 144).astype("<f4")
    weights[0] = 0
    options = CompileOptions(text.encode(), weights.tobytes())
    module, ctx, _, _ = layers_of(options)
    x = np.random.default_rng(5).uniform(0, 1, (channels, 16, 16)).astype(np.float32)
    before = export_model(module, ctx)
    exact = run_wheel(param_text(before.param), b"".join(before.bin), {"data": x})["out"]
    peak = np.abs(exact).max((1, 2))
    for largest, overflows in ((127, True), (31, False)):
        module, ctx, (layer,), _ = layers_of(options)
        scales = LayerScales(layer.weight_scales(largest), np.float32(127))
        assert may_overflow(layer, scales, peak) == overflows
        quantize_graph([layer], {"conv": scales}, ctx)
        after = export_model(module, ctx)
        files = param_text(after.param), b"".join(after.bin)
        rounded = run_wheel(*files, {"data": x}, switched_off=["use_fp16_storage"])["out"]
        assert (np.abs(rounded - exact).max() > 0.5 * peak.max()) == overflows
