"""piper's layers: shifted rows for short and long sequences, and the spline against its inverse."""

from __future__ import annotations

import math

import numpy as np
import pytest
from ncnnc.dialects.contrib import contrib_layers
from ncnnc.dialects.ncnn.errors import InvalidLayerError

from tests.helpers.contrib_layers import Case, check_code, check_reference, uniform
from tests.helpers.lowering import TARGETS

PREFIX = "piper.train.vits."
KEYS = PREFIX + "attentions.relative_embeddings_k_module"
VALUES = PREFIX + "attentions.relative_embeddings_v_module"
SPLINE = PREFIX + "modules.piecewise_rational_quadratic_transform_module"
BINS = 10


def by_place(x: np.ndarray) -> np.ndarray:
    """Move every score to the place that is as far from its row as its column says."""
    heads, length, _ = x.shape
    y = np.zeros((heads, length, length), np.float32)
    for head, row, column in np.ndindex(*x.shape):
        if 0 <= row + column - 4 < length:
            y[head, row, row + column - 4] = x[head, row, column]
    return y


def by_distance(x: np.ndarray) -> np.ndarray:
    """Move every weight to the column of its distance, if there is one."""
    y = np.zeros((*x.shape[:2], 9), np.float32)
    for head, row, column in np.ndindex(*x.shape):
        if abs(column - row) <= 4:
            y[head, row, column - row + 4] = x[head, row, column]
    return y


def knots(logits: np.ndarray) -> list[float]:
    """Return the borders of bins between -5 and 5."""
    shares = np.exp(np.float64(logits) / math.sqrt(192))
    shares = 1e-3 + (1 - 1e-3 * BINS) * shares / shares.sum()
    return [-5.0, *(-5 + 10 * np.cumsum(shares)[:-1]), 5.0]


def forward(parameters: np.ndarray, x: float) -> float:
    """Evaluate the spline itself: equation 4 of Neural Spline Flows."""
    if not -5 <= x <= 5:
        return x
    lefts, bottoms = knots(parameters[:BINS]), knots(parameters[BINS : 2 * BINS])
    inner = 1e-3 + np.log1p(np.exp(np.float64(parameters[2 * BINS :])))
    slopes = [1.0, *inner, 1.0]
    k = min(sum(x >= left for left in lefts[1:]), BINS - 1)
    width, height = lefts[k + 1] - lefts[k], bottoms[k + 1] - bottoms[k]
    delta, part = height / width, (x - lefts[k]) / width
    rest = part * (1 - part)
    top = height * (delta * part**2 + slopes[k] * rest)
    return bottoms[k] + top / (delta + (slopes[k + 1] + slopes[k] - 2 * delta) * rest)


def spline_case(shape: tuple[int, ...]) -> Case:
    """Return values of the spline, of which the layer finds the arguments."""
    x = uniform(*shape, seed=2, bound=6.5)
    x.flat[:3] = [-5, 5, 0]
    parameters = uniform(x.size, 29, seed=3, bound=9)
    y = [forward(*pair) for pair in zip(parameters, x.ravel(), strict=True)]
    return Case(SPLINE, (parameters, np.array(y, np.float32).reshape(shape)), (x,))


def shift_cases() -> list[Case]:
    """Return sequences that are shorter than the window, and longer."""
    found: list[Case] = []
    for length in (1, 3, 17):
        scores, weights = uniform(2, length, 9), uniform(3, length, length)
        found.append(Case(KEYS, (scores,), (by_place(scores),)))
        found.append(Case(VALUES, (weights,), (by_distance(weights),)))
    return found


def test_definitions():
    for case in shift_cases():
        check_reference(case)
    for shape in ((37,), (1, 1, 5)):
        check_reference(spline_case(shape), 2e-4)


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_code(target: str):
    check_code(shift_cases(), target)
    check_code([spline_case((1, 41))], target, 2e-4)


@pytest.mark.parametrize(
    ("type", "shapes", "reason"),
    [
        (KEYS, [(2, 5, 7)], "input has 7 relative positions, must have 9"),
        (VALUES, [(2, 5, 7)], "input has 5x7 scores, must be square"),
        (SPLINE, [(5, 28), (5,)], "first input is 5x28, must be 5x29"),
    ],
)
def test_refused(type: str, shapes: list[tuple[int, ...]], reason: str):
    with pytest.raises(InvalidLayerError, match=reason):
        contrib_layers()[type].shape({}, *shapes)
