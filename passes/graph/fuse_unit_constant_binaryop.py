"""Turn a BinaryOp with a one-element constant of several dimensions into its scalar form."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.layers.binaryop import BinaryOperator
from ..common.rewrite import RewritePass
from .analysis.ranks import rank_of
from .rewriting.scalar_operand import FoldScalarPattern


class FoldUnitConstantIntoBinaryOp(FoldScalarPattern):
    """Fold constants of one element where the other operand has as many dimensions."""

    def reason_against(
        self, operator: BinaryOperator, other: SSAValue, constant: WeightOp, is_first: bool
    ) -> str | None:
        constant_rank, rank = len(constant.output.type.get_shape()), rank_of(other)
        if rank is None and constant_rank > 1:
            return "the other operand may have fewer dimensions than the constant"
        if rank is not None and rank < constant_rank:
            return f"the constant raises the rank of the result from {rank} to {constant_rank}"
        return None


class FuseUnitConstantBinaryopPass(RewritePass):
    """
    Turn BinaryOps with a constant of one element, of any rank, into their scalar form.

        %b = ncnn.weight <"b"> dense<2.0> : tensor<1x1x1xf32>
        %y = ncnn.binaryop mul %x, %b : (tensor<2x3x4xf32>, tensor<1x1x1xf32>) -> ...
        ->
        %y = ncnn.binaryop_scalar mul %x, 2.0

    What `fuse-memorydata-binaryop` leaves because its rank could matter, where it does not.
    """

    name = "fuse-unit-constant-binaryop"
    PATTERNS = (FoldUnitConstantIntoBinaryOp,)
