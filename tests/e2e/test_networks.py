"""ncnn's benchmark networks, where they are beside the project, compute what ncnn computes."""

from __future__ import annotations

import json
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from conformance import needs_ncnn
from generators.wheel import run_wheel
from ncnnc.compiler.frontend import read_model_record
from ncnnc.compiler.model_inputs import smooth_inputs
from ncnnc.compiler.random_weights_file import write_random_weights
from ncnnc.compiler.relative_error import TOLERANCE, output_errors

MODELS = Path(__file__).parents[3] / "shared" / "models"
SMALL = {"blazeface", "mobilenet_v2", "shufflenet_v2", "squeezenet", "yolo-fastestv2"}
"""Networks that every run of the tests compiles; `-m slow` takes the others too."""


def networks() -> list[object]:
    """The float networks, the large ones marked slow."""
    names = sorted(path.stem for path in MODELS.glob("*.param") if "_int8" not in path.stem)
    long = (pytest.mark.slow, pytest.mark.usefixtures("only_if_asked"))
    return [pytest.param(name, marks=() if name in SMALL else long) for name in names]


pytestmark = [
    pytest.mark.oracle,
    needs_ncnn,
    pytest.mark.skipif(not MODELS.is_dir(), reason="the benchmark networks are absent"),
]


@pytest.mark.parametrize("name", networks())
def test_network(name: str, tmp_path: Path):
    param, weights = MODELS / f"{name}.param", tmp_path / f"{name}.bin"
    shape = tuple(json.loads((MODELS / "shapes.json").read_text())[name])
    record = read_model_record(str(param))
    (blob,) = (top for layer in record.layers if layer.type == "Input" for top in layer.tops)
    write_random_weights(str(param), 1, {blob: shape}, str(weights))
    model = ncnnc.compile(param, weights, inputs={blob: shape})
    inputs = smooth_inputs(model.inputs)
    names = [spec.name for spec in model.outputs]
    expected = run_wheel(param.read_bytes(), weights.read_bytes(), inputs, names)
    errors = output_errors(expected, model.run(inputs))
    assert max(errors.values()) < TOLERANCE, errors
