"""Reshape and Flatten: which shape is meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.constraints import int_list
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.layers.reshape import Batch
from ncnnc.dialects.ncnn.shapes import Shape, tensor_type
from xdsl.rewriter import Rewriter

MakeLayer = Callable[..., Any]
W, H, D, C = 0, 1, 11, 2


@pytest.mark.parametrize(
    ("params", "shape"),
    [
        ({W: 12}, [12]),
        ({W: 12, H: 3}, [3, 12]),
        ({W: 12, H: 3, C: 2}, [2, 3, 12]),
        ({W: 12, H: 3, D: 4, C: 2}, [2, 4, 3, 12]),
        ({W: 12, C: 2}, [12]),
        ({W: 12, H: 3, D: 4}, [3, 12]),
    ],
)
def test_rank_follows_from_the_innermost_axes(
    layer: MakeLayer, params: dict[int, int], shape: list[int]
):
    assert int_list(layer("Reshape", params, (4, 18)).shape) == shape


@pytest.mark.parametrize(
    ("source", "params", "shape"),
    [
        ((4, 6, 5), {W: 0, H: 0, C: 0}, (4, 6, 5)),
        ((4, 6, 5), {W: -1, H: 0, C: 4}, (4, 6, 5)),
        ((4, 6, 5), {W: 10, H: -1, C: 0}, (4, 3, 10)),
        ((4, 6, 5), {W: 0, H: -1}, (24, 5)),
        ((20, 6), {W: 0, H: 5, C: -1}, (4, 5, 6)),
        ((20, 6), {W: 0, H: 5, D: 0, C: -1}, (4, 1, 5, 6)),
        ((4, 2, 3, 5), {W: 0, H: 0, D: 0, C: 0}, (4, 2, 3, 5)),
        ((4, 6, 5), {W: -1}, (120,)),
        ((4, 6, 5), {W: 0}, (120,)),
        ((4, 6, 5), {W: 7}, (120,)),
    ],
)
def test_extents_kept_and_inferred(
    layer: MakeLayer, source: Shape, params: dict[int, int], shape: Shape
):
    assert layer("Reshape", params, source).resolved_shape() == shape


@pytest.mark.parametrize(
    ("text", "inputs", "shape"),
    [
        ("-1", [(4, 6, 5)], (120,)),
        ("0w,-1", [(4, 6, 5)], (24, 5)),
        ("*(0w,2),//(0h,2),0c", [(4, 6, 5)], (4, 3, 10)),
        ("-1,0w,3,4", [(4, 6, 5)], (4, 3, 5, 2)),
        ("1w,1h,-1", [(4, 6, 5), (3, 10)], (4, 3, 10)),
    ],
)
def test_expressions(layer: MakeLayer, text: str, inputs: list[Shape], shape: Shape):
    assert layer("Reshape", {6: text}, *inputs).resolved_shape() == shape


@pytest.mark.parametrize(
    ("source", "params", "shape"),
    [
        ((320,), {12: 0, 13: 0, 6: "1,1,//(320,0n),0n"}, (320, 1, 1)),
        ((5,), {12: 0, 13: 0, 6: "0w,0n"}, (5,)),
        ((3, 5), {12: 0, 13: 0, 6: "0w,0h,0n"}, (3, 5)),
        ((3, 5), {13: 1, 6: "5,3,1,1,1"}, (1, 1, 3, 5)),
        ((8, 3, 2), {12: 0, 6: "2,3,2,4"}, (4, 2, 3, 2)),
        ((8, 3, 2), {12: 0, 6: "0,0,0,0"}, (1, 8, 3, 2)),
        ((8, 3, 2), {12: 0, 13: 0, 6: "0,0,-1,1"}, (8, 3, 2)),
        ((8, 3, 2), {12: 3, 13: -1, 6: "1,2,3,8"}, (8, 3, 2)),
        ((8, 3, 2), {12: -4, 13: -1, 6: "1,0,-1,0"}, (1, 16, 3)),
        ((8, 3, 2), {12: 0, W: 48}, (48,)),
        ((8, 3, 2), {12: 0, 13: 0, W: 2, H: 3, D: 8, C: 1}, (8, 3, 2)),
    ],
)
def test_batch_axes(layer: MakeLayer, source: Shape, params: dict[int, Any], shape: Shape):
    op = layer("Reshape", params, source)
    assert op.infer_shapes() == [shape]
    assert op.result_rank(op.output, lambda _: None) in (None, len(shape))


@pytest.mark.parametrize(
    ("params", "reason"),
    [
        ({13: 0, 6: "2,3,2,4"}, "gives a batch of 4, which no tensor is"),
        ({12: 0, 13: 233, 6: "0,0,0"}, r"\[8, 3, 2\] does not fit the new shape \[0, 0, 0\]"),
        ({12: 0, 13: 0, 6: "0,0,0,0,0"}, r"\[8, 3, 2\] does not fit the new shape"),
        ({12: 0, 6: "2,3,8,1,1"}, "the new shape has 5 dimensions, not 1 to 4"),
        ({13: 0, 6: "1"}, r"\[8, 3, 2\] does not fit the new shape \[1\]"),
        ({12: 4, 6: "48"}, "axis 4 is outside of 4 dimensions"),
        ({12: -5, 6: "48"}, "axis -5 is outside of 4 dimensions"),
        ({13: 1, 6: "48"}, "axis 1 is outside of 1 dimensions"),
        ({12: 0, W: 7}, r"\[8, 3, 2\] does not fit the new shape \[7\]"),
    ],
)
def test_batches_that_cannot_be(layer: MakeLayer, params: dict[int, Any], reason: str):
    with pytest.raises(ShapeError, match=reason):
        layer("Reshape", params, (8, 3, 2)).infer_shapes()


@pytest.mark.parametrize(
    ("params", "counts", "source", "result"),
    [
        ({13: 1, 6: "4,3,2,2"}, [1], Batch(1, (8, 3, 2)), Batch(2, (2, 3, 4), 1)),
        ({12: 1, 6: "-1,3,0"}, [2], Batch(2, (8, 3, 2), 1), Batch(1, (8, 3, 4))),
        ({12: -1, 13: -1, 6: "0n,-1"}, [3], Batch(3, (8, 3, 2), 3), Batch(3, (48,), 1)),
        ({W: 0, H: -1}, [5], Batch(5, (8, 3, 2)), Batch(5, (24, 2))),
    ],
)
def test_batches(
    layer: MakeLayer, params: dict[int, Any], counts: list[int], source: Batch, result: Batch
):
    assert layer("Reshape", params, (8, 3, 2)).batches([(8, 3, 2)], counts) == (source, result)


def test_a_batch_is_counted_among_axes():
    assert Batch(3, (8, 4, 2), 1).axes == (8, 3, 4, 2)
    assert Batch(3, (8, 4, 2), 1).around == (8, 3, 8)


@pytest.mark.parametrize(
    ("params", "reason"),
    [
        ({13: 0, 6: "2,3,8"}, "its input is a batch of 2, and it has no input_batch_axis"),
        ({12: 0, 6: "7"}, r"\[2, 8, 3, 2\] does not fit the new shape \[7\]"),
    ],
)
def test_batches_of_several_that_cannot_be(layer: MakeLayer, params: dict[int, Any], reason: str):
    with pytest.raises(ShapeError, match=reason):
        layer("Reshape", params, (8, 3, 2)).batches([(8, 3, 2)], [2])


@pytest.mark.parametrize(
    ("params", "takes"),
    [({W: 4, H: -1}, False), ({W: 0, H: -1}, True), ({6: "4,-1"}, True), ({12: 0, W: 4}, True)],
)
def test_what_takes_extents(layer: MakeLayer, params: dict[int, Any], takes: bool):
    assert layer("Reshape", params, (4, 6)).takes_extents() is takes


def test_layers_that_cannot_be(layer: MakeLayer):
    with pytest.raises(ShapeError, match="gives no shape"):
        layer("Reshape", {}, (4, 6))


def test_flatten(layer: MakeLayer):
    assert layer("Flatten", {}, (4, 6, 5)).infer_shapes() == [(120,)]


@pytest.mark.requirement("L6")
@pytest.mark.parametrize(
    ("type", "params", "shape", "packs"),
    [
        ("Flatten", {}, (4, 6, 5), False),
        ("Flatten", {}, (4, 1, 1), True),
        ("Reshape", {0: 30, 1: 1, 2: 4}, (4, 6, 5), True),
        ("Reshape", {0: 15, 1: 2, 2: 4}, (4, 6, 5), True),
        ("Reshape", {0: 5, 1: 2, 11: 3, 2: 4}, (4, 6, 5), True),
        ("Reshape", {0: 15, 1: 4, 2: 2}, (4, 6, 5), False),
        ("Reshape", {0: 30, 1: 4}, (4, 6, 5), False),
        ("Reshape", {0: 1, 1: 1, 2: 4}, (4,), True),
        ("Squeeze", {0: 1}, (4, 6, 1), False),
        ("ExpandDims", {3: [1, 2]}, (4,), True),
    ],
)
def test_packed_if_the_outermost_axis_stays(
    layer: MakeLayer, type: str, params: dict, shape: Shape, packs: bool
):
    op = layer(type, params, shape)
    Rewriter.replace_value_with_new_type(op.output, tensor_type(op.infer_shapes()[0]))
    assert op.supports_packing() == packs
