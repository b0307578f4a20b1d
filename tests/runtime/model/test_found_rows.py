"""Outputs with as many rows as are found, from a compiled model and from a stored one."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.runtime.errors import NcnncError
from ncnnc.runtime.model.tensors import rows_found
from ncnnc.runtime.sessions.compiled_model import CompiledModel

from tests.helpers.detections import Planted, yolo_blob

pytestmark = pytest.mark.isa

PARAM = """7767517
4 5
Input               x    0 1 x 0=7 1=5 2=16
Split               s    1 2 x x1 x2
YoloDetectionOutput yolo 1 1 x1 boxes 0=3 1=2 2=0.3 3=1.5 -23304=4,1.0,1.0,1.0,1.0
ReLU                relu 1 1 x2 relu
"""
MOST = 2 * 5 * 7


@pytest.fixture(scope="module", params=["compiled", "loaded"])
def model(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    """The model, or what is loaded from its file."""
    folder = tmp_path_factory.mktemp("model")
    compiled = compile_model(folder, PARAM)
    if request.param == "compiled":
        return compiled
    compiled.save(folder / "m.ncnnc")
    return ncnnc.load(folder / "m.ncnnc")


def compile_model(folder: Path, param: str) -> CompiledModel:
    path = folder / "m.param"
    path.write_text(param)
    return ncnnc.compile(path, random_weights=1)


def blob(count: int) -> np.ndarray:
    """A blob with that many boxes, ever less certain ones."""
    places = [np.unravel_index(i, (2, 5, 7)) for i in range(count)]
    planted = [
        Planted(int(b), int(r), int(c), i % 3, 4 - 0.05 * i) for i, (b, r, c) in enumerate(places)
    ]
    return yolo_blob(2, 3, 5, 7, planted)


@pytest.mark.parametrize("count", [0, 1, 5, MOST])
def test_as_many_rows_as_found(model: CompiledModel, count: int):
    boxes, relu = model(blob(count))
    assert boxes.shape == (count, 6)
    assert boxes[:, 0].tolist() == [1 + i % 3 for i in range(count)]
    assert (np.diff(boxes[:, 1]) < 0).all()
    assert relu.shape == (16, 5, 7)
    by_name = model.run({"x": blob(count)})
    np.testing.assert_array_equal(by_name["boxes"], boxes)


def test_the_most_rows_are_told(model: CompiledModel):
    boxes, relu = model.outputs
    assert (boxes.shape, boxes.has_found_rows) == ((MOST, 6), True)
    assert str(boxes) == "boxes: float32[<=70, 6]"
    assert (str(relu), relu.has_found_rows) == ("relu: float32[16, 5, 7]", False)


def test_threads_find_the_same(model: CompiledModel):
    several = CompiledModel(model.program, threads=3)
    x = np.random.default_rng(0).uniform(-2, 2, (16, 5, 7)).astype(np.float32)
    np.testing.assert_array_equal(several(x)[0], model(x)[0])


def test_detections_may_be_split(tmp_path: Path):
    param = PARAM.replace("4 5", "5 7") + "Split t 1 2 boxes one two\n"
    outputs = compile_model(tmp_path, param).run({"x": blob(2)})
    assert {name: array.shape for name, array in outputs.items()} == {
        "relu": (16, 5, 7),
        "one": (2, 6),
        "two": (2, 6),
    }


@pytest.mark.parametrize("reader", ["ReLU r 1 1 boxes r", "Reshape r 1 1 boxes r 0=-1"])
def test_no_layer_may_read_detections(reader: str, tmp_path: Path):
    with pytest.raises(NcnncError) as caught:
        compile_model(tmp_path, PARAM.replace("4 5", "5 6") + reader + "\n")
    message = str(caught.value)
    assert "m.param:7: error: how many detections there are depends on the data" in message
    assert message.endswith(
        "layers that read them (1): 'r'; hint: make the detections an output of the model"
    )


def test_rows_found_of_regions_and_scores():
    """Scores may be negative; those not found are lower than any."""
    rois = np.array([[[0, 0, 5, 4]], [[0, 3, 0, 3]], [[-1, -1, -1, -1]]], np.float32)
    scores = np.array([[[0.5]], [[-1]], [[-np.inf]]], np.float32)
    np.testing.assert_array_equal(rows_found(rois), rois[:2])
    np.testing.assert_array_equal(rows_found(scores), scores[:2])
