"""Compiled models that call functions of users: in files, copies and other processes."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest

from tests.helpers.own_layers import network, random_arrays, registered, same_shape, swish

pytestmark = pytest.mark.isa

SHAPES = {"x": (3, 11, 13)}
TWO = """
    ReLU a 1 1 x a
    TestSwish b 1 1 a b 0=2.5
    TestSwish y 1 1 b y
"""


@pytest.fixture(autouse=True)
def own_swish() -> Iterator[None]:
    """A layer without anything special."""
    with registered("TestSwish", shape=same_shape, reference=swish):
        yield


def compiled(folder: Path, layers: str = TWO, **options: Any) -> Any:
    """A network with random weights."""
    return ncnnc.compile(network(folder, layers, SHAPES), random_weights=1, **options)


def test_a_forked_child_runs_it(tmp_path: Path):
    model = compiled(tmp_path, threads=2)
    x = random_arrays(SHAPES)["x"]
    wanted = model(x)
    child = os.fork()
    if child == 0:
        os._exit(0 if np.array_equal(model(x), wanted) else 1)
    assert os.waitpid(child, 0)[1] == 0


SCRIPT = """
import sys
import numpy as np
import ncnnc
def swish(params, x):
    return x / (1 + np.exp(np.float32(-params.get(0, 1.0)) * x))
def shape(params, x):
    return x
if sys.argv[3:]:
    ncnnc.register_layer("TestSwish", shape=shape, reference=swish)
try:
    model = ncnnc.load(sys.argv[1])
except ncnnc.ArtifactError as error:
    print(error)
    sys.exit(3)
np.save(sys.argv[2], model(np.load(sys.argv[2])))
assert "xdsl" not in sys.modules
"""


def test_another_process_needs_the_layer(tmp_path: Path):
    model = compiled(tmp_path)
    x = random_arrays(SHAPES)["x"]
    file, array = tmp_path / "m.ncnnc", tmp_path / "x.npy"
    model.save(file)
    np.save(array, x)
    command = [sys.executable, "-c", SCRIPT, str(file), str(array)]
    refused = subprocess.run(command, capture_output=True, text=True)
    assert refused.returncode == 3, refused.stderr
    text = "layers of types that are not registered: TestSwish; hint: ncnnc.register_layer"
    assert refused.stdout == f"{file}: error: {text}\n"
    subprocess.run([*command, "registered"], check=True)
    np.testing.assert_array_equal(np.load(array), model(x))


def test_copies_and_pickles_keep_the_layer(tmp_path: Path):
    model = compiled(tmp_path)
    x = random_arrays(SHAPES)["x"]
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again(x), model(x))


def test_a_model_keeps_functions_that_are_not_registered_any_more(tmp_path: Path):
    with registered("TestGone", shape=same_shape, reference=lambda params, x: x * 2):
        model = compiled(tmp_path, "TestGone y 1 1 x y")
    x = np.ones(SHAPES["x"], np.float32)
    np.testing.assert_array_equal(model(x), 2 * x)
    with pytest.raises(ncnnc.ArtifactError, match="types that are not registered: TestGone"):
        pickle.loads(pickle.dumps(model))


def test_parameters_keep_every_bit_in_a_file(tmp_path: Path):
    seen: list[Any] = []

    def reference(params: Any, x: np.ndarray) -> np.ndarray:
        seen.append(dict(params))
        return np.array(x)

    with registered("TestParams", shape=same_shape, reference=reference):
        layer = "TestParams y 1 1 x y 0=-7 1=1.1754944e-38 2=0.1 3=text -23304=2,1,0.5"
        model = compiled(tmp_path, layer)
        model.save(tmp_path / "m.ncnnc")
        loaded = ncnnc.load(tmp_path / "m.ncnnc")
    x = np.ones(SHAPES["x"], np.float32)
    model(x)
    loaded(x)
    assert seen[0] == seen[1]
    assert seen[0][4] == (1, 0.5)
    assert np.float32(seen[0][2]) == np.float32(0.1)


def test_types_may_be_registered_in_any_order(tmp_path: Path):
    """Numbers are those of the network's layers."""
    layers = "TestB b 1 1 x b\nTestA a 1 1 b a\nTestB y 1 1 a y"
    x = np.rint(random_arrays(SHAPES)["x"])
    wanted = x * 18

    def of(factor: float) -> dict[str, Any]:
        return {"shape": same_shape, "reference": lambda params, x: x * np.float32(factor)}

    with registered("TestA", **of(2)), registered("TestB", **of(-3)):
        model = compiled(tmp_path, layers)
        model.save(tmp_path / "m.ncnnc")
        np.testing.assert_array_equal(model(x), wanted)
    with registered("TestB", **of(-3)), registered("TestA", **of(2)):
        np.testing.assert_array_equal(ncnnc.load(tmp_path / "m.ncnnc")(x), wanted)
