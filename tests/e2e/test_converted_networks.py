"""Networks as converters write them compile, compute what ncnn does, and survive optimizing."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.dialects.target.records import ISAS
from ncnnc.runtime.code.cpu import missing_features

from tests.generators.converted import NETWORKS, SMALL
from tests.generators.network import Network
from tests.generators.wheel import run_wheel
from tests.helpers.conformance import needs_ncnn

pytestmark = [pytest.mark.isa, pytest.mark.slow, pytest.mark.oracle, needs_ncnn]

TARGETS = [name for name, isa in ISAS.items() if not missing_features(isa.features)]
TOLERANCE = 1e-4
"""Tolerance relative to the largest magnitude of an output."""


def assert_close(expected: dict[str, np.ndarray], found: dict[str, np.ndarray]) -> None:
    assert sorted(expected) == sorted(found)
    for name, array in expected.items():
        scale = float(np.abs(array).max())
        np.testing.assert_allclose(found[name], array, rtol=0, atol=TOLERANCE * scale)


def write(network: Network, folder: Path) -> tuple[Path, Path]:
    param, weights = folder / "m.param", folder / "m.bin"
    param.write_text(network.param_text())
    weights.write_bytes(network.weight_bytes())
    return param, weights


@pytest.mark.parametrize("name", NETWORKS)
def test_it_computes_what_ncnn_computes(name: str, tmp_path: Path):
    network = NETWORKS[name](SMALL)
    param, weights = write(network, tmp_path)
    expected = run_wheel(param.read_bytes(), weights.read_bytes(), network.inputs, network.outputs)
    shapes = {name: array.shape for name, array in network.inputs.items()}
    target = TARGETS[list(NETWORKS).index(name) % len(TARGETS)]
    model = ncnnc.compile(param, weights, inputs=shapes, target=target)
    assert_close(expected, model.run(dict(network.inputs)))


@pytest.mark.parametrize("name", NETWORKS)
def test_it_survives_optimizing(name: str, tmp_path: Path):
    network = NETWORKS[name](SMALL)
    param, weights = write(network, tmp_path)
    expected = run_wheel(param.read_bytes(), weights.read_bytes(), network.inputs, network.outputs)
    shapes = {name: array.shape for name, array in network.inputs.items()}
    out = tmp_path / "o.param", tmp_path / "o.bin"
    ncnnc.optimize(param, weights, *out, inputs=shapes)
    files = (path.read_bytes() for path in out)
    found = run_wheel(*files, network.inputs, network.outputs)
    assert_close(expected, found)
