"""The weights of convolutions: which there are, in which order, and how many there must be."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.format.weights import StorageTag
from ncnnc.compiler.frontend.survey.support_check import check_runnable
from ncnnc.dialects.context import NcnncContext

from tests.helpers.importing import INPUT, error_of, floats, infer, load, text_of

PLAIN = struct.pack("<I", StorageTag.PLAIN)
AS_INT8 = struct.pack("<I", StorageTag.INT8)
BEHIND = "Convolution behind 1 1 conv y 0=2 1=1 6=8"


@pytest.mark.requirement("W3", "D19", "W18")
@pytest.mark.parametrize(
    ("term", "scales"),
    [(1, ["weight_scale", "input_scale"]), (101, ["weight_scale", "input_scale", "output_scale"])],
)
@pytest.mark.parametrize("weights", [PLAIN + floats(108), AS_INT8 + bytes(range(108))])
def test_scales_stand_behind_the_bias(term: int, scales: Sequence[str], weights: bytes):
    context = NcnncContext()
    layer = f"Convolution conv 1 1 data conv 0=4 1=3 5=1 6=108 8={term}"
    stored = floats(4, 200) + floats(1, 300) + floats(1, 400)[: 4 * (len(scales) - 2)]
    data = weights + floats(4, 100) + stored + PLAIN + floats(8, 500)
    module = infer(load(INPUT, layer, BEHIND, weights=data, context=context))
    starts = zip(scales, (200, 300, 400), (4, 1, 1), strict=False)
    for name, first, count in starts:
        np.testing.assert_array_equal(
            context.weights.get(f"conv.{name}").ravel(), np.arange(first, first + count)
        )
    np.testing.assert_array_equal(context.weights.get("behind.weight").ravel(), np.arange(500, 508))
    check_runnable(module)


@pytest.mark.requirement("W14")
@pytest.mark.parametrize(
    ("size", "reason"),
    [
        (107, "weight_data_size 107 is not a multiple of num_output 4 x 9 taps"),
        (4, "weight_data_size 4 is not a multiple of num_output 4 x 9 taps"),
        (0, "weight_data_size 0 is not a multiple"),
        (-108, "weight_data_size -108 is not a multiple"),
        (72, "input has 3 channels, the weights are for 2"),
        (144, "input has 3 channels, the weights are for 4"),
    ],
)
def test_a_number_of_weights_that_cannot_be(size: int, reason: str):
    message = error_of(INPUT, f"Convolution c 1 1 data y 0=4 1=3 6={size}", weights=None, seed=0)
    assert message.startswith("<param>:4: error: layer 'c' (Convolution): ")
    assert reason in message


@pytest.mark.requirement("W14")
def test_channels_of_the_input_follow_from_the_number_of_weights():
    context = NcnncContext()
    layer = "Convolution conv 1 1 data conv 0=4 1=3 11=1 6=36"
    load(INPUT, layer, weights=PLAIN + floats(36), context=context)
    assert context.weights.get("conv.weight").shape == (4, 3, 1, 3)


@pytest.mark.isa
@pytest.mark.requirement("W15")
def test_each_weight_meets_its_cell():
    """An input with a single one picks the weights of that channel, row and column."""
    layers = "Input x 0 1 x 0=3 1=2 2=5", "Convolution y 1 1 x y 0=7 1=3 11=2 6=210"
    model = ncnnc.compile(text_of(*layers), PLAIN + floats(210))
    weights = np.arange(210).reshape(7, 5, 2, 3)
    for place in np.ndindex(5, 2, 3):
        x = np.zeros((5, 2, 3), np.float32)
        x[place] = 1
        np.testing.assert_array_equal(model(x), weights[(slice(None), *place)].reshape(7, 1, 1))


@pytest.mark.isa
@pytest.mark.requirement("W1")
def test_weights_of_the_next_layer_are_found_behind_one_that_stores_none():
    """The first convolution takes a blob as its weights; a file that had some is too long."""
    layers = (
        "Input x 0 1 x 0=4 1=4 2=2",
        "Input w 0 1 w 0=1 1=1 11=2 2=3",
        "Convolution computed 2 1 x w a 0=3 1=1 19=1",
        "Convolution y 1 1 a y 0=1 1=1 5=1 6=3",
    )
    stored = PLAIN + np.array([1, 10, 100, 0.5], "<f4").tobytes()
    model = ncnnc.compile(text_of(*layers), stored)
    x = np.arange(32, dtype=np.float32).reshape(2, 4, 4)
    w = np.array([[1, 2], [3, 4], [5, 6]], np.float32)
    expected = np.tensordot(np.array([1, 10, 100]) @ w, x, 1)[None] + 0.5
    result = model.run({"x": x, "w": w.reshape(3, 2, 1, 1)})["y"]
    np.testing.assert_allclose(result, expected, rtol=1e-6)
    with pytest.raises(ncnnc.ModelError, match="28 bytes are left over"):
        ncnnc.compile(text_of(*layers), stored + PLAIN + floats(6))
