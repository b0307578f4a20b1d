"""Embed: shape, rank, and what its words are."""

from __future__ import annotations

import pytest
from ncnnc.dialects.ncnn.errors import InvalidLayerError
from ncnnc.dialects.ncnn.layer import ParamValue
from ncnnc.dialects.ncnn.shapes import Shape

PARAMS: dict[int, ParamValue] = {0: 5, 1: 7, 3: 35}


@pytest.mark.parametrize("shape", [(4,), (3, 4), (2, 3, 4)])
def test_results(layer, shape: Shape):
    op = layer("Embed", {**PARAMS, 2: 1}, shape)
    assert op.infer_shapes() == [(4, 5)]
    assert op.result_rank(op.output, lambda _: None) == 2
    assert op.INTEGER_OPERANDS == {"words"}
    assert op.integer_bounds("words") == (0, 6)


def test_parameters(layer):
    op = layer("Embed", {**PARAMS, 1: 6, 2: 1, 18: 2}, (4,))
    params = op.layer_params()
    assert params["input_dim"] == 6
    assert (params["num_output"], params["weight_data_size"]) == (5, 35)
    assert (params["bias_term"], params["int8_scale_term"]) == (1, 1)


def test_more_words_than_rows(layer):
    with pytest.raises(InvalidLayerError, match="input_dim 8 does not fit a table of 7 rows"):
        layer("Embed", {**PARAMS, 1: 8}, (4,)).infer_shapes()
