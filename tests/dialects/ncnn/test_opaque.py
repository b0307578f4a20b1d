"""Opaque layers: the table of their stored arrays, and the ops."""

from __future__ import annotations

import pytest
from ncnnc.compiler.format.layer_types import LAYER_TYPES
from ncnnc.dialects.ncnn import LAYER_OPS
from ncnnc.dialects.ncnn.errors import RuntimeShapeError
from ncnnc.dialects.ncnn.layer import LayerSpec
from ncnnc.dialects.ncnn.opaque import OpaqueOp
from ncnnc.dialects.ncnn.opaque_layers import OPAQUE_LAYERS
from ncnnc.dialects.ncnn.raw_layer import kind_of
from ncnnc.dialects.ncnn.shapes import tensor_type
from xdsl.ir import Attribute
from xdsl.utils.test_value import create_ssa_value

NO_OP = {"Input", "MemoryData"}


def test_every_layer_of_ncnn_is_an_op_or_opaque():
    assert set(LAYER_OPS).isdisjoint(OPAQUE_LAYERS)
    assert set(LAYER_TYPES) == {*LAYER_OPS, *OPAQUE_LAYERS, *NO_OP}


def opaque(type: str, params: dict[int, object], *weights: tuple[int, ...]) -> OpaqueOp:
    """An op with one input and one output."""
    types: list[Attribute] = [tensor_type(shape) for shape in ((4, 5), *weights)]
    x, *arrays = map(create_ssa_value, types)
    return OpaqueOp.of_layer(type, params, [x], arrays, 1)  # pyright: ignore[reportArgumentType]


def test_ops_give_back_every_parameter():
    op = opaque("Proposal", {0: 7, 4: 0.5, 9: [1, 2], 10: [1, 2.5], 11: "text"})
    spec, params = op.layer_spec(), op.layer_params()
    by_id = {p.id: (p.kind, params[p.name]) for p in spec.params if p.name in params}
    assert by_id == {
        0: ("int", 7),
        4: ("float", 0.5),
        9: ("ints", [1, 2]),
        10: ("floats", [1, 2.5]),
        11: ("string", "text"),
    }
    assert all(p.default_for(params) != params[p.name] for p in spec.params if p.name in params)


def test_ops_know_which_operands_are_stored():
    op = opaque("GroupNorm", {1: 5}, (5,), (5,))
    op.verify()
    assert op.layer_input_indices() == [0]
    assert op.stored_operand("gamma") is op.weights[0]
    assert op.stored_operand("beta") is op.weights[1]
    assert op.stored_operand("other") is None


def test_ops_have_no_shapes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(OPAQUE_LAYERS, "Oracle", LayerSpec("Oracle"))
    with pytest.raises(RuntimeShapeError, match="shapes of layer type Oracle are not known"):
        opaque("Oracle", {0: 1}).infer_shapes()


def test_arrays_with_a_float_are_floats():
    assert kind_of([1, 2.0]) == "floats"
    assert kind_of([]) == "ints"
