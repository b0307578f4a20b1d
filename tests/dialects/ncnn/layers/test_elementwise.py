"""Element-wise ops: how layers become ops, how operands are indexed, when they can be packed."""

from __future__ import annotations

from typing import cast

import pytest
from ncnnc.dialects.ncnn import LAYER_OPS
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.given_layer import GivenLayer
from ncnnc.dialects.ncnn.layer import ParamValue
from ncnnc.dialects.ncnn.layers.activation import PReLUOp
from ncnnc.dialects.ncnn.layers.binaryop import (
    BinaryOperator,
    BinaryOperatorAttr,
    BinaryOpOp,
    BinaryScalarOp,
)
from ncnnc.dialects.ncnn.layers.eltwise import EltwiseOp
from ncnnc.dialects.ncnn.layers.unaryop import UnaryOperator, UnaryOpOp
from ncnnc.dialects.ncnn.shapes import UNRANKED, Shape, tensor_type
from xdsl.ir import SSAValue
from xdsl.utils.test_value import create_ssa_value


def value(*shape: int) -> SSAValue:
    return create_ssa_value(tensor_type(shape))


def add(lhs: Shape, rhs: Shape) -> BinaryOpOp:
    return BinaryOpOp.build(
        operands=[value(*lhs), value(*rhs)],
        properties={"operator": BinaryOperatorAttr(BinaryOperator.ADD)},
        result_types=[UNRANKED],
    )


def binary_layer(inputs: int, **params: ParamValue):
    filled = {"operator": 0, "with_scalar": 0, "scalar": 0.0, **params}
    return BinaryOpOp.from_layer(GivenLayer(filled, [value(3)] * inputs))


def test_binary_layer_with_two_inputs():
    op = binary_layer(2, operator=7)
    assert isinstance(op, BinaryOpOp)
    assert op.operator.data == BinaryOperator.RSUB


def test_binary_layer_with_scalar():
    op = binary_layer(1, operator=16, with_scalar=1, scalar=2.5)
    assert isinstance(op, BinaryScalarOp)
    assert op.operator.data == BinaryOperator.RFLOOR_DIVIDE
    assert op.scalar.value.data == 2.5


def test_binary_layer_needs_operands_that_fit():
    with pytest.raises(ShapeError, match="has 2 inputs and 1 outputs with a scalar operand"):
        binary_layer(2, with_scalar=1)
    with pytest.raises(ShapeError, match="needs more inputs than the 1 given"):
        binary_layer(1)
    with pytest.raises(ShapeError, match="operator 19 is unknown, ncnn has 0 to 18"):
        binary_layer(2, operator=19)


@pytest.mark.parametrize(
    ("code", "word"), [(0, "abs"), (6, "rsqrt"), (15, "reciprocal"), (18, "round"), (27, "log1p")]
)
def test_unary_layer(code: int, word: str):
    op = UnaryOpOp.from_layer(GivenLayer({"operator": code}, [value(3)]))
    assert cast(UnaryOpOp, op).operator.data == UnaryOperator(word)


def test_eltwise_layer_keeps_coefficients_of_sums_alone():
    for operator, count in ((0, 0), (1, 2), (2, 0)):
        params: dict[str, ParamValue] = {"operator": operator, "coeffs": [0.5, 0.25]}
        op = EltwiseOp.from_layer(GivenLayer(params, [value(3), value(3)]))
        assert len(cast(EltwiseOp, op).coeffs) == count


def test_swapped_operators_are_each_others_inverse():
    for operator in BinaryOperator:
        assert operator.swapped.swapped == operator
        assert (operator.swapped == operator) == operator.is_commutative


@pytest.mark.parametrize(
    ("lhs", "rhs", "packs"),
    [
        ((8,), (8,), True),
        ((8, 4, 4), (8, 4, 4), True),
        ((8, 4, 4), (8,), True),
        ((8,), (8, 4, 4), True),
        ((8, 4, 4), (8, 1, 1), True),
        ((8, 4, 4), (1, 4, 4), False),
        ((8, 4, 4), (1,), False),
        ((8, 4, 5), (5,), False),
        ((8, 4), (8, 4), False),
        ((8, 4, 4), (8, 4), False),
        ((8, 2, 4, 4), (8, 2, 4, 4), True),
        ((8, 2, 4, 4), (8,), True),
        ((8, 2, 4, 4), (1, 2, 4, 4), False),
        ((8, 2, 4, 4), (8, 2), False),
    ],
)
def test_packing(lhs: Shape, rhs: Shape, packs: bool):
    assert add(lhs, rhs).supports_packing() == packs


def test_prelu_packs_with_a_slope_for_each_channel():
    for slopes, packs in ((8, True), (1, False)):
        op = PReLUOp.build(operands=[value(8, 4, 4), value(slopes)], result_types=[UNRANKED])
        assert op.supports_packing() == packs


def test_parameters_of_specs_are_properties():
    """Specs and definitions agree, so that any layer can be built from its defaults."""
    simple = ("AbsVal", "Clip", "CELU", "ELU", "GELU", "HardSwish", "SELU", "Power", "Exp", "Log")
    for name in (*simple, "Shrink", "Threshold", "Dropout", "DeepCopy", "Swish", "Mish", "ReLU"):
        cls = LAYER_OPS[name]
        assert cls.LAYER is not None
        params: dict[str, ParamValue] = {
            p.name: cast(ParamValue, p.default) for p in cls.LAYER.params
        }
        op = cls.from_layer(GivenLayer(params, [value(3)]))
        op.verify()
        assert op.infer_shapes() == [(3,)]
