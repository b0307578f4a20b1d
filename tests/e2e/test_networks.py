"""ncnn's benchmark networks, where they are beside the project, compute what ncnn computes."""

from __future__ import annotations

import json
from pathlib import Path

import ncnnc
import pytest
from ncnnc.compiler.analysis.model_inputs import smooth_inputs
from ncnnc.compiler.analysis.relative_error import TOLERANCE, output_errors
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.compiler.frontend.ncnn.random_weights_file import write_random_weights

from tests.generators.wheel import run_wheel
from tests.helpers.conformance import needs_ncnn

MODELS = Path(__file__).parents[3] / "shared" / "models"
FEW = ("squeezenet", "yolo-fastestv2")
"""Networks that every run of the tests compiles."""
DISCRETE = ("_int8", "_ssd", "yolov3", "yolov4", "_yolo", "yolo-fastest-1.1")
"""Parts of names of networks that cannot be compared so: in int8, or ending in detections, which
random weights make of nearly equal scores."""
NETWORKS = sorted(
    path.stem for path in MODELS.glob("*.param") if not any(part in path.stem for part in DISCRETE)
)
AMPLIFIED = 50 * TOLERANCE
"""Weights that nobody trained make rounding errors grow from layer to layer."""


pytestmark = [
    pytest.mark.isa,
    pytest.mark.oracle,
    needs_ncnn,
    pytest.mark.skipif(not MODELS.is_dir(), reason="the benchmark networks are absent"),
]


def errors(name: str, folder: Path) -> dict[str, float]:
    """Return the distances of the outputs from ncnn's, with random weights on a smooth input."""
    param, weights = MODELS / f"{name}.param", folder / f"{name}.bin"
    shape = tuple(json.loads((MODELS / "shapes.json").read_text())[name])
    record = read_model_record(str(param))
    (blob,) = (top for layer in record.layers if layer.type == "Input" for top in layer.tops)
    write_random_weights(str(param), 1, {blob: shape}, str(weights))
    model = ncnnc.compile(param, weights, inputs={blob: shape})
    inputs = smooth_inputs(model.inputs)
    names = [spec.name for spec in model.outputs]
    expected = run_wheel(param.read_bytes(), weights.read_bytes(), inputs, names)
    return output_errors(expected, model.run(inputs))


@pytest.mark.parametrize("name", FEW)
def test_some_networks(name: str, tmp_path: Path):
    assert max(errors(name, tmp_path).values()) < TOLERANCE


@pytest.mark.slow
@pytest.mark.usefixtures("only_if_asked")
@pytest.mark.parametrize("name", NETWORKS)
def test_all_networks(name: str, tmp_path: Path):
    assert max(errors(name, tmp_path).values()) < AMPLIFIED
