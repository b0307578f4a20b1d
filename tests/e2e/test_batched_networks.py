"""Batches compute what single runs do: random networks, networks as converters write them."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.runtime.errors import NcnncError
from ncnnc.runtime.sessions.compiled_model import CompiledModel

from tests.generators.converted import NETWORKS, SMALL
from tests.generators.network import Network
from tests.generators.random_graphs import random_network

pytestmark = pytest.mark.isa

TOLERANCE = 1e-5
"""Tolerance relative to the largest magnitude: algorithms and the order of sums may differ."""


def models(network: Network, folder: Path, batch: int, **options) -> tuple[CompiledModel, ...]:
    """The network for one item, and for several."""
    param, weights = folder / "m.param", folder / "m.bin"
    param.write_text(network.param_text())
    weights.write_bytes(network.weight_bytes())
    inputs = {name: array.shape for name, array in network.inputs.items()}
    return tuple(
        ncnnc.compile(param, weights, inputs=inputs, batch=size, **options) for size in (0, batch)
    )


def check_batch(network: Network, folder: Path, batch: int, **options) -> None:
    one, many = models(network, folder, batch, **options)
    rng = np.random.default_rng(0)
    arrays = {
        name: np.stack([rng.permutation(array.ravel()).reshape(array.shape) for _ in range(batch)])
        for name, array in network.inputs.items()
    }
    found = many.run({spec.name: arrays[spec.name] for spec in many.inputs})
    for i in range(batch):
        expected = one.run({spec.name: arrays[spec.name][i] for spec in one.inputs})
        for name, array in expected.items():
            scale = float(np.abs(array).max())
            np.testing.assert_allclose(found[name][i], array, rtol=0, atol=TOLERANCE * scale)


@pytest.mark.parametrize("seed", range(6))
def test_random_networks(seed: int, tmp_path: Path):
    check_batch(random_network(seed), tmp_path, 3, target="x86-64")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6, 20))
def test_more_random_networks(seed: int, tmp_path: Path):
    check_batch(random_network(seed), tmp_path, 1 + seed % 4)


@pytest.mark.slow
@pytest.mark.parametrize("name", NETWORKS)
def test_networks_as_converters_write_them(name: str, tmp_path: Path):
    check_batch(NETWORKS[name](SMALL), tmp_path, 3, target="x86-avx2")


def test_items_that_are_computed_apart_share_weights_and_have_the_same_bits():
    one, many = (
        ncnnc.compile("squeezenet", random_weights=0, target="x86-64", batch=n) for n in (0, 2)
    )
    assert len(many.program.weights) == len(one.program.weights)
    x = np.random.default_rng(0).standard_normal((2, 3, 227, 227)).astype(np.float32)
    y = many(x)
    assert isinstance(y, np.ndarray)
    for i in range(2):
        np.testing.assert_array_equal(y[i], one(x[i]))


def test_saved_batches_say_so(tmp_path: Path):
    _, many = models(random_network(1), tmp_path, 2)
    many.save(tmp_path / "m.ncnnc")
    loaded = ncnnc.load(tmp_path / "m.ncnnc")
    assert loaded.program.batch == 2
    assert all(spec.shape[0] == 2 for spec in (*loaded.inputs, *loaded.outputs))


@pytest.mark.parametrize("batch", [-1, 1025, 1.5, "2"])
def test_impossible_batches_are_refused(batch):
    with pytest.raises(NcnncError, match="batch"):
        ncnnc.compile("squeezenet", random_weights=0, batch=batch)


def test_arrays_of_another_number_of_items_are_refused(tmp_path: Path):
    text = "7767517\n2 2\nInput x 0 1 x 0=4 1=3 2=2\nReLU r 1 1 x y\n"
    (tmp_path / "m.param").write_text(text)
    (tmp_path / "m.bin").touch()
    model = ncnnc.compile(tmp_path / "m.param", batch=3)
    for given, hint in (((2, 3, 4), "takes 3 at a time, np.stack"), ((2, 2, 3, 4), "fill up")):
        with pytest.raises(ValueError, match=hint):
            model(np.zeros(given, np.float32))


def test_batches_of_any_shape(tmp_path: Path):
    text = "7767517\n2 2\nInput x 0 1 x\nSoftmax s 1 1 x y 0=0\n"
    (tmp_path / "m.param").write_text(text)
    (tmp_path / "m.bin").touch()
    model = ncnnc.compile(tmp_path / "m.param", batch=2, dynamic=True)
    one = ncnnc.compile(tmp_path / "m.param", dynamic=True)
    for shape in ((5,), (3, 4), (2, 3, 4)):
        x = np.random.default_rng(0).standard_normal((2, *shape)).astype(np.float32)
        y = model(x)
        assert isinstance(y, np.ndarray)
        np.testing.assert_allclose(y, [one(x[0]), one(x[1])], rtol=1e-6)
    with pytest.raises(ValueError, match="needs 2 items along its first axis, not 3x4"):
        model(np.zeros((3, 4), np.float32))


def test_layers_of_ones_own_are_called_for_each_item(tmp_path: Path):
    ncnnc.register_layer(
        "OwnHalf", shape=lambda params, x: x, reference=lambda params, x: x * np.float32(0.5)
    )
    try:
        text = "7767517\n2 2\nInput x 0 1 x 0=3\nOwnHalf h 1 1 x y\n"
        (tmp_path / "m.param").write_text(text)
        (tmp_path / "m.bin").touch()
        model = ncnnc.compile(tmp_path / "m.param", batch=2)
        x = np.arange(6, dtype=np.float32).reshape(2, 3)
        y = model(x)
        assert isinstance(y, np.ndarray)
        np.testing.assert_array_equal(y, x / 2)
    finally:
        ncnnc.unregister_layer("OwnHalf")
