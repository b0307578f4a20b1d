"""BinaryOp, of two blobs or of a blob and a number."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, OpResult, SpacedOpaqueSyntaxAttribute, SSAValue
from xdsl.irdl import irdl_attr_definition, irdl_op_definition, operand_def, prop_def, result_def
from xdsl.utils.str_enum import StrEnum

from ...constraints import F32
from ..assembly import FUNCTION_TYPE
from ..base import NcnnOp
from ..errors import InvalidLayerError
from ..given_layer import GivenLayer
from ..layer import LayerSpec, Param, Params, ParamValue
from ..param_values import enum_of_code, float_param, value_of
from ..rules.implied_shapes import ImpliedShapes
from ..rules.ranks import Rank, RankOf, SameRank
from ..rules.value_range import ANY, POSITIVE, Range, RangeOf
from ..shapes import UNRANKED, AnyTensor, has_shape, shape_of
from .elementwise import ElementwiseOp, UnaryElementwiseOp, float_attribute


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
        """Return whether the operands may be swapped."""
        return self.value in ("add", "mul", "max", "min", "logaddexp")

    @property
    def swapped(self) -> BinaryOperator:
        """Return the equivalent operator with swapped operands: `sub` for `rsub` and vice versa."""
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
    name = "ncnn.binary_operator"


BINARY_PARAMS = (
    Param(0, "operator", "int", 0),
    Param(1, "with_scalar", "int", 0),
    Param(2, "scalar", "float", 0.0),
)


def binary_operator(params: Params) -> BinaryOperatorAttr:
    """Return the operator of a BinaryOp layer. Raises: ShapeError for an unknown code."""
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
    assembly_format = f"$operator $input `,` $scalar {FUNCTION_TYPE}"

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
    def from_layer(cls, layer: GivenLayer) -> NcnnOp:
        if not layer.params["with_scalar"]:
            return super().from_layer(layer)
        if len(layer.inputs) != 1 or layer.outputs != 1:
            raise InvalidLayerError(f"{layer.counts} with a scalar operand")
        operator, scalar = binary_operator(layer.params), float_param(layer.params, "scalar")
        return BinaryScalarOp.of(operator.data, layer.inputs[0], scalar, UNRANKED)

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Propose equal shapes of operands and result; an extent of 1 implies nothing."""
        blobs = [*self.operands, *self.results]
        for one in blobs:
            known = shapes.of(one) or ()
            alike = tuple(None if extent == 1 else extent for extent in known)
            for other in blobs:
                if alike and shapes.of(other) is None:
                    shapes.propose(other, alike)
