"""The detector: its files are what training writes, and no format costs it accuracy."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

pytestmark = pytest.mark.isa

FOLDER = Path(__file__).parents[2] / "examples" / "detector"
SCENES = 300
MOST_LOSS = 0.5
"""Points of mean average precision that a format may cost."""


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    """The modules of the example, which import each other."""
    monkeypatch.syspath_prepend(str(FOLDER))
    names = ("scenes", "train", "accuracy")
    for name in names:
        monkeypatch.delitem(sys.modules, name, raising=False)
    return {name: __import__(name) for name in names}


def test_formats_are_as_accurate(
    example: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    accuracy, scene = example["accuracy"], example["scenes"].scene
    first = accuracy.FIRST_HELD_OUT
    scenes = {seed: scene(seed) for seed in (*range(64), *range(first, first + SCENES))}
    monkeypatch.setattr(accuracy, "scene", scenes.__getitem__)
    found = {n: accuracy.accuracy(m, SCENES) for n, m in accuracy.models(tmp_path).items()}
    assert found["float32"] > 85
    assert min(found.values()) > found["float32"] - MOST_LOSS


def test_the_file_is_what_training_builds(example: dict[str, ModuleType]):
    train = example["train"]
    network = train.build(np.random.default_rng(0))
    assert (FOLDER / "detector.param").read_text() == train.param_text()
    size = len(network.ncnn_weights() + train.grid().tobytes())
    assert (FOLDER / "detector.bin").stat().st_size == size


def test_average_precision(example: dict[str, ModuleType]):
    average = example["accuracy"].average_precision
    assert average([(0.9, True), (0.8, True)], 2) == 1
    assert average([(0.9, True), (0.8, False)], 2) == 0.5
    # Right, wrong, right: precision 1 up to half of the figures, then 2/3.
    assert average([(0.7, True), (0.9, True), (0.8, False)], 2) == pytest.approx((1 + 2 / 3) / 2)
    assert average([], 3) == 0


def test_scenes_are_those_of_their_seed(example: dict[str, ModuleType]):
    image, figures = example["scenes"].scene(7)
    assert image.shape == (3, 64, 64)
    again, _ = example["scenes"].scene(7)
    np.testing.assert_array_equal(image, again)
    corners = figures[:, 1:3] - figures[:, 3:] / 2, figures[:, 1:3] + figures[:, 3:] / 2
    assert all(0 <= low.min() and high.max() <= 64 for low, high in [corners])
