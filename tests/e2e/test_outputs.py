"""
Networks cut at any of their blobs compute what ncnn has in them, compiled and as optimized files.

The networks are random graphs, see `test_random_graphs.py`; seeds decide which blobs are asked for,
and which one is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record

from tests.generators.checks import Arrays, compare
from tests.generators.network import Network
from tests.generators.random_graphs import random_network
from tests.generators.wheel import model_files, run_wheel
from tests.helpers.conformance import needs_ncnn

pytestmark = [pytest.mark.oracle, pytest.mark.isa, needs_ncnn]

FEW = 6
"""Networks that every run of the tests checks."""
COUNT = 60
"""Networks that the slow tests check."""
MOST_OUTPUTS = 3


def chosen_outputs(network: Network, seed: int) -> tuple[str, ...]:
    """One to three blobs of the file, in any order: inputs, inner ones, copies, outputs."""
    generator = np.random.default_rng(seed)
    blobs = [top for layer in network.split() for top in layer.tops]
    count = min(len(blobs), int(generator.integers(1, MOST_OUTPUTS, endpoint=True)))
    return tuple(str(name) for name in generator.permutation(blobs)[:count])


def blobs_of_ncnn(param: bytes, weights: bytes, inputs: Arrays, names: Sequence[str]) -> Arrays:
    """Return ncnn's blobs, each taken in its own run: later layers may overwrite them."""
    return {name: run_wheel(param, weights, inputs, [name])[name] for name in names}


def given_blob(network: Network, seed: int) -> str | None:
    """
    An inner blob to give that some layer reads; None if there is none.

    ncnn would overwrite one of several results of a layer, and works in place on a blob.
    """
    read = {blob for layer in network.split() for blob in layer.bottoms}
    layers = [layer for layer in network.split() if layer.bottoms and len(layer.tops) == 1]
    layers = [layer for layer in layers if layer.tops[0] in read]
    chosen = np.random.default_rng([seed, 1]).integers(max(len(layers), 1))
    return layers[chosen].tops[0] if layers else None


def check_cut(seed: int, folder: Path) -> None:
    """Raises: Failed if a blob is not what ncnn has."""
    network = random_network(seed).without_sharing()
    names = chosen_outputs(network, seed)
    text, weights = network.param_text().encode(), network.weight_bytes()
    expected = blobs_of_ncnn(text, weights, network.inputs, names)
    out_param, out_weights = folder / f"{seed}.param", folder / f"{seed}.bin"
    with model_files(text, weights) as (param_file, weights_file):
        model = ncnnc.compile(param_file, weights_file, outputs=names)
        inputs = {spec.name: network.inputs[spec.name] for spec in model.inputs}
        compare(expected, model.run(inputs), f"compiling seed {seed}")
        ncnnc.optimize(param_file, weights_file, out_param, out_weights, outputs=names)
    files = out_param.read_bytes(), out_weights.read_bytes()
    layers = read_model_record(files[0]).layers
    assert {top for layer in layers if layer.type == "Input" for top in layer.tops} == set(inputs)
    compare(expected, blobs_of_ncnn(*files, inputs, names), f"optimizing seed {seed}")


def check_front_cut(seed: int, folder: Path) -> None:
    """Raises: Failed if a network computes something else of an inner blob than ncnn."""
    network = random_network(seed).without_sharing()
    name = given_blob(network, seed)
    if name is None:
        return
    text, weights = network.param_text().encode(), network.weight_bytes()
    computed = blobs_of_ncnn(text, weights, network.inputs, [name])[name]
    if computed.size == 0:
        return
    given = np.random.default_rng(seed).permuted(computed).astype(np.float32)
    expected = run_wheel(text, weights, {**network.inputs, name: given})
    out_param, out_weights = folder / f"{seed}.param", folder / f"{seed}.bin"
    shapes = {name: given.shape}
    with model_files(text, weights) as (param_file, weights_file):
        model = ncnnc.compile(param_file, weights_file, inputs=shapes)
        inputs = {
            spec.name: given if spec.name == name else network.inputs[spec.name]
            for spec in model.inputs
        }
        compare(expected, model.run(inputs), f"compiling seed {seed}, given '{name}'")
        ncnnc.optimize(param_file, weights_file, out_param, out_weights, inputs=shapes)
    files = out_param.read_bytes(), out_weights.read_bytes()
    found = run_wheel(*files, inputs, list(expected))
    compare(expected, found, f"optimizing seed {seed}, given '{name}'")


@pytest.mark.parametrize("seed", range(FEW))
def test_an_inner_blob_of_a_few_networks_is_given(seed: int, tmp_path: Path):
    check_front_cut(seed, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(FEW, COUNT))
def test_an_inner_blob_of_random_networks_is_given(seed: int, tmp_path: Path):
    check_front_cut(seed, tmp_path)


@pytest.mark.parametrize("seed", range(FEW))
def test_blobs_of_a_few_networks(seed: int, tmp_path: Path):
    check_cut(seed, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(FEW, COUNT))
def test_blobs_of_random_networks(seed: int, tmp_path: Path):
    check_cut(seed, tmp_path)
