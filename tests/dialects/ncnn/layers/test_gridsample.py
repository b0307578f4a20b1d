"""GridSample: its shapes, its codes, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.kernel.attributes import SampleMode, SamplePadding
from ncnnc.dialects.ncnn.errors import InvalidLayerError
from ncnnc.dialects.ncnn.rules.ranks import SameRank
from ncnnc.dialects.ncnn.shapes import Shape

MakeLayer = Callable[..., Any]


@pytest.mark.parametrize(
    ("planar", "x", "grid", "shape"),
    [
        (0, (4, 7, 9), (5, 6, 2), (4, 5, 6)),
        (1, (4, 7, 9), (2, 5, 6), (4, 5, 6)),
        (0, (4, 3, 7, 9), (8, 5, 6, 3), (4, 8, 5, 6)),
        (1, (4, 3, 7, 9), (3, 8, 5, 6), (4, 8, 5, 6)),
    ],
)
def test_shapes(layer: MakeLayer, planar: int, x: Shape, grid: Shape, shape: Shape):
    op = layer("GridSample", {3: planar}, x, grid)
    assert op.infer_shapes() == [shape]
    assert op.result_rank(op.output, lambda _: None) == SameRank(op.input)


def test_codes(layer: MakeLayer):
    images = (4, 7, 9), (5, 6, 2)
    op = layer("GridSample", {}, *images)
    assert (op.mode.data, op.padding.data) == (SampleMode.BILINEAR, SamplePadding.ZEROS)
    params = {0: 3, 1: 2, 2: 1, 3: 1}
    op = layer("GridSample", params, (4, 7, 9), (2, 5, 6))
    assert (op.mode.data, op.padding.data) == (SampleMode.BICUBIC, SamplePadding.BORDER)
    written = op.layer_params()
    assert {param.id: written[param.name] for param in op.LAYER.params} == params
    with pytest.raises(InvalidLayerError, match="sample_type 0 is unknown, ncnn has 1 to 3"):
        layer("GridSample", {0: 0}, *images)
    with pytest.raises(InvalidLayerError, match="padding_mode 4 is unknown, ncnn has 1 to 3"):
        layer("GridSample", {1: 4}, *images)
