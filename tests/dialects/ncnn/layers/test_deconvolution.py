"""Deconvolutions: layers to ops, the full size and what is cut off it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.constraints import int_list
from ncnnc.dialects.ncnn.errors import ShapeError

MakeLayer = Callable[..., Any]
BASE = {0: 6, 1: 3, 6: 6 * 4 * 9, 3: 2}
"""6 outputs, 3x3, of 4 channels, stride 2."""


def test_full_size(layer: MakeLayer):
    op = layer("Deconvolution", {**BASE, 12: 2, 18: 1, 19: 0}, (4, 5, 3))
    assert int_list(op.output_pad) == [0, 1]
    assert op.full_size() == (4 * 2 + 5, 2 * 2 + 3 + 1)
    assert op.infer_shapes() == [(6, 13, 8)]
    assert op.supports_packing()


def test_explicit_pads_are_cut(layer: MakeLayer):
    op = layer("Deconvolution", {**BASE, 4: 1, 15: 0, 14: 2}, (4, 5, 3))
    assert op.resolved_cuts() == (2, 1, 2, 0)
    assert op.infer_shapes() == [(6, 7, 6)]


@pytest.mark.parametrize(("code", "cuts"), [(-233, (0, 1, 1, 2)), (-234, (1, 2, 0, 1))])
def test_output_size_cuts_what_exceeds_it(layer: MakeLayer, code: int, cuts: tuple[int, ...]):
    op = layer("Deconvolution", {**BASE, 4: code, 20: 4, 21: 10}, (4, 5, 3))
    assert op.full_size() == (11, 7)
    assert op.resolved_cuts() == cuts
    assert op.infer_shapes() == [(6, 10, 4)]


def test_pads_go_before_the_output_size(layer: MakeLayer):
    op = layer("Deconvolution", {**BASE, 4: 1, 20: 4, 21: 10}, (4, 5, 3))
    assert op.resolved_cuts() == (1, 1, 1, 1)


def test_half_an_output_size_is_none(layer: MakeLayer):
    op = layer("Deconvolution", {**BASE, 4: -233, 20: 4, 21: 0}, (4, 5, 3))
    assert op.resolved_cuts() == (0, 0, 0, 0)


def test_dynamic_weights_have_their_channels_swapped(layer: MakeLayer):
    op = layer("Deconvolution", {**BASE, 28: 1}, (4, 5, 3), (4, 6, 3, 3))
    assert op.transposed_weight is not None
    assert op.weight_dimensions() == (6, 4, 3, 3)
    grouped = {**BASE, 7: 2, 28: 1, 5: 1}
    op = layer("DeconvolutionDepthWise", grouped, (4, 5, 3), (4, 3, 3, 3), (6,))
    assert op.weight_dimensions() == (6, 4, 3, 3)
    assert op.infer_shapes() == [(6, 11, 7)]


def test_there_is_at_least_one_group(layer: MakeLayer):
    with pytest.raises(ShapeError, match="group must be positive, not -1"):
        layer("DeconvolutionDepthWise", {**BASE, 7: -1}, (4, 5, 3))
