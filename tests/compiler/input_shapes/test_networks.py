"""Networks whose shapes are taken away: what they were made for is among what is said to fit."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from ncnnc.compiler import zoo
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.compiler.frontend.survey.fitting_shapes import ShapeSearch
from ncnnc.compiler.input_shapes.solver import Solution

from tests.generators.wild import NETWORKS

SHARED = Path(__file__).parents[4] / "shared"
MODELS, EXPORTED = SHARED / "models", SHARED / "exported"
PLAIN_INPUT = re.compile(rb"(?m)^(Input\s+\S+\s+0 1 \S+).*$")


def solve(text: bytes) -> Solution:
    """Solve a network without the extents in its Input lines."""
    return ShapeSearch(read_model_record(PLAIN_INPUT.sub(rb"\1", text)), {}).solve(sets=True)


@pytest.mark.parametrize("name", ["squeezenet", "shufflenet_v2"])
def test_a_network_of_the_zoo(name: str):
    solution = solve(zoo.build(name).param_text.encode())
    assert solution.covers({"data": (3, 224, 224)})
    assert not solution.covers({"data": (1, 224, 224)})


@pytest.mark.parametrize("name", sorted(NETWORKS))
def test_a_network_as_programs_ship_it(name: str):
    network = NETWORKS[name]()
    shapes = {blob: array.shape for blob, array in network.inputs.items()}
    assert solve(network.param_text().encode()).covers(shapes)


def test_the_last_of_inputs_that_are_joined_has_the_unusual_channels():
    """Two frames and a time, as RIFE takes them: 3 + 3 + 1, not 1 + 3 + 3."""
    solution = solve(NETWORKS["ifnet"]().param_text().encode())
    assert [shape[0] for shape in solution.shapes.values()] == [3, 3, 1]


@pytest.mark.slow
@pytest.mark.parametrize("name", zoo.NAMES)
def test_all_networks_of_the_zoo(name: str):
    assert solve(zoo.build(name).param_text.encode()).covers({"data": (3, 224, 224)})


@pytest.mark.slow
@pytest.mark.skipif(not MODELS.is_dir(), reason="the networks are not beside the project")
def test_networks_of_ncnn():
    shapes = json.loads((MODELS / "shapes.json").read_text())
    for name, shape in shapes.items():
        path = MODELS / f"{name}.param"
        if path.exists():
            solution = solve(path.read_bytes())
            (only,) = solution.open
            assert solution.covers({only: tuple(shape)}), name


@pytest.mark.slow
@pytest.mark.skipif(not EXPORTED.is_dir(), reason="the networks are not beside the project")
def test_networks_of_pnnx():
    shapes = json.loads((EXPORTED / "shapes.json").read_text())
    for path in sorted((EXPORTED / "params").glob("*.param")):
        given = {name: tuple(s) for name, (s, _) in shapes[path.stem]["inputs"].items()}
        assert solve(path.read_bytes()).covers(given), path.stem


@pytest.mark.skipif(not MODELS.is_dir(), reason="the networks are not beside the project")
@pytest.mark.parametrize("pattern", ["llama", pytest.param("", marks=pytest.mark.slow)])
def test_language_models(pattern: str):
    paths = sorted((MODELS / "llm").glob(f"{pattern}*_decoder.ncnn.param"))
    assert paths
    for path in paths:
        solution = solve(path.read_bytes())
        mask = solution.shapes["in1"]
        assert mask == (solution.shapes["in0"][0],) * 2
        assert solution.shapes["in2"] == solution.shapes["in3"]
        assert len(solution.caches) > 0


@pytest.mark.slow
def test_two_thousand_layers_take_no_longer_than_two_seconds():
    layers = ["Input x 0 1 x", "Convolution c 1 1 x b0 0=8 1=3 3=2 4=1 6=216"]
    for i in range(500):
        layers += [
            f"Split s{i} 1 2 b{i} d{i} e{i}",
            f"Convolution c{i} 1 1 d{i} f{i} 0=8 1=3 4=1 6=576",
            f"Swish a{i} 1 1 f{i} g{i}",
            f"BinaryOp o{i} 2 1 e{i} g{i} b{i + 1} 0=0",
        ]
    layers.append("InnerProduct p 1 1 b500 y 0=4 2=131072")
    text = "\n".join(["7767517", f"{len(layers)} 9999", *layers, ""]).encode()
    started = time.process_time()
    assert solve(text).shapes == {"x": (3, 128, 128)}
    assert time.process_time() - started < 6  # 1.7 s on a quiet machine, the import twice in it
