"""
Models for any shape compute what models compiled for these shapes do, and what ncnn does.

Random networks are run at five shapes each; what is refused at one must be refused of a model that
is compiled for it alone, for the same reason.
"""

from __future__ import annotations

from collections.abc import Mapping

import ncnnc
import numpy as np
import pytest
from ncnnc.runtime.errors import ArrayShapeError, NcnncError
from ncnnc.runtime.sessions.dynamic_model import DynamicModel

from tests.generators.checks import compare
from tests.generators.network import Network
from tests.generators.random_graphs import random_network
from tests.generators.wheel import model_files, run_wheel
from tests.helpers.conformance import needs_ncnn
from tests.helpers.model_files import ModelFiles

pytestmark = pytest.mark.isa

CHANGES = ((0, 0), (1, 2), (4, 0), (0, 5), (8, 8))
"""Increments of the last two extents of every input."""

Arrays = Mapping[str, np.ndarray]


def inputs_of(network: Network, change: tuple[int, int]) -> dict[str, np.ndarray]:
    """Small random inputs, larger by so much; vectors by the last number alone."""
    generator = np.random.default_rng(5)
    arrays: dict[str, np.ndarray] = {}
    for name, array in network.inputs.items():
        shape = list(array.shape)
        shape[-2:] = [n + more for n, more in zip(shape[-2:], change[-len(shape) :], strict=True)]
        arrays[name] = generator.uniform(-1, 1, shape).astype(np.float32)
    return arrays


def outcome(model: DynamicModel, arrays: Arrays) -> dict[str, np.ndarray] | str:
    """The outputs, or why there are none."""
    try:
        return model.run(arrays)
    except ArrayShapeError as error:
        return str(error).partition(" (the inputs are")[0]


def fixed_outcome(paths: tuple[str, str], arrays: Arrays) -> dict[str, np.ndarray] | str:
    """The outputs of a model that is compiled for these shapes, or why there is none."""
    shapes = {name: array.shape for name, array in arrays.items()}
    try:
        return ncnnc.compile(*paths, inputs=shapes).run(arrays)
    except NcnncError as error:
        return str(error)


def compare_with_fixed(seed: int) -> int:
    """Check a random network at all shapes; how many of them it allows."""
    network = random_network(seed).without_input_shapes()
    allowed = 0
    with model_files(network.param_text().encode(), network.weight_bytes()) as paths:
        model = ncnnc.compile(*paths, dynamic=True)
        for change in CHANGES:
            arrays = inputs_of(network, change)
            found, expected = outcome(model, arrays), fixed_outcome(paths, arrays)
            if isinstance(found, str) or isinstance(expected, str):
                assert found == expected, f"seed {seed}, {change}"
                continue
            allowed += 1
            assert list(found) == list(expected)
            for name, array in expected.items():
                np.testing.assert_array_equal(found[name], array, f"seed {seed}, {change}, {name}")
        assert len(model.specialisations) == allowed
    return allowed


def test_a_few_random_networks():
    assert sum(map(compare_with_fixed, range(2))) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("start", range(2, 20, 9))
def test_random_networks(start: int):
    assert sum(map(compare_with_fixed, range(start, start + 9))) >= 22


@pytest.mark.slow
@pytest.mark.oracle
@needs_ncnn
def test_ncnn_computes_the_same():
    compared = 0
    for seed in range(8):
        network = random_network(seed).without_sharing().without_input_shapes()
        text, weights = network.param_text().encode(), network.weight_bytes()
        with model_files(text, weights) as paths:
            model = ncnnc.compile(*paths, dynamic=True)
            for change in CHANGES:
                arrays = inputs_of(network, change)
                found = outcome(model, arrays)
                if isinstance(found, str):
                    continue
                expected = run_wheel(text, weights, arrays, list(found))
                compare(expected, found, f"seed {seed}, {change}")
                compared += 1
    assert compared >= 10


BY_EXPRESSION = """
Input data 0 1 data
Split s 1 3 data a b c
Reshape flat 1 1 a flat 6="0w,*(0h,0c)"
Interp up 2 1 b c up 0=1 9="*(1w,2),+(1h,3)"
Crop cut 1 1 up cut 19="0,1,1" 20="-(0c,1),-(0h,1),0w" 21="0,1,2"
"""

BY_REFERENCE = """
Input data 0 1 data
Input like 0 1 like
Input small 0 1 small
Split s 1 3 data a b c
Split t 1 2 like e f
Reshape same 2 1 a e same 6="1w,1h,0c"
Interp up 2 1 b f up 0=2 5=1
Crop cut 2 1 c small cut
"""


def run_at(model: DynamicModel, shapes: Mapping[str, tuple[int, ...]]) -> Arrays:
    """The outputs for seeded inputs of these shapes."""
    generator = np.random.default_rng(1)
    arrays = {n: generator.uniform(-1, 1, s).astype(np.float32) for n, s in shapes.items()}
    return model.run(arrays)


def test_layers_whose_shapes_are_expressions(tmp_path):
    files = ModelFiles(tmp_path, BY_EXPRESSION)
    model = ncnnc.compile(files.path("in.param"), dynamic=True)
    for c, h, w in ((2, 4, 5), (3, 6, 4), (2, 9, 9)):
        found = run_at(model, {"data": (c, h, w)})
        assert found["flat"].shape == (h * c, w)
        assert found["cut"].shape == (c - 1, h + 1, 2 * w - 1)
    assert len(model.specialisations) == 3


def test_layers_whose_shapes_are_those_of_another_blob(tmp_path):
    files = ModelFiles(tmp_path, BY_REFERENCE)
    model = ncnnc.compile(files.path("in.param"), dynamic=True)
    for c, h, w in ((4, 4, 6), (2, 8, 8)):
        small = (c - 1, h - 2, w - 3)
        found = run_at(model, {"data": (c, h, w), "like": (c, w, h), "small": small})
        assert found["same"].shape == found["up"].shape == (c, w, h)
        assert found["cut"].shape == small
    assert len(model.specialisations) == 2


def test_integer_inputs_and_shapes_of_the_file(tmp_path):
    layers = """
    Input words 0 1 words 0=4
    Embed e 1 1 words e 0=3 1=5 3=15
    """
    files = ModelFiles(tmp_path, layers, np.zeros(1), np.arange(15))
    model = ncnnc.compile(files.path("in.param"), dynamic=True)
    model.prepare({})
    assert model.specialisations[0].shapes == {"words": (4,)}
    for count in (1, 4, 6):
        words = np.arange(count, dtype=np.int32) % 5
        table = np.arange(15, dtype=np.float32).reshape(5, 3)
        np.testing.assert_array_equal(model(words), table[words])
    assert len(model.specialisations) == 3


ATTENTION = """
Input q 0 1 q
Input k 0 1 k
Input v 0 1 v
Input pk 0 1 pk
Input pv 0 1 pv
SDPA a 5 3 q k v pk pv y ck cv 7=1
"""


def test_caches_that_grow(tmp_path):
    files = ModelFiles(tmp_path, ATTENTION)
    model = ncnnc.compile(files.path("in.param"), dynamic=True)
    generator = np.random.default_rng(2)
    caches: dict[str, np.ndarray] = {}
    keys = np.zeros((2, 0, 4), np.float32)
    for step in range(3):
        arrays = {n: generator.uniform(-1, 1, (2, 1, 4)).astype(np.float32) for n in "qkv"}
        found = model.run({**arrays, **caches})
        keys = np.concatenate([keys, arrays["k"]], axis=1)
        np.testing.assert_array_equal(found["ck"], keys)
        caches = {"pk": found["ck"], "pv": found["cv"]}
    assert len(model.specialisations) == 3


@pytest.mark.slow
def test_shapes_of_squeezenet_share_their_weights():
    model = ncnnc.compile("squeezenet", dynamic=True)
    shapes = [(3, 64 + 8 * i, 64 + 16 * (i % 4)) for i in range(8)]
    for shape in shapes:
        assert model(np.zeros(shape, np.float32)).shape == (1000,)
    programs = model._program_set().programs
    places = [place for program in programs for place in program.weights.places]
    together = sum(place.space for place in set(places))
    assert together < sum(place.space for place in places) / 2
