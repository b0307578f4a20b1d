"""The reference of the detection layers against the ncnn wheel: equal scores, several blobs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ncnnc.compiler.reference import run_reference
from ncnnc.dialects.context import NcnncContext
from ncnnc.passes.graph.infer_shapes import InferShapesPass

from tests.helpers.conformance import needs_ncnn
from tests.helpers.detections import (
    EDGE_BOXES,
    EDGE_CORNERS,
    edge_blob,
    edge_layer,
    ssd_arrays,
)
from tests.helpers.importing import load_model_files

pytestmark = [pytest.mark.oracle, needs_ncnn]

Arrays = Mapping[str, np.ndarray]


def param_text(layer: str, arrays: Arrays) -> bytes:
    """One layer, its inputs being these."""
    lines = [*(f"Input {name} 0 1 {name}" for name in arrays), layer]
    return "\n".join(["7767517", f"{len(lines)} {len(lines)}", *lines, ""]).encode()


def reference(layer: str, arrays: Arrays) -> np.ndarray:
    ctx = NcnncContext()
    shapes = {name: array.shape for name, array in arrays.items()}
    module = load_model_files(ctx, param_text(layer, arrays), b"", shapes)
    InferShapesPass().apply(ctx, module)
    return run_reference(module, ctx.weights, arrays)["y"]


def wheel(layer: str, arrays: Arrays, folder: Path) -> np.ndarray:
    import ncnn  # pyright: ignore[reportMissingImports]

    path = folder / "m.param"
    path.write_bytes(param_text(layer, arrays))
    (folder / "m.bin").write_bytes(b"")
    net: Any = ncnn.Net()
    net.opt.num_threads = 1
    assert net.load_param(str(path)) == 0
    assert net.load_model(str(folder / "m.bin")) == 0
    extractor = net.create_extractor()
    for name, array in arrays.items():
        extractor.input(name, ncnn.Mat(array).clone())
    status, mat = extractor.extract("y")
    assert status == 0
    return np.array(mat)


def check(layer: str, arrays: Arrays, folder: Path) -> None:
    """Row for row the same."""
    expected = wheel(layer, arrays, folder)
    assert len(expected) > 5
    np.testing.assert_allclose(reference(layer, arrays), expected, rtol=1e-4, atol=1e-4)


def random_corners(count: int, generator: np.random.Generator) -> np.ndarray:
    centres = generator.uniform(0.1, 0.9, (count, 2))
    sizes = generator.uniform(0.05, 0.4, (count, 2))
    return np.hstack([centres - sizes / 2, centres + sizes / 2])


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("params", ["1=0.3", "1=0.45 2=20 3=30", "1=1.5"])
def test_equal_scores_of_ssd(params: str, seed: int, tmp_path: Path):
    """Scores are eighths, so that many are equal: ncnn's order of these is ours."""
    generator = np.random.default_rng(seed)
    arrays = ssd_arrays(random_corners(120, generator), classes=4)
    for i in range(120):
        arrays.plant(i, int(generator.integers(1, 4)), float(generator.integers(4, 8) / 8))
    layer = f"DetectionOutput y 3 1 loc conf prior y 0=4 4=0.4 {params}"
    check(layer, arrays.arrays(), tmp_path)


def test_boxes_without_area(tmp_path: Path):
    """0 / 0 counts as an overlap, wherever they are."""
    boxes = random_corners(8, np.random.default_rng(0)).tolist()
    points = [[x, 0.5, x, 0.5] for x in (0.1, 0.1, 0.4, 0.7)]
    arrays = ssd_arrays([*points, *boxes], classes=2)
    for i in range(12):
        arrays.plant(i, 1, 0.6 + 0.01 * i)
    layer = "DetectionOutput y 3 1 loc conf prior y 0=2 1=0.9"
    check(layer, arrays.arrays(), tmp_path)
    assert len(reference(layer, arrays.arrays())) == 9


@pytest.mark.parametrize("corners", EDGE_CORNERS.values(), ids=EDGE_CORNERS)
@pytest.mark.parametrize("overlap", [0.45, 0.0, 1.0])
def test_edge_priors(corners: list[list[float]], overlap: float, tmp_path: Path):
    """Without area, without end, inverted."""
    arrays = ssd_arrays(corners, classes=2)
    for i in range(len(corners)):
        arrays.plant(i, 1, 0.9 - 0.1 * i)
    layer = f"DetectionOutput y 3 1 loc conf prior y 0=2 1={overlap}"
    expected = wheel(layer, arrays.arrays(), tmp_path)
    np.testing.assert_allclose(reference(layer, arrays.arrays()), expected, rtol=1e-5)


@pytest.mark.parametrize("boxes", EDGE_BOXES.values(), ids=EDGE_BOXES)
@pytest.mark.parametrize("version", [2, 3])
def test_edge_boxes(version: int, boxes: list[tuple[float, float, float, float]], tmp_path: Path):
    """Version 2 takes 0/0 and inf/inf for overlaps, version 3 does not."""
    arrays, layer = {"x": edge_blob(boxes)}, edge_layer(version)
    expected = wheel(layer, arrays, tmp_path)
    np.testing.assert_allclose(reference(layer, arrays), expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    ("classes", "label"),
    [([np.nan, 1, 2], 3), ([3, np.nan, 2], 1), ([0, np.inf, 2], 2), ([np.nan] * 3, 1)],
)
def test_classes_that_are_no_numbers_are_passed_over(
    classes: list[float], label: int, tmp_path: Path
):
    """By version 3; if none is left, the score is 0."""
    blob = np.array([0, 0, -1, -1, 2, *classes], np.float32).reshape(8, 1, 1)
    layer = (
        "Yolov3DetectionOutput y 1 1 x y 0=3 1=1 2=0.0 -23304=2,1.0,1.0 -23305=1,0.0 -23306=1,1.0"
    )
    expected = wheel(layer, {"x": blob}, tmp_path)
    assert expected[0, 0] == label
    np.testing.assert_allclose(reference(layer, {"x": blob}), expected, rtol=1e-5)


def yolo_arrays(shapes: Sequence[tuple[int, ...]], seed: int) -> Arrays:
    generator = np.random.default_rng(seed)
    return {
        f"in{i}": generator.uniform(-3, 3, shape).astype(np.float32)
        for i, shape in enumerate(shapes)
    }


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("threshold", [0.05, 0.45, 1.5])
def test_yolo_on_blobs_of_several_sizes(threshold: float, seed: int, tmp_path: Path):
    arrays = yolo_arrays([(24, 5, 7), (25, 10, 3)], seed)
    layer = (
        f"YoloDetectionOutput y 2 1 in0 in1 y 0=3 1=3 2=0.2 3={threshold} "
        "-23304=6,0.2,0.3,0.6,0.5,0.4,0.9"
    )
    check(layer, arrays, tmp_path)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scales", ["32.0,16.0", "33.6,16.7"])
def test_yolo3_on_blobs_of_several_sizes(scales: str, seed: int, tmp_path: Path):
    """Masks are floats, or integers that are the bits of one: 2, 0, 1, 3."""
    arrays = yolo_arrays([(16, 5, 7), (16, 10, 3)], seed)
    layer = (
        "Yolov3DetectionOutput y 2 1 in0 in1 y 0=3 1=2 2=0.2 3=0.3 "
        "-23304=8,10.0,14.0,23.0,27.0,37.0,58.0,81.0,82.0 "
        f"-23305=4,1073741824,0,1.0,3.0 -23306=2,{scales}"
    )
    check(layer, arrays, tmp_path)


def proposal_arrays(
    height: int, width: int, generator: np.random.Generator
) -> dict[str, np.ndarray]:
    """Corrections of anchors in an image as large as the cells; scores are sixteenths."""
    shape = height, width
    return {
        "score": (generator.integers(-8, 9, (18, *shape)) / 16).astype(np.float32),
        "bbox": generator.uniform(-1, 1, (36, *shape)).astype(np.float32),
        "info": np.array([16 * height, 16 * width, 0.5], np.float32),
    }


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "params",
    ["", "0=8 1=7 2=0", "1=5 2=40 3=10 4=0.3", "2=-1 3=1000 4=1.5 5=-1", "0=-3 1=3 4=0.0 5=9"],
)
def test_proposals(params: str, seed: int, tmp_path: Path):
    arrays = proposal_arrays(6, 5, np.random.default_rng(seed))
    layer = f"Proposal y 3 1 score bbox info y {params}"
    expected = wheel(layer, arrays, tmp_path)
    assert len(expected) > 1
    np.testing.assert_allclose(reference(layer, arrays), expected, rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize("change", [np.nan, np.inf, -np.inf, 200, -200])
@pytest.mark.parametrize("field", range(4))
def test_edge_proposals(field: int, change: float, tmp_path: Path):
    """A side that is NaN is the image's last pixel."""
    arrays = proposal_arrays(3, 4, np.random.default_rng(1))
    arrays["bbox"][field::8] = change
    layer = "Proposal y 3 1 score bbox info y 5=0"
    expected = wheel(layer, arrays, tmp_path)
    np.testing.assert_allclose(reference(layer, arrays), expected, rtol=1e-4, atol=1e-3)


def test_proposals_in_an_image_of_no_height(tmp_path: Path):
    arrays = proposal_arrays(3, 4, np.random.default_rng(1))
    arrays["info"][0] = np.nan
    layer = "Proposal y 3 1 score bbox info y 5=0"
    expected = wheel(layer, arrays, tmp_path)
    np.testing.assert_allclose(reference(layer, arrays), expected, rtol=1e-4, atol=1e-3)


def test_proposals_without_area(tmp_path: Path):
    """Beside the image: 0 / 0 counts as an overlap."""
    arrays = proposal_arrays(6, 5, np.random.default_rng(0))
    arrays["info"][:] = 1, 80, 1
    layer = "Proposal y 3 1 score bbox info y 2=0 5=0"
    expected = wheel(layer, arrays, tmp_path)
    assert len(expected) == 1
    np.testing.assert_allclose(reference(layer, arrays), expected, rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize(
    "params",
    [
        "-23300=1,10.0 -23302=1,4.0 9=100 10=50 13=0.5",
        "-23300=2,10.0,20.0 -23301=2,15.0,30.0 -23302=2,2.0,3.0 9=100 10=50 7=0 8=1",
        "-23300=1,10.0 9=100 10=50 11=9.0 12=7.0 13=0.3",
        "-23300=1,10.0 9=100 10=50 13=0.5 14=1 15=1",
        "-23300=1,10.0 9=100 10=50 13=0.5 14=0.0 15=0.0",
        "-23300=2,0.2,0.5 -23302=3,1.0,2.0,0.5 9=-233 10=-233 13=0.5",
        "-23300=2,0.2,0.5 -23302=2,1.0,2.0 9=-233 10=-233 13=0.5 14=1 15=1",
        "-23300=2,0.9,1.1 -23302=2,1.0,2.0 8=1 9=-233 10=-233 11=0.1 12=0.2",
    ],
)
def test_prior_boxes(params: str, tmp_path: Path):
    arrays = {"x": np.zeros((2, 3, 7), np.float32)}
    layer = f"PriorBox y 1 1 x y {params}"
    expected = wheel(layer, arrays, tmp_path)
    np.testing.assert_allclose(reference(layer, arrays), expected, rtol=1e-5, atol=1e-6)
