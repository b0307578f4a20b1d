"""UnaryOp."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition, irdl_op_definition, prop_def
from xdsl.utils.str_enum import StrEnum

from ..layer import LayerSpec, Param, Params
from ..param_values import enum_of_code
from .elementwise import UnaryElementwiseOp


class UnaryOperator(StrEnum):
    """The operators of UnaryOp, in the order of its codes."""

    ABS = "abs"
    NEG = "neg"
    FLOOR = "floor"
    CEIL = "ceil"
    SQUARE = "square"
    SQRT = "sqrt"
    RSQRT = "rsqrt"
    EXP = "exp"
    LOG = "log"
    SIN = "sin"
    COS = "cos"
    TAN = "tan"
    ASIN = "asin"
    ACOS = "acos"
    ATAN = "atan"
    RECIPROCAL = "reciprocal"
    TANH = "tanh"
    LOG10 = "log10"
    ROUND = "round"
    TRUNC = "trunc"
    SIGN = "sign"
    EXPM1 = "expm1"
    SINH = "sinh"
    ASINH = "asinh"
    COSH = "cosh"
    ACOSH = "acosh"
    ATANH = "atanh"
    LOG1P = "log1p"


@irdl_attr_definition
class UnaryOperatorAttr(EnumAttribute[UnaryOperator], SpacedOpaqueSyntaxAttribute):
    name = "ncnn.unary_operator"


@irdl_op_definition
class UnaryOpOp(UnaryElementwiseOp):
    """`ncnn.unaryop sqrt %x`: `operator(x)` for each element; `round` takes halves to even."""

    name = "ncnn.unaryop"
    operator = prop_def(UnaryOperatorAttr)
    assembly_format = "$operator $input attr-dict `:` functional-type(operands, results)"
    LAYER: ClassVar = LayerSpec("UnaryOp", (Param(0, "operator", "int", 0),))

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        operator = enum_of_code(UnaryOperator, params, "operator")
        return {"operator": UnaryOperatorAttr(operator)}
