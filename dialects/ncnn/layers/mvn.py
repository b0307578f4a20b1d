"""MVN: mean and variance normalisation."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute, OpResult
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, prop_def, result_def

from ...constraints import F32
from ..assembly import INPUT_TO_OUTPUT, optional
from ..base import AnyTensor, NcnnOp, Shape, attribute_of, shape_of
from ..layer import LayerFamily, LayerSpec, Param, Params
from ..rules.ranks import Rank, RankOf, SameRank
from .elementwise import float_attribute

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
    normalize_variance = opt_prop_def(UnitAttr)
    across_channels = opt_prop_def(UnitAttr)
    eps = prop_def(F32, default_value=float_attribute(0.0001))
    output = result_def(AnyTensor)
    assembly_format = (
        f"$input {optional('normalize_variance', 'across_channels', 'eps')}{INPUT_TO_OUTPUT}"
    )
    FAMILY: ClassVar = LayerFamily.POOLING
    LAYER: ClassVar = LayerSpec(
        "MVN",
        (
            Param(0, "normalize_variance", "int", 0),
            Param(1, "across_channels", "int", 0),
            Param(2, "eps", "float", 0.0001),
        ),
    )

    def infer_shapes(self) -> list[Shape]:
        shape = shape_of(self.input)
        return [(1,) * (IMAGE_RANK - len(shape)) + shape]

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return SameRank(self.input, IMAGE_RANK)

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        return {
            "normalize_variance": UnitAttr() if params["normalize_variance"] else None,
            "across_channels": UnitAttr() if params["across_channels"] else None,
            "eps": attribute_of(params["eps"], "float"),
        }
