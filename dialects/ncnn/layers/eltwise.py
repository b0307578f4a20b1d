"""Eltwise."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, SpacedOpaqueSyntaxAttribute
from xdsl.irdl import (
    irdl_attr_definition,
    irdl_op_definition,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.utils.str_enum import StrEnum

from ...constraints import float_list
from ..assembly import FUNCTION_TYPE, optional
from ..errors import ShapeError
from ..layer import LayerSpec, Param, Params
from ..param_values import attribute_of, enum_of_code
from ..parameters import floats_parameter
from ..rules.implied_shapes import ImpliedShapes
from ..shapes import AnyTensor, Shape, shape_of
from .elementwise import ElementwiseOp


class EltwiseOperator(StrEnum):
    """The operators of Eltwise, in the order of its codes."""

    PROD = "prod"
    SUM = "sum"
    MAX = "max"


@irdl_attr_definition
class EltwiseOperatorAttr(EnumAttribute[EltwiseOperator], SpacedOpaqueSyntaxAttribute):
    name = "ncnn.eltwise_operator"


@irdl_op_definition
class EltwiseOp(ElementwiseOp):
    """
    `ncnn.eltwise sum %a, %b coeffs [0.5, 2.0]`: product, (weighted) sum or maximum of inputs.

    All inputs have the same shape: it does not broadcast. `sum` may have a coefficient per input.
    """

    name = "ncnn.eltwise"
    operator = prop_def(EltwiseOperatorAttr)
    inputs = var_operand_def(AnyTensor)
    coeffs = floats_parameter(1)
    output = result_def(AnyTensor)
    assembly_format = f"$operator $inputs {optional('coeffs')}{FUNCTION_TYPE}"
    LAYER: ClassVar = LayerSpec("Eltwise", (Param(0, "operator", "int", 0),))

    def infer_shapes(self) -> list[Shape]:
        if len(self.inputs) < 2:
            raise ShapeError(f"takes two inputs or more, {len(self.inputs)} given")
        coeffs = float_list(self.coeffs)
        if coeffs and self.operator.data != EltwiseOperator.SUM:
            raise ShapeError(f"coefficients do not go with {self.operator.data.value}")
        if coeffs and len(coeffs) < len(self.inputs):
            raise ShapeError(f"{len(coeffs)} coefficients for {len(self.inputs)} inputs")
        first, *others = (shape_of(value) for value in self.inputs)
        for shape in others:
            if shape != first:
                raise ShapeError(f"inputs differ in shape: {list(first)} and {list(shape)}")
        return [first]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Imply equal shapes of all operands and the result."""
        blobs = [*self.operands, *self.results]
        for one in blobs:
            if (known := shapes.of(one)) is not None:
                for other in blobs:
                    shapes.propose(other, known)

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        operator = enum_of_code(EltwiseOperator, params, "operator")
        coeffs = params["coeffs"] if operator == EltwiseOperator.SUM else []
        return {
            "operator": EltwiseOperatorAttr(operator),
            "coeffs": attribute_of(coeffs, "floats"),
        }
