"""Element-wise ops: base classes, and the arithmetic layers (BinaryOp, UnaryOp, Eltwise, ...)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, cast

from xdsl.dialects.builtin import DenseArrayBase, FloatAttr, f32
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, OpResult, SpacedOpaqueSyntaxAttribute, SSAValue
from xdsl.irdl import (
    irdl_attr_definition,
    operand_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.utils.str_enum import StrEnum

from ...op_definition import irdl_op_definition
from ...properties import F32, F32Array, float_list
from ..base import (
    TAKES_BF16,
    UNRANKED,
    AnyTensor,
    InvalidLayerError,
    NcnnOp,
    Shape,
    ShapeError,
    attribute_of,
    enum_of_code,
    has_shape,
    shape_of,
    value_of,
)
from ..broadcast import Axes, broadcast_axes, broadcast_shapes
from ..layer import Family, LayerSpec, Param, Params, ParamValue
from ..ranks import Rank, RankOf, SameRank
from ..value_range import ANY, POSITIVE, Range, RangeOf


def float_attribute(value: float) -> FloatAttr:
    """A float parameter's property."""
    return FloatAttr(value, f32)


class ElementwiseOp(NcnnOp):
    """
    An op each of whose output elements depends on one element of each operand.

    Which one, `operand_axes` says. It is all that a lowering needs besides the scalar formula.
    """

    FAMILY: ClassVar = Family.ARITHMETIC
    NARROW_ELEMENTS: ClassVar = TAKES_BF16

    def operand_axes(self) -> list[Axes]:
        """For each operand: the output axis that each of its axes follows, None for index 0."""
        shapes = [shape_of(operand) for operand in self.operands]
        return [broadcast_axes(shape, *shapes) for shape in shapes]

    def infer_shapes(self) -> list[Shape]:
        return [broadcast_shapes(*(shape_of(operand) for operand in self.operands))]

    def supports_packing(self) -> bool:
        """
        Whether each block of the outermost axis comes from the same block of every operand.

        A matrix has no packed layout; no operand may broadcast along the packed axis.
        """
        ranks = {len(shape_of(operand)) for operand in self.operands}
        return 2 not in ranks and all(axes[0] == 0 for axes in self.operand_axes())


class UnaryElementwiseOp(ElementwiseOp):
    """An element-wise op of one input."""

    input = operand_def(AnyTensor)
    output = result_def(AnyTensor)
    assembly_format = "$input attr-dict `:` functional-type(operands, results)"

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return SameRank(self.input)


class BinaryOperator(StrEnum):
    """The operators of BinaryOp, in the order of its codes; `r` ones swap their operands."""

    ADD = "add"
    SUB = "sub"
    MUL = "mul"
    DIV = "div"
    MAX = "max"
    MIN = "min"
    POW = "pow"
    RSUB = "rsub"
    RDIV = "rdiv"
    RPOW = "rpow"
    ATAN2 = "atan2"
    RATAN2 = "ratan2"
    FMOD = "fmod"
    RFMOD = "rfmod"
    LOGADDEXP = "logaddexp"
    FLOOR_DIVIDE = "floor_divide"
    RFLOOR_DIVIDE = "rfloor_divide"
    REMAINDER = "remainder"
    RREMAINDER = "rremainder"

    @property
    def is_commutative(self) -> bool:
        """Whether the operands may change places."""
        return self.value in ("add", "mul", "max", "min", "logaddexp")

    @property
    def swapped(self) -> BinaryOperator:
        """The operator that gives the same with its operands swapped: `sub` for `rsub` and back."""
        if self.is_commutative:
            return self
        base = SWAPPED_BASES.get(self)
        return base if base is not None else BinaryOperator("r" + self.value)


SWAPPED_BASES: dict[BinaryOperator, BinaryOperator] = {
    BinaryOperator("r" + name): BinaryOperator(name)
    for name in ("sub", "div", "pow", "atan2", "fmod", "floor_divide", "remainder")
}
"""`rsub` -> `sub` and so on: the operators that swap their operands."""


@irdl_attr_definition
class BinaryOperatorAttr(EnumAttribute[BinaryOperator], SpacedOpaqueSyntaxAttribute):
    """`#ncnn<binary_operator add>`; prints as the bare word inside an op's syntax."""

    name = "ncnn.binary_operator"


BINARY_PARAMS = (
    Param(0, "operator", "int", 0),
    Param(1, "with_scalar", "int", 0),
    Param(2, "scalar", "float", 0.0),
)


def binary_operator(params: Params) -> BinaryOperatorAttr:
    """The operator of a BinaryOp layer. Raises: ShapeError for an unknown code."""
    return BinaryOperatorAttr(enum_of_code(BinaryOperator, params, "operator"))


@irdl_op_definition
class BinaryScalarOp(UnaryElementwiseOp):
    """
    `ncnn.binaryop_scalar rsub %x, 1.0`: `operator(x, scalar)` for each element.

    The form of a BinaryOp layer whose second operand is the constant parameter 2.
    """

    name = "ncnn.binaryop_scalar"
    operator = prop_def(BinaryOperatorAttr)
    scalar = prop_def(F32)
    assembly_format = (
        "$operator $input `,` $scalar attr-dict `:` functional-type(operands, results)"
    )

    @classmethod
    def of(
        cls, operator: BinaryOperator, input: SSAValue, scalar: float, type: Attribute | None = None
    ) -> BinaryScalarOp:
        """`operator(input, scalar)`, of the type of the input unless another is given."""
        return cls.build(
            operands=[input],
            properties={
                "operator": BinaryOperatorAttr(operator),
                "scalar": float_attribute(scalar),
            },
            result_types=[input.type if type is None else type],
        )

    def layer_spec(self) -> LayerSpec | None:
        return BinaryOpOp.LAYER

    def layer_params(self) -> dict[str, ParamValue]:
        return {
            "operator": value_of(self.operator),
            "with_scalar": 1,
            "scalar": value_of(self.scalar),
        }


@irdl_op_definition
class BinaryOpOp(ElementwiseOp):
    """
    `ncnn.binaryop add %a, %b`: `operator(a, b)` for each element, with broadcasting (see `align`).

    `remainder` is C's `remainder` (the quotient rounds to nearest), `fmod` truncates.
    """

    name = "ncnn.binaryop"
    operator = prop_def(BinaryOperatorAttr)
    lhs = operand_def(AnyTensor)
    rhs = operand_def(AnyTensor)
    output = result_def(AnyTensor)
    assembly_format = "$operator $lhs `,` $rhs attr-dict `:` functional-type(operands, results)"
    LAYER: ClassVar = LayerSpec("BinaryOp", BINARY_PARAMS)

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        if has_shape(self.lhs):
            return SameRank(self.rhs, least=len(shape_of(self.lhs)))
        return SameRank(self.lhs, least=len(shape_of(self.rhs))) if has_shape(self.rhs) else None

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        left, right = range_of(self.lhs), range_of(self.rhs)
        match self.operator.data:
            case BinaryOperator.ADD:
                return Range(left.low + right.low, left.high + right.high)
            case BinaryOperator.MUL if min(left.low, right.low) >= 0.0:
                return POSITIVE
            case BinaryOperator.MAX:
                return Range(max(left.low, right.low), max(left.high, right.high))
            case BinaryOperator.MIN:
                return Range(min(left.low, right.low), min(left.high, right.high))
            case _:
                return ANY

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        return {"operator": binary_operator(params)}

    @classmethod
    def from_layer(
        cls,
        params: Params,
        inputs: Sequence[SSAValue],
        weights: Mapping[str, SSAValue],
        top_count: int,
    ) -> NcnnOp:
        if not params["with_scalar"]:
            return super().from_layer(params, inputs, weights, top_count)
        if len(inputs) != 1 or top_count != 1:
            counts = f"{len(inputs)} inputs and {top_count} outputs"
            raise InvalidLayerError(f"has a scalar operand, {counts}")
        operator, scalar = binary_operator(params), float(cast(float, params["scalar"]))
        return BinaryScalarOp.of(operator.data, inputs[0], scalar, UNRANKED)


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
    """`#ncnn<unary_operator sqrt>`; prints as the bare word inside an op's syntax."""

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


class EltwiseOperator(StrEnum):
    """The operators of Eltwise, in the order of its codes."""

    PROD = "prod"
    SUM = "sum"
    MAX = "max"


@irdl_attr_definition
class EltwiseOperatorAttr(EnumAttribute[EltwiseOperator], SpacedOpaqueSyntaxAttribute):
    """`#ncnn<eltwise_operator sum>`; prints as the bare word inside an op's syntax."""

    name = "ncnn.eltwise_operator"


@irdl_op_definition
class EltwiseOp(ElementwiseOp):
    """
    `ncnn.eltwise sum %a, %b coeffs [0.5, 2.0]`: product, (weighted) sum or maximum of inputs.

    They have one shape: it does not broadcast. Coefficients, one for each input, go with `sum`.
    """

    name = "ncnn.eltwise"
    operator = prop_def(EltwiseOperatorAttr)
    inputs = var_operand_def(AnyTensor)
    coeffs = prop_def(F32Array, default_value=DenseArrayBase.from_list(f32, []))
    output = result_def(AnyTensor)
    assembly_format = (
        "$operator $inputs (`coeffs` $coeffs^)? attr-dict `:` functional-type(operands, results)"
    )
    LAYER: ClassVar = LayerSpec(
        "Eltwise", (Param(0, "operator", "int", 0), Param(1, "coeffs", "floats", []))
    )

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

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        operator = enum_of_code(EltwiseOperator, params, "operator")
        coeffs = params["coeffs"] if operator == EltwiseOperator.SUM else []
        return {
            "operator": EltwiseOperatorAttr(operator),
            "coeffs": attribute_of(coeffs, "floats"),
        }


@irdl_op_definition
class PowerOp(UnaryElementwiseOp):
    """`(shift + scale * x) ^ power`"""

    name = "ncnn.power"
    power = prop_def(F32, default_value=float_attribute(1.0))
    scale = prop_def(F32, default_value=float_attribute(1.0))
    shift = prop_def(F32, default_value=float_attribute(0.0))
    assembly_format = (
        "$input (`power` $power^)? (`scale` $scale^)? (`shift` $shift^)? "
        "attr-dict `:` functional-type(operands, results)"
    )
    LAYER: ClassVar = LayerSpec(
        "Power",
        (
            Param(0, "power", "float", 1.0),
            Param(1, "scale", "float", 1.0),
            Param(2, "shift", "float", 0.0),
        ),
    )


NATURAL_BASE = -1.0
"""The `base` of Exp and Log that stands for Euler's number."""

EXP_LOG_FORMAT = (
    "$input (`base` $base^)? (`scale` $scale^)? (`shift` $shift^)? "
    "attr-dict `:` functional-type(operands, results)"
)
EXP_LOG_PARAMS = (
    Param(0, "base", "float", NATURAL_BASE),
    Param(1, "scale", "float", 1.0),
    Param(2, "shift", "float", 0.0),
)


@irdl_op_definition
class ExpOp(UnaryElementwiseOp):
    """`base ^ (shift + scale * x)`; base -1 is e"""

    name = "ncnn.exp"
    base = prop_def(F32, default_value=float_attribute(NATURAL_BASE))
    scale = prop_def(F32, default_value=float_attribute(1.0))
    shift = prop_def(F32, default_value=float_attribute(0.0))
    assembly_format = EXP_LOG_FORMAT
    FAMILY: ClassVar = Family.ACTIVATION
    LAYER: ClassVar = LayerSpec("Exp", EXP_LOG_PARAMS)


@irdl_op_definition
class LogOp(UnaryElementwiseOp):
    """`log_base(shift + scale * x)`; base -1 is e"""

    name = "ncnn.log"
    base = prop_def(F32, default_value=float_attribute(NATURAL_BASE))
    scale = prop_def(F32, default_value=float_attribute(1.0))
    shift = prop_def(F32, default_value=float_attribute(0.0))
    assembly_format = EXP_LOG_FORMAT
    FAMILY: ClassVar = Family.ACTIVATION
    LAYER: ClassVar = LayerSpec("Log", EXP_LOG_PARAMS)
