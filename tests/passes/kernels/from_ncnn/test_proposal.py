"""Proposal, lowered to machine code: planted regions are found, others as the reference says."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.lowering import TARGETS, check_layers

pytestmark = [pytest.mark.isa, pytest.mark.slow]

FOR_TARGETS = pytest.mark.parametrize("target", TARGETS)
BOTH = "Proposal p 3 2 score bbox info rois scores"


def arrays(height: int, width: int, channels: int = 0) -> dict[str, np.ndarray]:
    """Random corrections in an image as large as the cells; scores are thirty-seconds."""
    dice = np.random.default_rng(height * width)
    shape = height, width
    return {
        "score": (dice.integers(-16, 17, (18 + channels, *shape)) / 32).astype(np.float32),
        "bbox": dice.uniform(-1, 1, (36 + channels, *shape)).astype(np.float32),
        "info": np.array([16 * height, 16 * width, 0.5], np.float32),
    }


def found(
    layers: str, given: dict[str, np.ndarray], target: str = "x86-avx2"
) -> dict[str, np.ndarray]:
    """Return the detections, which equal the reference's."""
    shapes = {name: array.shape for name, array in given.items()}
    return check_layers(layers, shapes, target, arrays=given).model.run(given)


@FOR_TARGETS
@pytest.mark.parametrize(
    ("params", "size"),
    [("", (1, 1)), ("", (3, 7)), ("0=8 1=5 2=40 3=13 4=0.3", (5, 13)), ("2=0 5=-1", (17, 1))],
)
def test_random(params: str, size: tuple[int, int], target: str):
    """One cell, fewer than a vector, vectors and a rest."""
    result = found(f"{BOTH} {params}", arrays(*size, channels=1), target)
    assert 0 < len(result["rois"]) == len(result["scores"])
    assert (np.diff(result["scores"][:, 0, 0]) <= 0).all()


def test_planted():
    """Of two boxes at one place the better one, and one beside them, moved and grown."""
    given = arrays(3, 4)
    given["score"][:] = -1
    given["bbox"][:] = 0
    given["info"][:] = 1000, 1000, 1
    given["bbox"][:, :, :] = -9
    for anchor, cell, score, change in [
        (3, (2, 3), 0.5, (0, 0, 0, 0)),
        (3, (2, 2), 0.25, (0, 0, 0, 0)),
        (3, (0, 0), -0.5, (2, 3, np.log(2), 0)),
    ]:
        given["score"][9 + anchor, *cell] = score
        given["bbox"][4 * anchor : 4 * anchor + 4, *cell] = change
    result = found(f"{BOTH} 1=16", given)
    np.testing.assert_allclose(result["scores"].ravel(), [0.5, -0.5])
    expected = [[0, 0, 120, 104], [136, 328, 392, 456]]
    np.testing.assert_allclose(result["rois"][:, 0], expected, atol=1e-3)


def test_nothing_found():
    given = arrays(3, 4)
    given["info"][2] = 100
    result = found(BOTH, given)
    assert result["rois"].shape == (0, 1, 4)
    assert result["scores"].shape == (0, 1, 1)


@pytest.mark.parametrize("rest", ["2=20", "2=20 4=1.5", "3=4", "3=4 4=1.5"])
def test_no_more_than_asked_for(rest: str):
    result = found(f"{BOTH} {rest}", arrays(6, 6))
    assert len(result["rois"]) <= 20


@FOR_TARGETS
def test_edge_corrections(target: str):
    """Regions without area, without end and nowhere: a side that is NaN is the last pixel."""
    given = arrays(3, 4)
    edges = np.array([np.nan, np.inf, -np.inf, 200, -200], np.float32)
    given["bbox"][:, 1] = np.random.default_rng(0).choice(edges, (36, 4))
    assert len(found(f"{BOTH} 5=0", given, target)["rois"]) > 3


@FOR_TARGETS
def test_the_best_region_is_pooled(target: str):
    layers = """
        Proposal p 3 1 score bbox info rois 3=20
        ROIAlign y 2 1 x rois y 0=3 1=2 2=0.0625
    """
    given = arrays(5, 6)
    given["x"] = np.random.default_rng(1).uniform(-1, 1, (7, 5, 6)).astype(np.float32)
    assert found(layers, given, target)["y"].shape == (7, 2, 3)
