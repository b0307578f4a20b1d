"""MVN: mean and variance normalisation."""

from __future__ import annotations

from typing import ClassVar

from xdsl.ir import OpResult
from xdsl.irdl import irdl_op_definition, operand_def, result_def

from ..assembly import INPUT_TO_OUTPUT, optional
from ..base import NcnnOp
from ..layer import LayerFamily, LayerSpec
from ..parameters import flag_parameter, float_parameter
from ..rules.ranks import Rank, RankOf, SameRank
from ..shapes import AnyTensor, Shape, shape_of

IMAGE_RANK = 3
"""ncnn gives results of fewer dimensions axes of extent 1 in front."""


@irdl_op_definition
class MVNOp(NcnnOp):
    """
    `x - mean`, divided by `sqrt(variance) + eps` if `normalize_variance`.

    Mean and variance are of each channel, or of all with `across_channels`. Shapes: `c,h,w` or
    `c,d,h,w`; of `h,w` and `w` the result is an image of one channel. Source: ncnn, mvn.cpp.
    """

    name = "ncnn.mvn"
    input = operand_def(AnyTensor)
    normalize_variance = flag_parameter(0)
    across_channels = flag_parameter(1)
    eps = float_parameter(2, 0.0001)
    output = result_def(AnyTensor)
    assembly_format = (
        f"$input {optional('normalize_variance', 'across_channels', 'eps')}{INPUT_TO_OUTPUT}"
    )
    FAMILY: ClassVar = LayerFamily.POOLING
    LAYER: ClassVar = LayerSpec("MVN")

    def infer_shapes(self) -> list[Shape]:
        shape = shape_of(self.input)
        return [(1,) * (IMAGE_RANK - len(shape)) + shape]

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return SameRank(self.input, IMAGE_RANK)
