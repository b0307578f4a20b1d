"""Gather and torch.gather: element by element, with indices that are outside or no integers."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.contrib import contrib_layers
from ncnnc.dialects.ncnn.errors import InvalidLayerError

from tests.helpers.contrib_layers import Case, check_code, check_reference, uniform
from tests.helpers.lowering import TARGETS

INDICES = np.array([0, 2, 99, -4, 1.75, np.nan, 4], np.float32)


def place(index: float, count: int) -> int:
    """Return the number of an element."""
    return 0 if np.isnan(index) else int(min(max(index, 0), count - 1))


def gathered(x: np.ndarray, indices: np.ndarray, axis: int) -> np.ndarray:
    """Replace an axis of x by those of the indices, which are rounded."""
    y = np.empty((*x.shape[:axis], *indices.shape, *x.shape[axis + 1 :]), np.float32)
    for before in np.ndindex(*x.shape[:axis]):
        for at in np.ndindex(*indices.shape):
            y[(*before, *at)] = x[(*before, place(float(indices[at]) + 0.5, x.shape[axis]))]
    return y


def elements(x: np.ndarray, indices: np.ndarray, axis: int) -> np.ndarray:
    """Look each element up."""
    y = np.empty(indices.shape, np.float32)
    for at in np.ndindex(*indices.shape):
        row = place(float(indices[at]), x.shape[axis])
        y[at] = x[(*at[:axis], row, *at[axis + 1 :])]
    return y


def cases() -> list[Case]:
    """Return both layers along every axis."""
    x, vector = uniform(3, 7, 5), uniform(13)
    pairs = uniform(2, 3, seed=1, bound=8)
    found = [Case("Gather", (vector, INDICES), (gathered(vector, INDICES, 0),))]
    found += [
        Case("Gather", (x, i), (gathered(x, i, axis % 3),), {0: axis})
        for axis, i in ((0, INDICES), (1, pairs), (-1, INDICES[:3]))
    ]
    for axis, shape in ((0, (4, 7, 5)), (1, (2, 9, 5)), (2, (3, 6, 1))):
        indices = uniform(*shape, seed=axis, bound=9)
        expected = (elements(x, indices, axis),)
        found.append(Case("torch.gather", (x, indices), expected, {0: axis}))
    x, indices = uniform(7, 5), uniform(3, 5, bound=9)
    found.append(Case("torch.gather", (x, indices), (elements(x, indices, 0),)))
    return found


def test_definitions():
    for case in cases():
        check_reference(case)


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_code(target: str):
    check_code(cases(), target)


@pytest.mark.parametrize(
    ("type", "shapes", "axis", "reason"),
    [
        ("torch.gather", [(3, 7), (3, 7)], None, "the axis is not in the file"),
        ("torch.gather", [(3, 7), (2, 5)], None, "the axis is not in the file"),
        ("Gather", [(3, 7), (5,)], 2, "axis 2 is outside of 2 dimensions"),
        ("Gather", [(3, 7, 5), (5, 5, 5)], 0, "output must have 1 or 2 or 3 or 4 dimensions"),
        ("torch.gather", [(3, 7), (4, 7)], 1, "do not fit an input of"),
        ("torch.gather", [(3, 7), (4,)], 0, "do not fit an input of"),
    ],
)
def test_refused(type: str, shapes: list[tuple[int, ...]], axis: int | None, reason: str):
    params = {} if axis is None else {0: axis}
    with pytest.raises(InvalidLayerError, match=reason):
        contrib_layers()[type].shape(params, *shapes)
