"""Gemm: which inputs are which, how C lies, what quantized layers store."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.shapes import Shape, shape_of

MakeLayer = Callable[..., Any]


@pytest.mark.parametrize(
    ("params", "inputs", "stored"),
    [
        ({}, [(4, 6), (6, 5)], []),
        ({4: 1, 7: 4, 9: 6}, [(6, 5)], [0]),
        ({5: 1, 8: 5, 9: 6}, [(4, 6)], [1]),
        ({5: 1, 6: 1, 8: 5, 9: 6, 10: 4}, [(4, 6)], [1, 2]),
        ({6: 1, 10: -1}, [(4, 6), (6, 5)], []),
        ({5: 1, 8: 5, 9: 6}, [(4, 6), (4,)], [1]),
        ({4: 1, 5: 1, 6: 1, 7: 4, 8: 5, 9: 6, 10: 3}, [], [0, 1, 2]),
    ],
)
def test_inputs_fill_what_is_not_stored(
    layer: MakeLayer, params: dict[int, int], inputs: list[Shape], stored: list[int]
):
    op = layer("Gemm", params, *inputs)
    assert op.infer_shapes() == [(4, 5)]
    indices = range(len(op.operands))
    assert op.layer_input_indices() == [i for i in indices if i not in stored]


@pytest.mark.parametrize("inputs", [[], [(6, 5)], [(4, 6), (6, 5), (4,), (4,)]])
def test_wrong_number_of_inputs(layer: MakeLayer, inputs: list[Shape]):
    with pytest.raises(ShapeError, match=f"has {len(inputs)} inputs"):
        layer("Gemm", {}, *inputs)


def test_a_stored_b_alone_is_no_product(layer: MakeLayer):
    with pytest.raises(ShapeError, match="has 0 inputs"):
        layer("Gemm", {5: 1, 8: 5, 9: 6})


@pytest.mark.parametrize(
    ("shape", "axes"),
    [
        ((1,), (None, None)),
        ((4,), (0, None)),
        ((5,), (None, 1)),
        ((4, 1), (0, None)),
        ((1, 5), (None, 1)),
        ((4, 5), (0, 1)),
    ],
)
def test_c_from_a_blob(layer: MakeLayer, shape: Shape, axes: object):
    assert layer("Gemm", {}, (4, 6), (6, 5), shape).c_axes() == axes


def test_a_vector_that_fits_both_lies_along_the_columns_unless_it_is_stored(layer: MakeLayer):
    assert layer("Gemm", {}, (5, 6), (6, 5), (5,)).c_axes() == (None, 1)
    stored = layer("Gemm", {6: 1, 7: 5, 10: 1}, (5, 6), (6, 5))
    assert stored.infer_shapes() == [(5, 5)]
    assert stored.c_axes() == (0, None)


@pytest.mark.parametrize(
    ("params", "result"),
    [({}, (4, 5)), ({11: 1}, (4, 1, 5)), ({14: 1}, (5, 4)), ({11: 1, 14: 1}, (5, 1, 4))],
)
def test_result_shapes(layer: MakeLayer, params: dict[int, int], result: Shape):
    for a, b in (((4, 6), (6, 5)), ((4, 1, 6), (6, 1, 5))):
        assert layer("Gemm", params, a, b).infer_shapes() == [result]
    turned = {**params, 2: 1, 3: 1}
    assert layer("Gemm", turned, (6, 4), (5, 6)).infer_shapes() == [result]


def test_parameters_come_back(layer: MakeLayer):
    given = {0: 2.0, 1: 0.5, 3: 1, 5: 1, 6: 1, 7: 4, 8: 5, 9: 6, 10: 4, 11: 1, 14: 1}
    op = layer("Gemm", given, (4, 6))
    spec = op.layer_spec()
    params = spec.completed(op.layer_params())
    assert {p.id: params[p.name] for p in spec.params if p.id in given} == given


def test_int8_weights_have_scales(layer: MakeLayer):
    op = layer("Gemm", {4: 1, 5: 1, 6: 1, 7: 4, 8: 5, 9: 6, 10: -1, 18: 2})
    assert [shape_of(v) for v in op.operands] == [(4, 6), (6, 5), (4,), (1,)]


@pytest.mark.parametrize(("term", "columns", "blocks"), [(400, 20, 2), (601, 30, 1), (812, 40, 1)])
def test_block_quantized_weights_are_bytes(layer: MakeLayer, term: int, columns: int, blocks: int):
    op = layer("Gemm", {3: 1, 5: 1, 6: 1, 8: 5, 9: 40, 10: 4, 18: term}, (4, 40))
    scales = [] if term // 10 % 10 == 0 else [(40,)]
    expected = [(4, 40), (5, columns), (1, 5), (5, blocks), *scales]
    assert [shape_of(v) for v in op.operands] == expected
    assert op.infer_shapes() == [(4, 5)]


def test_what_cannot_be(layer: MakeLayer):
    with pytest.raises(ShapeError, match="quantize_term 404 is unknown"):
        layer("Gemm", {18: 404}, (4, 6), (6, 5))
    with pytest.raises(ShapeError, match="broadcast_c 5 is unknown, ncnn has -1 to 4"):
        layer("Gemm", {6: 1, 8: 5, 10: 5}, (4, 6), (6, 5))
    with pytest.raises(ShapeError, match="n must be positive for stored matrices, not 0"):
        layer("Gemm", {5: 1, 9: 6}, (4, 6))


@pytest.mark.parametrize(
    ("params", "a", "b", "shape"),
    [
        ({}, (6,), (6, 5), (1, 5)),
        ({2: 1}, (4,), (1, 5), (4, 5)),
        ({}, (4, 1), (5,), (4, 5)),
        ({3: 1}, (4, 6), (6,), (4, 1)),
    ],
)
def test_a_vector_is_a_row(
    layer: MakeLayer, params: dict[int, int], a: Shape, b: Shape, shape: Shape
):
    assert layer("Gemm", params, a, b).infer_shapes() == [shape]
