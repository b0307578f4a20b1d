"""SPP: poolings to grids of 1x1, 2x2, 4x4 ... cells, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def

from ...constraints import I64
from ..assembly import INPUT_TO_OUTPUT, optional
from ..base import NcnnOp
from ..errors import InvalidLayerError, ShapeError
from ..families.pooling_windows import PoolingKind, PoolingKindAttr
from ..layer import LayerFamily, LayerSpec, Param, Params, ParamValue
from ..param_values import enum_of_code, int_param, value_of
from ..shapes import AnyTensor, Shape, shape_of

MOST_LEVELS = 12


@dataclass(frozen=True)
class Grid:
    """A grid of the pyramid: bins along both axes, and of `[h, w]` windows and zeros around."""

    bins: int
    window: tuple[int, int]
    before: tuple[int, int]
    after: tuple[int, int]


@irdl_op_definition
class SPPOp(NcnnOp):
    """
    `ncnn.spp max %x levels 3`: `c,h,w` pooled to grids of 1, 2, 4 ... bins along each axis, all
    cells one after the other as a vector.

    The windows of a grid have one size and do not overlap; the input is padded with zeros, which
    count, to fit. Source: ncnn, spp.cpp (which allocates too small a blob).
    """

    name = "ncnn.spp"
    kind = prop_def(PoolingKindAttr)
    input = operand_def(AnyTensor)
    levels = prop_def(I64, default_value=IntegerAttr(1, i64))
    output = result_def(AnyTensor)
    assembly_format = f"$kind $input {optional('levels')}{INPUT_TO_OUTPUT}"
    FAMILY: ClassVar = LayerFamily.POOLING
    LAYER: ClassVar = LayerSpec(
        "SPP", (Param(0, "pooling_type", "int", 0), Param(1, "pyramid_height", "int", 1))
    )
    RANK: ClassVar = 1

    def grids(self) -> Iterator[Grid]:
        """Return the grids, from the coarsest on."""
        size = shape_of(self.input)[1:]
        for level in range(self.levels.value.data):
            bins = 1 << level
            height, width = (-(-n // bins) for n in size)
            rest = [bins * step - n for step, n in zip((height, width), size, strict=True)]
            (top, bottom), (left, right) = (((r + 1) // 2, r // 2) for r in rest)
            yield Grid(bins, (height, width), (top, left), (bottom, right))

    def infer_shapes(self) -> list[Shape]:
        shape, levels = shape_of(self.input), self.levels.value.data
        if len(shape) != 3:
            raise ShapeError(f"input must have 3 dimensions (c,h,w), not {len(shape)}")
        if not 1 <= levels <= MOST_LEVELS:
            raise InvalidLayerError(f"{levels} levels are not 1 to {MOST_LEVELS}")
        return [(shape[0] * sum(grid.bins**2 for grid in self.grids()),)]

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        return {
            "kind": PoolingKindAttr(enum_of_code(PoolingKind, params, "pooling_type")),
            "levels": IntegerAttr(int_param(params, "pyramid_height"), i64),
        }

    def layer_params(self) -> dict[str, ParamValue]:
        return {"pooling_type": value_of(self.kind), "pyramid_height": self.levels.value.data}
