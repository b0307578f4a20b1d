"""Permute: ncnn's numbered orders."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest
from ncnnc.dialects.ncnn.layers.permute import ORDERS
from ncnnc.dialects.ncnn.shapes import Shape

MakeLayer = Callable[..., Any]


@pytest.mark.parametrize("rank", [1, 2, 3, 4])
def test_every_order_has_one_number(rank: int):
    names = {1: "w", 2: "hw", 3: "chw", 4: "cdhw"}[rank]
    assert sorted(ORDERS[rank]) == sorted("".join(p) for p in permutations(names))


@pytest.mark.parametrize(
    ("shape", "order", "permutation"),
    [
        ((9,), 5, (0,)),
        ((7, 9), 0, (0, 1)),
        ((7, 9), 1, (1, 0)),
        ((4, 7, 9), 1, (0, 2, 1)),
        ((4, 7, 9), 3, (1, 2, 0)),
        ((4, 7, 9), 4, (2, 0, 1)),
        ((4, 7, 9), 5, (2, 1, 0)),
        ((4, 3, 7, 9), 6, (1, 0, 2, 3)),
        ((4, 3, 7, 9), 9, (1, 2, 3, 0)),
        ((4, 3, 7, 9), 18, (3, 0, 1, 2)),
    ],
)
def test_permutations(layer: MakeLayer, shape: Shape, order: int, permutation: Shape):
    op = layer("Permute", {0: order}, shape)
    assert op.permutation() == permutation
    assert op.infer_shapes() == [tuple(shape[axis] for axis in permutation)]
    # Of packed images the channels can become the innermost axis.
    assert op.supports_packing() == (permutation == (1, 2, 0))
