"""Tile: repeat a tensor along any axes."""

from __future__ import annotations

from typing import ClassVar

from xdsl.ir import Attribute, OpResult
from xdsl.irdl import irdl_op_definition, operand_def, result_def

from ...constraints import int_list
from ..assembly import FUNCTION_TYPE, optional
from ..base import NcnnOp
from ..errors import InvalidLayerError, ShapeError
from ..layer import LayerSpec, Params
from ..param_values import int_param, ints_param
from ..parameters import int_parameter, ints_parameter
from ..rules.axes import AXIS_NAMES, MAX_RANK, named_extents
from ..rules.ranks import Rank, RankOf, SameRank
from ..rules.value_range import Range, RangeOf
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class TileOp(NcnnOp):
    """
    `ncnn.tile %x repeats [2, 3]`: repeat the input along its innermost axes.

    With more repeats than axes of the input, the result has an axis for each; the input's are
    matched by name (see `named_extents`). Without repeats, the input is repeated `tiles` times
    along `axis`; a vector has only one axis, and an axis that a higher rank lacks is ignored.
    Source: ncnn, tile.cpp.
    """

    name = "ncnn.tile"

    input = operand_def(AnyTensor)
    axis = int_parameter(0)
    tiles = int_parameter(1, 1)
    repeats = ints_parameter(2)
    output = result_def(AnyTensor)

    assembly_format = f"$input {optional('axis', 'tiles', 'repeats')}{FUNCTION_TYPE}"

    LAYER: ClassVar = LayerSpec("Tile")

    def axis_repeats(self) -> list[int]:
        """Return the repeats of each axis of the result, outermost first."""
        rank = len(shape_of(self.input))
        if repeats := int_list(self.repeats):
            counts = [1] * (rank - len(repeats)) + repeats
        else:
            axis = 0 if rank == 1 else self.axis.value.data
            counts = [self.tiles.value.data if i == axis else 1 for i in range(rank)]
        if min(counts) < 1 or len(counts) > MAX_RANK:
            raise ShapeError(f"{counts} must be at most {MAX_RANK} positive numbers")
        return counts

    def aligned_input(self) -> Shape:
        """Return the shape of the input with as many axes as the result has."""
        shape = shape_of(self.input)
        extents = named_extents(shape)
        return tuple(extents[name] for name in AXIS_NAMES[len(self.axis_repeats())])

    def infer_shapes(self) -> list[Shape]:
        pairs = zip(self.axis_repeats(), self.aligned_input(), strict=True)
        return [tuple(count * extent for count, extent in pairs)]

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return SameRank(self.input, len(int_list(self.repeats)))

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of(self.input)

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        axis, tiles = int_param(params, "axis"), int_param(params, "tiles")
        repeats = ints_param(params, "repeats")
        if not 0 <= axis < MAX_RANK or tiles < 1:
            raise InvalidLayerError(f"cannot repeat {tiles} times along axis {axis}")
        if len(repeats) > MAX_RANK or min(repeats, default=1) < 1:
            raise InvalidLayerError(f"repeats {repeats} must be at most {MAX_RANK}, all positive")
        return super().layer_properties(params)
