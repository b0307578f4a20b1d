"""RNN, GRU and LSTM: what they store, which inputs and outputs are which, their shapes."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import pytest
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.export import export_model, param_text
from ncnnc.dialects.ncnn import LAYER_OPS
from ncnnc.dialects.ncnn.errors import InvalidLayerError, ShapeError
from ncnnc.dialects.ncnn.rules.value_range import ANY, Range
from ncnnc.dialects.ncnn.shapes import Shape

from tests.helpers.importing import load_model_files

MakeLayer = Callable[..., Any]


def stored(type: str, given: dict[int, int]) -> list[tuple[str, tuple[int, ...], bool]]:
    """Name, shape and whether it is tagged of all arrays of a layer with these parameters."""
    spec = LAYER_OPS[type].LAYER
    assert spec is not None
    params = spec.completed({p.name: given[p.id] for p in spec.params if p.id in given})
    return [(w.name, w.shape(params), w.tagged) for w in spec.weights if w.present(params)]


def test_a_matrix_is_stored_for_each_direction():
    assert stored("GRU", {0: 4, 1: 2 * 12 * 5, 2: 2}) == [
        ("weight_xc", (2, 12, 5), True),
        ("bias", (2, 4, 4), True),
        ("weight_hc", (2, 12, 4), True),
    ]
    assert stored("RNN", {0: 4, 1: 4 * 5, 2: 1})[1] == ("bias", (1, 1, 4), True)


def test_lstm_projects_a_hidden_state_of_another_size():
    names = [name for name, _, _ in stored("LSTM", {0: 4, 1: 24 * 5, 3: 6})]
    assert names == ["weight_xc", "bias", "weight_hc", "weight_hr"]
    assert stored("LSTM", {0: 4, 1: 24 * 5, 3: 6})[3] == ("weight_hr", (1, 4, 6), True)
    assert len(stored("LSTM", {0: 4, 1: 16 * 5, 3: 4})) == 3


@pytest.mark.parametrize("type", ["RNN", "GRU", "LSTM"])
def test_quantized_layers_store_scales(type: str):
    arrays = stored(type, {0: 4, 1: 48 * 5, 8: 2})
    assert [(name, tagged) for name, _, tagged in arrays[-2:]] == [
        ("weight_xc_scale", False),
        ("weight_hc_scale", False),
    ]
    assert prod(arrays[-1][1]) == prod(arrays[2][1]) // 4


@pytest.mark.parametrize(("type", "given"), [("LSTM", {0: 4, 1: 17}), ("GRU", {1: 12})])
def test_sizes_that_do_not_divide(type: str, given: dict[int, int]):
    with pytest.raises(ShapeError, match=r"weight_data_size .* is not a multiple of"):
        stored(type, given)


@pytest.mark.parametrize(
    ("input", "steps"), [((6, 3), 6), ((3,), 1), ((2, 6, 3), 6), ((2, 4, 6, 3), 6)]
)
def test_rows_are_steps(layer: MakeLayer, input: Shape, steps: int):
    op = layer("LSTM", {0: 5, 1: 4 * 5 * 3}, input)
    assert op.infer_shapes() == [(steps, 5)]
    assert op.multiply_adds() == steps * 20 * (3 + 5)
    assert op.result_rank(op.output, lambda _: None) == 2


def test_states(layer: MakeLayer):
    both = {0: 5, 1: 2 * 24 * 3, 2: 2, 3: 6}
    assert layer("LSTM", both, (7, 3), tops=3).infer_shapes() == [(7, 10), (2, 5), (2, 6)]
    op = layer("LSTM", both, (7, 3), (2, 5), (2, 6))
    assert op.infer_shapes() == [(7, 10)]
    assert [op.operands[i] for i in op.layer_input_indices()] == [op.input, *op.states]
    given = layer("GRU", {0: 5, 1: 45}, (7, 3), (5,), tops=2)
    assert given.infer_shapes() == [(7, 5), (5,)]
    assert layer("GRU", {0: 5, 1: 45}, (7, 3), (1, 5), tops=2).infer_shapes() == [(7, 5), (1, 5)]


def test_range(layer: MakeLayer):
    op = layer("RNN", {0: 5, 1: 15}, (7, 3))
    assert op.result_range(op.output, lambda _: ANY) == Range(-1.0, 1.0)


@pytest.mark.parametrize(
    ("type", "params", "inputs", "reason"),
    [
        ("RNN", {0: 5, 1: 15}, [(7, 4)], r"\[7, 4\] are no rows of 3, which the weights are for"),
        ("RNN", {0: 5, 1: 15}, [(7, 3), (4,)], r"initial state has shape \[4\], not \[1, 5\]"),
        ("RNN", {0: 5, 1: 15}, [(7, 3), (2, 5)], r"initial state has shape \[2, 5\]"),
        ("GRU", {0: 5, 1: 90, 2: 2}, [(7, 3), (10,)], r"initial state has .* not \[2, 5\]"),
        ("RNN", {0: 5, 1: 15, 8: 2}, [(2, 7, 3)], "takes a matrix if it computes with int8"),
    ],
)
def test_what_does_not_fit(
    layer: MakeLayer, type: str, params: dict[int, int], inputs: list[Shape], reason: str
):
    with pytest.raises(ShapeError, match=reason):
        layer(type, params, *inputs).infer_shapes()


@pytest.mark.parametrize(
    ("type", "inputs", "tops", "error"),
    [
        ("RNN", 3, 1, ShapeError),
        ("LSTM", 2, 1, ShapeError),
        ("LSTM", 3, 2, InvalidLayerError),
        ("GRU", 1, 3, InvalidLayerError),
        ("GRU", 0, 1, InvalidLayerError),
    ],
)
def test_numbers_of_inputs_and_outputs(
    layer: MakeLayer, type: str, inputs: int, tops: int, error: type[ShapeError]
):
    with pytest.raises(ShapeError, match=f"has {inputs} inputs and {tops} outputs") as caught:
        layer(type, {0: 5, 1: 60}, *[(7, 3)] * inputs, tops=tops)
    assert caught.type is error


def test_directions_that_ncnn_does_not_have(layer: MakeLayer):
    with pytest.raises(InvalidLayerError, match="direction 3 is unknown, ncnn has 0 to 2"):
        layer("RNN", {0: 5, 1: 15, 2: 3}, (7, 3))


@pytest.mark.parametrize(
    ("inputs", "line"),
    [
        ("x h c", "LSTM l 3 3 x h c y i d 0=3 1=144 2=1 3=6"),
        ("x h c", "LSTM l 3 1 x h c y 0=6 1=288 2=2 8=2"),
        ("x", "GRU l 1 2 x y h 0=4 1=144 2=2"),
        ("x", "RNN l 1 1 x y 0=4 1=24"),
    ],
)
def test_files_come_back(inputs: str, line: str):
    layers = [*(f"Input {name} 0 1 {name}" for name in inputs.split()), line]
    text = "\n".join(["7767517", f"{len(layers)} 6", *layers, ""]).encode()
    ctx = make_context()
    module = load_model_files(ctx, text, seed=1, allow_unknown_shapes=True)
    model = export_model(module, ctx)
    written = param_text(model.param)
    assert written.decode().splitlines()[-1].split() == line.split()
    data = b"".join(map(bytes, model.bin))
    again = load_model_files(make_context(), written, data, allow_unknown_shapes=True)
    assert str(again) == str(module)
