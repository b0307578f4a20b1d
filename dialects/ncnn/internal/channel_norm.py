"""Normalisation across channels: a LayerNorm between two Permutes."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
)

from ...constraints import F32
from ..base import NcnnOp
from ..errors import ShapeError
from ..layer import LayerFamily
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class ChannelNormOp(NcnnOp):
    """
    `ncnn.channel_norm %x gamma %g beta %b eps 1e-6 centred`: every place of `c,h,w` (or `c,w`)
    normalised over its channels, then scaled by channel.

    Centred is LayerNorm, `(x - mean) / sqrt(variance + eps) * gamma + beta`; otherwise RMSNorm,
    `x / sqrt(mean of x^2 + eps) * gamma`. It is not a layer of ncnn: a pass builds it from a
    normalisation between two Permutes.
    """

    name = "ncnn.channel_norm"
    FAMILY: ClassVar = LayerFamily.POOLING

    input = operand_def(AnyTensor)
    gamma = opt_operand_def(AnyTensor)
    beta = opt_operand_def(AnyTensor)
    eps = prop_def(F32)
    centred = opt_prop_def(UnitAttr)
    output = result_def(AnyTensor)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    assembly_format = (
        "$input (`gamma` $gamma^ `:` type($gamma))? (`beta` $beta^ `:` type($beta))? "
        "`eps` $eps (`centred` $centred^)? attr-dict `:` type($input) `->` type($output)"
    )

    def infer_shapes(self) -> list[Shape]:
        shape = shape_of(self.input)
        if len(shape) not in (2, 3):
            raise ShapeError(f"the input has {len(shape)} dimensions, not 2 or 3")
        if self.beta is not None and self.gamma is None:
            raise ShapeError("beta comes with gamma")
        for operand in self.operands[1:]:
            if shape_of(operand) != shape[:1]:
                raise ShapeError(
                    f"a parameter has shape {list(shape_of(operand))}, "
                    f"the input's channels need [{shape[0]}]"
                )
        return [shape]

    def supports_packing(self) -> bool:
        return len(shape_of(self.input)) == 3
