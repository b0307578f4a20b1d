"""Attention: which inputs are which, what is stored, and caches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.shapes import Shape, shape_of

MakeLayer = Callable[..., Any]
DIMS = {0: 8, 1: 2, 2: 48, 3: 7, 4: 9}
SAME = {0: 8, 1: 2, 2: 64}


@pytest.mark.parametrize(
    ("params", "inputs"),
    [
        (SAME, [(4, 8)]),
        ({**SAME, 2: 48, 3: 7, 4: 7}, [(4, 6), (5, 7)]),
        (DIMS, [(4, 6), (5, 7), (5, 9)]),
        ({**SAME, 5: 1}, [(4, 8), (4, 4)]),
        ({**DIMS, 5: 1}, [(4, 6), (5, 7), (5, 9), (2, 4, 5)]),
    ],
)
def test_inputs_by_number(layer: MakeLayer, params: dict[int, int], inputs: list[Shape]):
    op = layer("MultiHeadAttention", params, *inputs)
    assert op.infer_shapes() == [inputs[0]]
    assert [shape_of(op.operands[i]) for i in op.layer_input_indices()] == inputs
    assert (op.mask is not None) == bool(params.get(5))
    assert op.value is op.inputs[-1]


def test_the_scale_follows_from_the_heads(layer: MakeLayer):
    assert layer("MultiHeadAttention", SAME, (4, 8)).scale.value.data == 0.5
    assert layer("MultiHeadAttention", {**SAME, 6: 0.25}, (4, 8)).scale.value.data == 0.25


def test_parameters_come_back(layer: MakeLayer):
    given = {**DIMS, 5: 1, 6: 0.25}
    op = layer("MultiHeadAttention", given, (4, 6), (5, 7), (5, 9), (4, 5))
    spec = op.layer_spec()
    params = spec.completed(op.layer_params())
    assert {p.id: params[p.name] for p in spec.params if p.id in given} == given


@pytest.mark.parametrize("type", ["MultiHeadAttention", "SDPA"])
def test_wrong_number_of_inputs(layer: MakeLayer, type: str):
    with pytest.raises(ShapeError, match="has 5 inputs and 1 outputs"):
        layer(type, SAME, *[(4, 8)] * 5)
    with pytest.raises(ShapeError, match="has 3 inputs and 1 outputs"):
        layer(type, {**SAME, 5: 1, 7: 1}, *[(4, 8)] * 3)


def test_caches_of_one_input_grow(layer: MakeLayer):
    cached = layer("MultiHeadAttention", {**SAME, 7: 1}, (4, 8), (2, 3, 4), (2, 3, 4), tops=3)
    assert len(cached.caches) == len(cached.new_caches) == 2
    assert cached.infer_shapes() == [(4, 8), (2, 7, 4), (2, 7, 4)]
    assert not cached.uses_cache_alone
    masked = {**SAME, 5: 1, 7: 1}
    op = layer("MultiHeadAttention", masked, (4, 8), (4, 7), (2, 3, 4), (2, 3, 4), tops=3)
    assert op.infer_shapes()[1] == (2, 7, 4)


def test_caches_of_several_inputs_stay(layer: MakeLayer):
    params = {**DIMS, 7: 1}
    blobs = [(4, 6), (5, 7), (5, 9)]
    first = layer("MultiHeadAttention", params, *blobs, (0, 0, 0), (0, 0, 0), tops=3)
    assert first.infer_shapes() == [(4, 6), (2, 5, 4), (2, 5, 4)]
    later = layer("MultiHeadAttention", params, *blobs, (2, 3, 4), (2, 3, 4), tops=3)
    assert later.infer_shapes() == [(4, 6), (2, 3, 4), (2, 3, 4)]
    assert later.multiply_adds() < first.multiply_adds()


def test_caches_of_sdpa(layer: MakeLayer):
    blobs = [(4, 4, 8), (2, 4, 8), (2, 4, 6)]
    cached = layer("SDPA", {7: 1}, *blobs, (2, 3, 8), (2, 3, 6), tops=3)
    assert cached.layer_params()["kv_cache"] == 1
    assert cached.infer_shapes() == [(4, 4, 6), (2, 7, 8), (2, 7, 6)]
    first = layer("SDPA", {7: 1}, *blobs, (0, 0, 0), (0, 0, 0), tops=3)
    assert first.infer_shapes() == [(4, 4, 6), (2, 4, 8), (2, 4, 6)]
    other = layer("SDPA", {7: 1}, *blobs, (2, 3, 8), (2, 3, 8), tops=3)
    with pytest.raises(ShapeError, match=r"a cache has shape \[2, 3, 8\], not \[2, 3, 6\]"):
        other.infer_shapes()
    other = layer("SDPA", {7: 1}, *blobs, (2, 3, 8), (0, 0, 0), tops=3)
    with pytest.raises(ShapeError, match="one of its caches has a shape, the other not; hint: --s"):
        other.infer_shapes()


@pytest.mark.parametrize("cache", [(5,), (2, 3), (1, 2, 3, 4)])
def test_a_cache_has_three_axes(layer: MakeLayer, cache: Shape):
    alone = layer("MultiHeadAttention", {**SAME, 7: 1}, (4, 8), cache, cache, tops=3)
    product = layer("SDPA", {7: 1}, *[(2, 4, 8)] * 3, cache, cache, tops=3)
    for op in (alone, product):
        with pytest.raises(ShapeError, match="not heads, past rows and columns"):
            op.infer_shapes()


def test_quantized_weights_have_scales(layer: MakeLayer):
    int8 = layer("MultiHeadAttention", {**DIMS, 18: 2}, (4, 6), (5, 7), (5, 9))
    scales = (int8.query_scales, int8.key_scales, int8.value_scales, int8.out_scales)
    assert [shape_of(v) for v in scales] == [(8,), (8,), (8,), (1,)]
    blocks = layer("MultiHeadAttention", {**DIMS, 18: 410}, (4, 6), (5, 7), (5, 9))
    assert shape_of(blocks.value_weight) == (8, 5)
    assert shape_of(blocks.out_scales) == (6, 1)
    assert shape_of(blocks.value_input_scales) == (9,)
    for op in (int8, blocks):
        assert op.infer_shapes() == [(4, 6)]


def test_what_cannot_be(layer: MakeLayer):
    with pytest.raises(ShapeError, match="weight_data_size 50 is not a multiple of embed_dim 8"):
        layer("MultiHeadAttention", {**DIMS, 2: 50}, (4, 6))
    with pytest.raises(ShapeError, match="quantize_term 4 is unknown"):
        layer("MultiHeadAttention", {**SAME, 18: 4}, (4, 8))


def test_scale_of_sdpa(layer: MakeLayer):
    assert layer("SDPA", {}, *[(2, 4, 16)] * 3).resolved_scale() == 0.25
    assert layer("SDPA", {6: 3.0}, *[(2, 4, 16)] * 3).resolved_scale() == 3.0
