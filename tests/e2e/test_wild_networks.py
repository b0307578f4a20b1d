"""Networks of the kinds that programs ship compute what ncnn does, compiled and optimized."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.dialects.target.records import ISAS
from ncnnc.runtime.code.cpu import missing_features

from tests.generators.network import Network
from tests.generators.wheel import run_wheel
from tests.generators.wild import NETWORKS
from tests.generators.wild.ifnet import WARP
from tests.helpers.conformance import needs_ncnn

pytestmark = [pytest.mark.isa, pytest.mark.oracle, needs_ncnn]

TARGETS = [name for name, isa in ISAS.items() if not missing_features(isa.features)]
TOLERANCE = 1e-4
"""Tolerance relative to the range of an output: some outputs are scores that differ little."""
QUICK = {"compact_upscaler", "ifnet", "zipformer"}
"""The others are slow."""
ALL = [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in NETWORKS]


def warped(image: np.ndarray, flow: np.ndarray) -> np.ndarray:
    """Compute `rife.Warp` pixel by pixel."""
    _, height, width = image.shape
    result = np.empty_like(image)
    for y, x in np.ndindex(height, width):
        column = float(np.clip(x + flow[0, y, x], 0, width - 1))
        row = float(np.clip(y + flow[1, y, x], 0, height - 1))
        left, top = int(column), int(row)
        right, bottom = min(left + 1, width - 1), min(top + 1, height - 1)
        a, b = column - left, row - top
        above = image[:, top, left] * (1 - a) + image[:, top, right] * a
        below = image[:, bottom, left] * (1 - a) + image[:, bottom, right] * a
        result[:, y, x] = above * (1 - b) + below * b
    return result


def in_ncnn(param: bytes, weights: bytes, network: Network) -> dict[str, np.ndarray]:
    return run_wheel(param, weights, network.inputs, network.outputs, custom={WARP: warped})


def assert_close(expected: dict[str, np.ndarray], found: dict[str, np.ndarray]) -> None:
    assert sorted(expected) == sorted(found)
    for name, array in expected.items():
        assert np.ptp(array) > 0, name
        atol = TOLERANCE * float(np.ptp(array))
        np.testing.assert_allclose(found[name], array, rtol=0, atol=atol, err_msg=name)


@pytest.mark.parametrize("name", ALL)
def test_it_computes_what_ncnn_computes(name: str, tmp_path: Path):
    """Inputs have no shape in the file, as pnnx leaves it."""
    network = NETWORKS[name]().without_input_shapes()
    param, weights = network.param_text().encode(), network.weight_bytes()
    shapes = {name: array.shape for name, array in network.inputs.items()}
    expected = in_ncnn(param, weights, network)
    target = TARGETS[list(NETWORKS).index(name) % len(TARGETS)]
    model = ncnnc.compile(param, weights, inputs=shapes, target=target)
    assert_close(expected, model.run(dict(network.inputs)))
    out = tmp_path / "o.param", tmp_path / "o.bin"
    ncnnc.optimize(param, weights, *out, inputs=shapes)
    assert_close(expected, in_ncnn(*(path.read_bytes() for path in out), network))


STATES = {
    "rvm": {"in1": "out2", "in2": "out3", "in3": "out4"},
    "zipformer": {"in1": "out1", "in2": "out2", "in4": "out3", "in3": "out4", "in5": "out5"},
}
"""Input of a state -> the output with its next value."""


@pytest.mark.slow
@pytest.mark.parametrize("name", STATES)
def test_states_go_from_run_to_run(name: str):
    """Three runs, each with the states of the last, by ncnn and by compiled code."""
    network, states = NETWORKS[name](), STATES[name]
    param, weights = network.param_text().encode(), network.weight_bytes()
    shapes = {name: array.shape for name, array in network.inputs.items()}
    model = ncnnc.compile(param, weights, inputs=shapes)
    arrays = {**network.inputs, **{name: np.zeros(shapes[name], np.float32) for name in states}}
    of_ncnn, of_ours = dict(arrays), dict(arrays)
    for _ in range(3):
        expected = run_wheel(param, weights, of_ncnn, network.outputs)
        found = model.run(of_ours)
        assert_close(expected, found)
        of_ncnn |= {given: expected[made] for given, made in states.items()}
        of_ours |= {given: found[made] for given, made in states.items()}
