"""LayerNorm and RMSNorm: normalisation of the innermost axes."""

from __future__ import annotations

from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.ir import Attribute, OpResult
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
)

from ...constraints import F32, I64
from ..assembly import INPUT_TO_OUTPUT, optional, optional_operands
from ..base import NcnnOp
from ..errors import ShapeError
from ..layer import LayerFamily, LayerSpec, Param, Params, ParamValue, Weight
from ..param_values import attribute_of, int_param
from ..rules.implied_shapes import ImpliedShapes
from ..rules.param_rules import flag, vector
from ..rules.ranks import Rank, RankOf, SameRank
from ..shapes import AnyTensor, Shape, shape_of
from .elementwise import float_attribute

NORM_PARAMS = (
    Param(0, "affine_size", "int", 0),
    Param(1, "eps", "float", 0.001),
    Param(2, "affine", "int", 1),
)


class RowNormalizationOp(NcnnOp):
    """
    Normalise each run of the innermost axes, then scale every place of a run.

    For `w` and `h,w`, a run is `w`. For `c,h,w` and `c,d,h,w`, it is `w` or `h,w` if `size` is its
    length, or else all axes but the outermost. Source: ncnn, layernorm.cpp, rmsnorm.cpp.
    """

    FAMILY: ClassVar = LayerFamily.POOLING
    size = prop_def(I64, default_value=IntegerAttr(0, i64))
    eps = prop_def(F32, default_value=float_attribute(0.001))
    output = result_def(AnyTensor)

    def run_length(self) -> int:
        """Return the number of elements that are normalised together."""
        *outer, innermost = shape_of(self.operands[0])
        if len(outer) < 2:
            return innermost
        shape, size = (*outer, innermost), self.size.value.data
        candidates = [prod(shape[axis:]) for axis in range(len(shape) - 1, 0, -1)]
        return size if size in candidates else candidates[-1]

    def infer_shapes(self) -> list[Shape]:
        length = self.run_length()
        for operand in self.operands[1:]:
            if shape_of(operand) != (length,):
                raise ShapeError(
                    f"a parameter has shape {list(shape_of(operand))}, "
                    f"the input's innermost axes need [{length}]"
                )
        return [shape_of(self.operands[0])]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Imply equal shapes; the innermost axis of a vector or matrix has the factors' length."""
        shapes.say_same((self.operands[0], *self.results))
        if len(self.operands) > 1:
            (length,) = shape_of(self.operands[1])
            known = shapes.of(self.operands[0])
            is_vector = known is not None and len(known) == 1
            shapes.propose(self.operands[0], (length,) if is_vector else (None, length))

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return SameRank(self.operands[0])

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        return {
            "size": IntegerAttr(int_param(params, "affine_size"), i64),
            "eps": attribute_of(params["eps"], "float"),
        }

    def layer_params(self) -> dict[str, ParamValue]:
        return {
            **super().layer_params(),
            "affine_size": self.size.value.data,
            "affine": int(len(self.operands) > 1),
        }


@irdl_op_definition
class LayerNormOp(RowNormalizationOp):
    """`(x - mean) / sqrt(variance + eps) * gamma + beta`, gamma and beta being optional."""

    name = "ncnn.layernorm"
    input = operand_def(AnyTensor)
    gamma = opt_operand_def(AnyTensor)
    beta = opt_operand_def(AnyTensor)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    assembly_format = (
        f"$input {optional_operands('gamma', 'beta')}{optional('size', 'eps')}{INPUT_TO_OUTPUT}"
    )
    LAYER: ClassVar = LayerSpec(
        "LayerNorm",
        NORM_PARAMS,
        (
            Weight("gamma", vector("affine_size"), False, flag("affine")),
            Weight("beta", vector("affine_size"), False, flag("affine")),
        ),
    )

    def infer_shapes(self) -> list[Shape]:
        if (self.gamma is None) != (self.beta is None):
            raise ShapeError("gamma and beta go together")
        return super().infer_shapes()


@irdl_op_definition
class RMSNormOp(RowNormalizationOp):
    """`x / sqrt(mean of x^2 + eps) * gamma`, gamma being optional."""

    name = "ncnn.rmsnorm"
    input = operand_def(AnyTensor)
    gamma = opt_operand_def(AnyTensor)
    assembly_format = (
        f"$input {optional_operands('gamma')}{optional('size', 'eps')}{INPUT_TO_OUTPUT}"
    )
    LAYER: ClassVar = LayerSpec(
        "RMSNorm", NORM_PARAMS, (Weight("gamma", vector("affine_size"), False, flag("affine")),)
    )
