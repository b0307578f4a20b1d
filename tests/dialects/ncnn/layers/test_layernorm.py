"""LayerNorm and RMSNorm: what is normalised together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.ncnn.rules.ranks import SameRank
from ncnnc.dialects.ncnn.shapes import Shape

MakeLayer = Callable[..., Any]


@pytest.mark.parametrize("type", ["LayerNorm", "RMSNorm"])
@pytest.mark.parametrize(
    ("shape", "size", "length"),
    [
        ((6,), 6, 6),
        ((4, 6), 6, 6),
        ((3, 4, 6), 6, 6),
        ((3, 4, 6), 24, 24),
        ((2, 3, 4, 6), 6, 6),
        ((2, 3, 4, 6), 24, 24),
        ((2, 3, 4, 6), 72, 72),
    ],
)
def test_runs(layer: MakeLayer, type: str, shape: Shape, size: int, length: int):
    for affine in (0, 1):
        op = layer(type, {0: size, 2: affine}, shape)
        assert op.run_length() == length
        assert op.infer_shapes() == [shape]
        assert op.result_rank(op.output, lambda _: None) == SameRank(op.input)
        assert op.layer_params()["affine"] == affine


def test_without_parameters_the_size_may_be_anything(layer: MakeLayer):
    assert layer("LayerNorm", {0: 0, 2: 0}, (4, 6)).run_length() == 6
    assert layer("LayerNorm", {0: 5, 2: 0}, (3, 4, 6)).run_length() == 24
