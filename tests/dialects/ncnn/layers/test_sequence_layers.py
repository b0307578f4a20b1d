"""Einsum, GLU, CumulativeSum, RotaryEmbed, spectrograms, Unfold, SPP: shapes, ranks, parameters."""

from __future__ import annotations

from typing import Any

import pytest
from ncnnc.dialects.ncnn.errors import InvalidLayerError, ShapeError
from ncnnc.dialects.ncnn.layers.einsum import parse_equation
from ncnnc.dialects.ncnn.rules.ranks import SameRank
from ncnnc.dialects.ncnn.shapes import Shape

EINSUM: dict[int, Any] = {0: [ord(letter) for letter in "ilk,ijl->ijk"]}
SPECTRUM = {0: 16, 4: 1}
LAYERS: dict[str, tuple[str, dict[int, Any], list[Shape], Shape]] = {
    "glu": ("GLU", {0: -2}, [(3, 7, 5)], (3, 3, 5)),
    "glu of a vector": ("GLU", {0: 3}, [(7,)], (3,)),
    "cumulative sum": ("CumulativeSum", {0: 1}, [(3, 7)], (3, 7)),
    "rotary embed": ("RotaryEmbed", {0: 1}, [(3, 5, 8), (6, 4), (5, 5)], (3, 5, 8)),
    "einsum": ("Einsum", EINSUM, [(3, 5, 4), (3, 2, 5)], (3, 2, 4)),
    "means": ("StatisticsPooling", {}, [(3, 5, 4)], (3,)),
    "deviations": ("StatisticsPooling", {0: 1}, [(5, 4)], (2,)),
    "unfold": ("Unfold", {1: 3, 11: 2, 3: 2, 4: 1}, [(3, 6, 5)], (18, 12)),
    "unfold of rows": ("Unfold", {1: 2, 4: -233}, [(6, 5)], (4, 30)),
    "fold": ("Fold", {1: 3, 4: 1, 20: 5, 21: 6}, [(27, 30)], (3, 6, 5)),
    "spectrogram": ("Spectrogram", SPECTRUM, [(100,)], (9, 26, 2)),
    "powers": ("Spectrogram", {**SPECTRUM, 1: 2, 5: 0, 8: 0}, [(100,)], (16, 22)),
    "inverse": ("InverseSpectrogram", SPECTRUM, [(9, 7, 2)], (24, 2)),
    "inverse of odd size": ("InverseSpectrogram", {0: 17, 1: 1, 2: 5}, [(17, 7, 2)], (31,)),
    "spp": ("SPP", {0: 1, 1: 3}, [(2, 7, 5)], (42,)),
}
"""Type, parameters, input shapes, and the result's."""


@pytest.mark.parametrize("case", LAYERS)
def test_results(case: str, layer):
    type, params, inputs, result = LAYERS[case]
    op = layer(type, params, *inputs)
    assert op.infer_shapes() == [result]
    rank = op.result_rank(op.output, lambda _: len(inputs[0]))
    assert rank == (SameRank(op.operands[0]) if isinstance(rank, SameRank) else len(result))
    given = {p.name: params[p.id] for p in op.LAYER.params if p.id in params}
    written = op.LAYER.completed(op.layer_params())
    assert given.items() <= written.items()


def test_products():
    assert parse_equation("ii") == (["ii"], "")
    assert parse_equation("ix,xj->ij") == (["ix", "xj"], "ij")


@pytest.mark.parametrize(
    "equation",
    ["ij->ji", "jk->k", "ij", "ij->", "iy,yj->ij", "aij->ij", "ij,->ij", "kl->ij", "i j->ij", ""],
)
def test_equations_that_ncnn_refuses(equation: str):
    with pytest.raises(InvalidLayerError):
        parse_equation(equation)


def test_arithmetic(layer):
    type, params, inputs, _ = LAYERS["einsum"]
    assert layer(type, params, *inputs).multiply_adds() == 3 * 5 * 4 * 2
    type, params, inputs, _ = LAYERS["powers"]
    assert layer(type, params, *inputs).multiply_adds() == 2 * 16 * 16 * 22


def test_a_pyramid_covers_its_input(layer):
    type, params, inputs, _ = LAYERS["spp"]
    for grid in layer(type, params, *inputs).grids():
        for axis, size in enumerate(inputs[0][1:]):
            padded = grid.before[axis] + size + grid.after[axis]
            assert padded == grid.bins * grid.window[axis]


def test_what_cannot_be(layer):
    with pytest.raises(ShapeError, match="axis 2 is outside of 2 dimensions"):
        layer("CumulativeSum", {0: 2}, (3, 7)).infer_shapes()
    with pytest.raises(InvalidLayerError, match=r"pads .* must not be negative"):
        layer("Fold", {1: 3, 4: -233, 20: 5}, (9, 9)).infer_shapes()
    with pytest.raises(InvalidLayerError, match="must be positive"):
        layer("Spectrogram", {0: 3}, (100,)).infer_shapes()
