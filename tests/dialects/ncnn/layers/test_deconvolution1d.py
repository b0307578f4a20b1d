"""1-D deconvolutions: layers to ops, what is cut off, weights that are inputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.constraints import int_list
from ncnnc.dialects.ncnn.errors import ShapeError

MakeLayer = Callable[..., Any]
BASE = {0: 6, 1: 3, 6: 6 * 4 * 3}
"""6 outputs, 3 taps, of 4 channels."""


def test_right_defaults_to_left(layer: MakeLayer):
    op = layer("Deconvolution1D", {**BASE, 4: 1, 3: 2, 2: 2, 18: 1, 5: 1}, (4, 7))
    assert int_list(op.pad) == [1, 1]
    assert op.full_size() == (18,)
    assert op.infer_shapes() == [(6, 16)]


@pytest.mark.parametrize(("code", "expected"), [(-233, (0, 1)), (-234, (1, 0))])
def test_same_codes_say_on_which_side_the_odd_cell_is_cut(
    layer: MakeLayer, code: int, expected: tuple[int, int]
):
    op = layer("Deconvolution1D", {**BASE, 4: code, 20: 8}, (4, 7))
    assert op.resolved_cuts() == expected
    assert op.infer_shapes() == [(6, 8)]


def test_dynamic_weights_are_transposed(layer: MakeLayer):
    op = layer("DeconvolutionDepthWise1D", {28: 1, 5: 1, 7: 2}, (4, 7), (4, 3, 3), (6,))
    assert op.weight_dimensions() == (6, 4, 3)
    assert op.infer_shapes() == [(6, 9)]
    assert op.layer_params()["dynamic_weight"] == 1
    assert op.layer_params()["num_output"] == 6


def test_there_is_at_least_one_group(layer: MakeLayer):
    with pytest.raises(ShapeError, match="group must be positive, not 0"):
        layer("DeconvolutionDepthWise1D", {**BASE, 7: 0}, (4, 7))
