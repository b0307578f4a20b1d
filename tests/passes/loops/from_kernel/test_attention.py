"""`kernel.attention`, as layers make it: sizes that no vector or block divides, and masks."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.lowering import TARGETS, check_layers
from tests.helpers.turns import in_turn

pytestmark = [pytest.mark.isa, pytest.mark.slow]

SIZES = [
    # heads, groups, queries, keys, size, values
    (1, 1, 1, 1, 1, 1),
    (2, 2, 3, 7, 13, 17),
    (4, 2, 17, 16, 7, 3),
    (3, 3, 70, 33, 8, 16),
    (2, 1, 13, 130, 32, 40),
]


@pytest.mark.parametrize(
    ("size", "mask", "target"), in_turn(TARGETS, SIZES, ("none", "shared", "by head")), ids=str
)
def test_attention(size: tuple[int, ...], mask: str, target: str):
    heads, groups, queries, keys, depth, values = size
    shapes = {"q": (heads, queries, depth), "k": (groups, keys, depth), "v": (groups, keys, values)}
    layer = "SDPA y 3 1 q k v y"
    if mask != "none":
        shapes["m"] = (queries, keys) if mask == "shared" else (heads, queries, keys)
        layer = "SDPA y 4 1 q k v m y 5=1"
    compiled = check_layers(layer, shapes, target)
    assert compiled.kernels.count("kernel.attention") == 1
    assert "kernel.softmax" not in compiled.kernels


@pytest.mark.parametrize("target", TARGETS)
def test_rows_with_large_negative_scores(target: str):
    """Lanes of a vector past the last key do not count, wherever the scores lie."""
    shapes = {"q": (1, 5, 4), "k": (1, 5, 4), "v": (1, 5, 3), "m": (5, 5)}
    lowest = np.finfo(np.float32).min
    mask = np.full((5, 5), lowest, np.float32)
    mask[1] = -60000.0
    mask[2] = [0, *[-np.inf] * 4]
    check_layers("SDPA y 4 1 q k v m y 5=1", shapes, target, arrays={"m": mask})
