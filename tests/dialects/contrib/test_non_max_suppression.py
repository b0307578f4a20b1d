"""NonMaxSuppression: its definition, and compiled code on every target."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.dialects.contrib import contrib_layers
from ncnnc.dialects.ncnn.errors import InvalidLayerError

from tests.helpers.lowering import TARGETS, param_text

LAYER = contrib_layers()["NonMaxSuppression"]


def defined(
    boxes: np.ndarray, scores: np.ndarray, most: int, overlap: float, score: float
) -> np.ndarray:
    """Sort, then compare each box with those kept."""
    rows: list[int] = []
    candidates = [i for i in range(len(scores)) if scores[i] >= score]
    for i in sorted(candidates, key=lambda i: -scores[i]):
        if len(rows) < most and all(shared(boxes[i], boxes[k]) <= overlap for k in rows):
            rows.append(i)
    result = np.full((len(scores), 3), -1, np.float32)
    for n, i in enumerate(rows):
        result[n] = 0, 0, i
    return result


def shared(a: np.ndarray, b: np.ndarray) -> float:
    """The part of the union that two boxes have in common."""
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    common = width * height if width > 0 and height > 0 else 0
    union = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - common
    return common / union if union > 0 else 0


def random_boxes(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Boxes, some equal, some without area; scores, some of them no numbers."""
    rng = np.random.default_rng(count)
    low = rng.integers(0, 12, (count, 2))
    boxes = np.concatenate([low, low + rng.integers(0, 6, (count, 2))], 1).astype(np.float32)
    boxes[::5] = boxes[0]
    scores = rng.permutation(count).astype(np.float32) / count
    scores[3::9] = np.nan
    return boxes, scores


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_definition_and_code(target: str, tmp_path: Path):
    """With all limits, with one, and with none."""
    defaults = [100.0, 0.45, 0.25]
    for count, limits in ((70, [5, 0.25, 0.5]), (16, [16]), (1, []), (45, [])):
        boxes, scores = random_boxes(count)
        expected = defined(boxes, scores, *limits, *defaults[len(limits) :])
        arrays = [np.array([v], np.float32) for v in limits]
        np.testing.assert_array_equal(LAYER.reference({}, boxes, scores, *arrays), expected)
        result = run(boxes, scores, arrays, target, tmp_path)
        np.testing.assert_array_equal(result, expected)


def run(
    boxes: np.ndarray, scores: np.ndarray, limits: list[np.ndarray], target: str, folder: Path
) -> np.ndarray:
    """Run compiled code with limits that are stored."""
    names = [f"l{i}" for i in range(len(limits))]
    lines = [f"MemoryData {name} 0 1 {name} 0=1" for name in names]
    lines.append(f"NonMaxSuppression y {2 + len(names)} 1 b s {' '.join(names)} y")
    shapes = {"b": boxes.shape, "s": scores.shape}
    param, weights = folder / "boxes.param", folder / "boxes.bin"
    param.write_bytes(param_text("\n".join(lines), shapes))
    weights.write_bytes(b"".join(limit.tobytes() for limit in limits))
    files = str(param), str(weights)
    model = ncnnc.compile(*files, inputs=shapes, target=target, cache=False)
    return model.run({"b": boxes, "s": scores})["y"]


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_corners_that_are_no_numbers(target: str, tmp_path: Path):
    """Nothing overlaps them; every box is chosen, none twice."""
    boxes, scores = random_boxes(33)
    boxes[::2, 1], boxes[1::4, 2], scores = np.nan, np.inf, np.linspace(1, 0.5, 33, dtype="f")
    with np.errstate(all="ignore"):
        expected = LAYER.reference({}, boxes, scores)
    result = run(boxes, scores, [], target, tmp_path)
    np.testing.assert_array_equal(result, expected)
    assert (result[:, 2] >= 0).sum() >= 17


def test_a_number_of_boxes_whose_bits_are_an_integer():
    boxes, scores = random_boxes(16)
    limits = [np.array([3], np.int32).view(np.float32), np.float32([0.5])]
    expected = LAYER.reference({}, boxes, scores, np.float32([3]), np.float32([0.5]))
    np.testing.assert_array_equal(LAYER.reference({}, boxes, scores, *limits), expected)
    assert (expected[:, 2] >= 0).sum() == 3


@pytest.mark.parametrize(
    ("shapes", "reason"),
    [
        (((7, 5), (7,)), r"boxes of one image must have shape \[n, 4\], not \[7, 5\]"),
        (((2, 7, 4), (7,)), r"boxes of one image must have shape \[n, 4\], not \[2, 7, 4\]"),
        (((7, 4), (80, 7)), r"7 boxes need scores of one class, not \[80, 7\]"),
        (((7, 4), (7,), (2,)), "up to three limits of one number"),
    ],
)
def test_other_shapes_are_refused(shapes: tuple[tuple[int, ...], ...], reason: str):
    with pytest.raises(InvalidLayerError, match=reason):
        LAYER.shape({}, *shapes)


def test_limits_that_are_computed_are_refused():
    shapes = {"b": (7, 4), "s": (7,), "m": (1,)}
    text = param_text("NonMaxSuppression y 3 1 b s m y", shapes)
    with pytest.raises(ncnnc.ModelError, match="limits must be stored with the model"):
        ncnnc.compile(text, inputs=shapes, cache=False)
