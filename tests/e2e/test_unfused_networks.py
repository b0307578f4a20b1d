"""
Networks written the way converters do become no larger than they were published.

Some networks of the zoo are tried by default. With `-m slow` all of them are, and the benchmark
networks beside the project where they exist.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.compiler.zoo import NAMES

from tests.generators.checks import check_exported, check_reference
from tests.generators.network import Network
from tests.generators.unfuse import (
    DIV,
    MUL,
    Comparison,
    is_linear,
    main,
    open_record,
    optimize_unfused,
    read_layers,
    unfuse,
)
from tests.helpers.conformance import needs_ncnn

MODELS = Path(__file__).parents[3] / "shared" / "models"
needs_models = pytest.mark.skipif(not MODELS.is_dir(), reason="the benchmark networks are absent")

SMALL_INPUT, MEDIUM_INPUT = (3, 32, 32), (3, 96, 96)
FEW = ("squeezenet", "mobilenet")
"""Networks of the zoo that every run of the tests tries."""


def benchmark_networks() -> list[str]:
    """Names of the networks beside the project that compute in float32."""
    names = sorted(path.stem for path in MODELS.glob("*.param"))
    return [name for name in names if not name.endswith("_int8")]


def published_shape(name: str) -> tuple[int, ...]:
    return tuple(json.loads((MODELS / "shapes.json").read_text(encoding="utf-8"))[name])


def comparison_of(source: str, shape: tuple[int, ...], seed: int = 1) -> Comparison:
    """Unfuse and optimize a network."""
    record = open_record(source)
    (blob,) = next(layer.tops for layer in record.layers if layer.type == "Input")
    return optimize_unfused(record, unfuse(record, {blob: shape}, seed))


@pytest.mark.parametrize("name", FEW)
def test_a_few_networks_are_put_together_again(name: str):
    comparison = comparison_of(name, SMALL_INPUT)
    assert comparison.unfused > 1.5 * comparison.published
    assert comparison.optimized <= comparison.published, str(comparison)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if name not in (*FEW, "vgg16")])
def test_networks_of_the_zoo_are_put_together_again(name: str):
    comparison = comparison_of(name, MEDIUM_INPUT)
    assert comparison.optimized <= comparison.published, str(comparison)


@pytest.mark.slow
def test_layers_that_do_nothing_go():
    comparisons = [comparison_of("squeezenet", SMALL_INPUT, seed) for seed in range(4, 10)]
    made = frozenset().union(*(comparison.passes for comparison in comparisons))
    layers = "crop identity-arithmetic interp noop padding permute pooling1x1 slice-concat"
    assert {f"eliminate-{layer}" for layer in layers.split()} <= made
    assert {"eliminate-reshape-chain", "eliminate-repeated-activation"} <= made


@pytest.mark.slow
@needs_models
@pytest.mark.usefixtures("only_if_asked")
@pytest.mark.parametrize("name", benchmark_networks())
def test_benchmark_networks_are_put_together_again(name: str):
    comparison = comparison_of(str(MODELS / f"{name}.param"), published_shape(name))
    assert comparison.optimized <= comparison.published, str(comparison)


@pytest.mark.slow
@pytest.mark.oracle
@needs_ncnn
@pytest.mark.parametrize("name", ["mobilenet_v2", "shufflenet_v2"])
def test_networks_put_together_again_compute_the_same(name: str):
    assert check_exported(unfuse(open_record(name), {"data": SMALL_INPUT})) is None


# The results --------------------------------------------------------------------------------------

TINY_PARAM = """7767517
9 10
Input            data   0 1 data 0=8 1=8 2=3
Convolution      conv1  1 1 data conv1 0=8 1=3 4=1 5=1 6=216 9=1
Split            split  1 2 conv1 conv1_a conv1_b
Convolution      conv2  1 1 conv1_a conv2 0=8 1=1 5=1 6=64 9=3 -23310=2,0.0,6.0
ConvolutionDepthWise conv3 1 1 conv2 conv3 0=8 1=3 4=1 5=1 6=72 7=8
Eltwise          sum    2 1 conv3 conv1_b sum 0=1
Pooling          pool   1 1 sum pool 0=1 4=1
InnerProduct     fc     1 1 pool fc 0=4 1=1 2=32 9=4
Softmax          prob   1 1 fc prob
"""


def tiny(seed: int, tmp_path: Path) -> Network:
    """A small network unfused."""
    path = tmp_path / "tiny.param"
    path.write_text(TINY_PARAM, encoding="utf-8")
    return unfuse(open_record(str(path)), {}, seed)


@pytest.mark.parametrize("seed", range(6))
def test_results_stay_as_they_were(seed: int, tmp_path: Path):
    assert check_reference(tiny(seed, tmp_path)) is None


@pytest.mark.slow
@pytest.mark.oracle
@needs_ncnn
@pytest.mark.parametrize("seed", range(10))
def test_ncnn_computes_the_same(seed: int, tmp_path: Path):
    assert check_exported(tiny(seed, tmp_path)) is None


# The generator ------------------------------------------------------------------------------------


def test_a_seed_is_a_network(tmp_path):
    first, second = tiny(3, tmp_path), tiny(3, tmp_path)
    assert first.param_text() == second.param_text()
    assert first.weight_bytes() == second.weight_bytes()
    assert first.param_text() != tiny(4, tmp_path).param_text()


def test_no_activation_stays_fused(tmp_path):
    layers = tiny(0, tmp_path).layers
    assert all(9 not in layer.params for layer in layers if is_linear(layer))
    types = [layer.type for layer in layers]
    assert {"ReLU", "Clip", "Sigmoid", "BatchNorm", "Scale", "MemoryData", "BinaryOp"} <= set(types)


def test_names_of_the_published_layers_stay(tmp_path):
    network = tiny(0, tmp_path)
    names = [layer.name for layer in network.layers]
    assert names == list(dict.fromkeys(names))
    for line in TINY_PARAM.splitlines()[2:]:
        assert line.split()[1] in names
    assert network.outputs == ("prob",)


def test_nothing_is_added_to_what_is_padded_with_zeros(tmp_path):
    for seed in range(20):
        network = tiny(seed, tmp_path)
        layers = {top: layer for layer in network.layers for top in layer.tops}
        for name in ("conv1", "conv3"):
            conv = next(layer for layer in network.layers if layer.name == name)
            before = layers[conv.bottoms[0]]
            if before.type == "BinaryOp" and f"{name}.before" in before.name:
                assert before.params[0] in (MUL, DIV)


def test_int8_layers_stay_as_they_are():
    text = b"7767517\n2 2\nInput d 0 1 d 0=4 1=4 2=2\nConvolution c 1 1 d c 0=2 1=1 6=4 8=1\n"
    layers = read_layers(read_model_record(text))
    assert [layer.type for layer in layers if is_linear(layer)] == []


def test_script_counts_layers(tmp_path, capsys):
    path = tmp_path / "tiny.param"
    path.write_text(TINY_PARAM, encoding="utf-8")
    files = [str(tmp_path / "out.param"), str(tmp_path / "out.bin")]
    assert main([str(path), *files, "--seed", "2"]) == 0
    assert "9 layers, unfused" in capsys.readouterr().out
    assert np.fromfile(files[1], np.uint8).size > 0
    assert len(open_record(files[0]).layers) > 9
