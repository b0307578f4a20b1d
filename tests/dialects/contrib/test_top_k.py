"""torch.topk and TopK: every axis, largest and smallest, equal elements, without indices."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.contrib import contrib_layers
from ncnnc.dialects.ncnn.errors import InvalidLayerError

from tests.helpers.contrib_layers import Case, check_code, check_reference
from tests.helpers.lowering import TARGETS


def best(x: np.ndarray, k: int, axis: int, largest: bool) -> list[np.ndarray]:
    """Take the best element k times."""
    rows = np.moveaxis(x, axis, -1)
    values = np.empty((*rows.shape[:-1], k), np.float32)
    indices = np.empty_like(values)
    for at in np.ndindex(*rows.shape[:-1]):
        left = dict(enumerate(rows[at]))
        for i in range(k):
            extreme = max(left.values()) if largest else min(left.values())
            indices[(*at, i)] = min(j for j, value in left.items() if value == extreme)
            values[(*at, i)] = left.pop(int(indices[(*at, i)]))
    return [np.moveaxis(part, -1, axis) for part in (values, indices)]


def cases() -> list[Case]:
    """Return layers of each axis and order; the last one has no second output."""
    x = np.random.default_rng(0).integers(-4, 5, (3, 17, 5)).astype(np.float32)
    found = [
        Case(type, (x,), best(x, k, axis % 3, largest), {0: k, 1: axis, 2: int(largest)})
        for type, k, axis, largest in (
            ("torch.topk", 2, 0, True),
            ("torch.topk", 17, 1, False),
            ("TopK", 3, -1, True),
        )
    ]
    vector = x[0, :, 0]
    found.append(Case("TopK", (vector,), best(vector, 5, 0, True)[:1], {0: 5}))
    return found


def test_definitions():
    for case in cases():
        check_reference(case)


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_code(target: str):
    check_code(cases(), target)


@pytest.mark.parametrize(
    ("params", "reason"),
    [
        ({}, "k \\(0\\) is 0, must be 1 to 5; only a constant k is supported"),
        ({0: 6}, "k \\(0\\) is 6"),
        ({0: 1, 1: 2}, "axis 2 is outside of 2 dimensions"),
    ],
)
def test_refused(params: dict[int, int], reason: str):
    with pytest.raises(InvalidLayerError, match=reason):
        contrib_layers()["torch.topk"].shape(params, (3, 5))
