"""The layers of VITS's text encoder: attention written out, and code on every target."""

from __future__ import annotations

import math

import numpy as np
import pytest
from ncnnc.dialects.contrib import contrib_layers
from ncnnc.dialects.ncnn.errors import InvalidLayerError

from tests.helpers.contrib_layers import Case, check_code, check_reference, uniform
from tests.helpers.lowering import TARGETS

HEADS, WIDTH = 2, 7


def attended(
    key_table: np.ndarray,
    value_table: np.ndarray,
    mask: np.ndarray,
    key: np.ndarray,
    query: np.ndarray,
    value: np.ndarray,
) -> np.ndarray:
    """Attend place by place; what is near also counts by its distance."""
    length = query.shape[1]
    y = np.zeros((HEADS * WIDTH, length))
    for head, i in np.ndindex(HEADS, length):
        own = slice(head * WIDTH, (head + 1) * WIDTH)
        scores = np.empty(length)
        for j in range(length):
            near = key_table[j - i + 4] if abs(j - i) <= 4 else 0
            scores[j] = query[own, i] @ (key[own, j] + near) / math.sqrt(WIDTH)
            if mask[0, 0, i] * mask[0, 0, j] == 0:
                scores[j] = -1e4
        shares = np.exp(scores - scores.max())
        shares /= shares.sum()
        for j in range(length):
            near = value_table[j - i + 4] if abs(j - i) <= 4 else 0
            y[own, i] += shares[j] * (value[own, j] + near)
    return y.astype(np.float32)


def cases() -> list[Case]:
    """Return attention over short, long and masked sequences, and the other layers."""
    found: list[Case] = []
    for length, known in ((1, 1), (3, 3), (17, 11)):
        mask = (np.arange(length) < known).astype(np.float32)[None, None]
        tables = (uniform(9, WIDTH), uniform(9, WIDTH, seed=1))
        blobs = [uniform(HEADS * WIDTH, length, seed=seed) for seed in range(3)]
        inputs = (*tables, mask, *blobs)
        found.append(Case("attentions.Attention", inputs, (attended(*inputs),)))
    x, table = uniform(5, 7), uniform(11, 13)
    words = np.array([0, 3, 10, 99, -1, np.nan], np.float32)
    padded = np.zeros((5, 9), np.float32)
    padded[:, 1:-1] = x
    return [
        *found,
        Case("attentions.ExpandDim", (x, uniform(2, 2)), (x[None],)),
        Case("attentions.SamePadding", (x,), (padded,)),
        Case("attentions.SamePadding", (x[None],), (padded,)),
        Case("Embedding", (table, words), (table[[0, 3, 10, 10, 0, 0]],)),
    ]


def test_definitions():
    for case in cases():
        check_reference(case, 2e-6)


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_code(target: str):
    check_code(cases(), target, 5e-6)


@pytest.mark.parametrize(
    ("type", "shapes", "reason"),
    [
        ("attentions.Attention", [(8, 7), (8, 7), (1, 5), (14, 5)], "tables must both be 9 rows"),
        ("attentions.Attention", [(9, 7), (9, 7), (1, 5), (15, 5)], "do not fit heads of 7"),
        ("attentions.Attention", [(9, 7), (9, 7), (1, 4), (14, 5)], "does not fit 5 places"),
        ("attentions.SamePadding", [(2, 3, 5)], "input must have one channel, not 2"),
        ("Embedding", [(2, 9, 3), (5,)], "table must have one channel, not 2"),
        ("Embedding", [(9, 3), (2, 5)], "words must have 1 dimension, not 2"),
    ],
)
def test_refused(type: str, shapes: list[tuple[int, ...]], reason: str):
    if type == "attentions.Attention":
        shapes = [*shapes, shapes[-1], shapes[-1]]
    with pytest.raises(InvalidLayerError, match=reason):
        contrib_layers()[type].shape({}, *shapes)
