"""Normalisation of groups of channels; not a layer of ncnn, but several are rewritten to it."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, prop_def, result_def

from ...constraints import F32, I64
from ...kernel.attributes import EpsGuardAttr
from ..errors import ShapeError
from ..families.linear import EPILOGUE_FORMAT, EpilogueOp
from ..layer import LayerFamily
from ..schedule import SCHEDULE_FORMAT, ScheduledOp
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class NormalizeGroupsOp(EpilogueOp, ScheduledOp):
    """
    `(x - m) / root(s) * factor + term`, for each of `groups` equal runs of channels.

    `m` is the mean of the group if `centred`, else 0. `s` is the mean of the squares of `x - m`, or
    if `summed` their sum; `guard` says how eps keeps its root from 0. Shapes: x has channels as its
    outermost axis, factor and term have an element for each channel.
    """

    name = "ncnn.normalize_groups"
    guard = prop_def(EpsGuardAttr)
    input = operand_def(AnyTensor)
    factor = operand_def(AnyTensor)
    term = operand_def(AnyTensor)
    groups = prop_def(I64)
    eps = prop_def(F32)
    centred = opt_prop_def(UnitAttr)
    summed = opt_prop_def(UnitAttr)
    output = result_def(AnyTensor)
    assembly_format = (
        "$guard $input `,` $factor `,` $term `groups` $groups `eps` $eps (`centred` $centred^)? "
        f"(`summed` $summed^)? {SCHEDULE_FORMAT}{EPILOGUE_FORMAT}attr-dict "
        "`:` type($input) `,` type($factor) `,` type($term) `->` type($output)"
    )
    FAMILY: ClassVar = LayerFamily.POOLING
    RANK: ClassVar = "input"

    def infer_shapes(self) -> list[Shape]:
        shape, groups = shape_of(self.input), self.groups.value.data
        if groups < 1 or shape[0] % groups:
            raise ShapeError(f"{shape[0]} channels are not {groups} groups of equal size")
        for operand in (self.factor, self.term):
            if shape_of(operand) != shape[:1]:
                raise ShapeError(
                    f"factor and term have shape [{shape[0]}], not {list(shape_of(operand))}"
                )
        return [shape]

    def supports_packing(self) -> bool:
        return len(shape_of(self.input)) == 3
