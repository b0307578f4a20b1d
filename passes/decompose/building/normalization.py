"""Inserts normalisations of groups of channels."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import FloatAttr, UnitAttr, f32
from xdsl.ir import SSAValue

from ....dialects.constraints import int_attr
from ....dialects.kernel.attributes import EpsGuard, EpsGuardAttr
from ....dialects.ncnn.builder import LayerBuilder
from ....dialects.ncnn.internal.normalize_groups import NormalizeGroupsOp
from ....dialects.ncnn.shapes import Shape

IMAGE_RANK = 3


def image_of(shape: Shape) -> Shape:
    """The shape in which ncnn sees a blob: vectors and matrices are images of one channel."""
    return (1,) * (IMAGE_RANK - len(shape)) + shape


@dataclass(frozen=True)
class GroupNormalization:
    """The parameters of an `ncnn.normalize_groups`; see there."""

    groups: int
    eps: float
    guard: EpsGuard
    centred: bool = True
    summed: bool = False

    def insert(
        self, layers: LayerBuilder, x: SSAValue, factor: SSAValue, term: SSAValue
    ) -> SSAValue:
        """The normalised x, channels being its outermost axis."""
        op = NormalizeGroupsOp.build(
            operands=[x, factor, term, []],
            properties={
                "guard": EpsGuardAttr(self.guard),
                "groups": int_attr(self.groups),
                "eps": FloatAttr(self.eps, f32),
                "centred": UnitAttr() if self.centred else None,
                "summed": UnitAttr() if self.summed else None,
            },
            regions=[[]],
            result_types=[x.type],
        )
        return layers.insert(op)
