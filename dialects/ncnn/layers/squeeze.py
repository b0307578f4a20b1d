"""Squeeze and ExpandDims: remove or insert axes of extent 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute, OpResult
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def

from ...constraints import I64Array, int_array, int_list
from ..layer import LayerSpec, Param, Params
from ..rules.axes import AXIS_NAMES, check_axes
from ..rules.implied_shapes import ImpliedShapes
from ..rules.ranks import Rank, RankOf
from ..shapes import Shape, shape_of
from .reshape import ReshapingOp

NO_AXES = int_array([])
FLAGS = {name: f"squeeze_{name}" for name in "whdc"}
"""ncnn's name of an axis -> the property that requests its removal."""


@irdl_op_definition
class SqueezeOp(ReshapingOp):
    """
    `ncnn.squeeze %x axes [0, -1]`: the input without those of these axes that have extent 1.

    Axes may also be named (`squeeze_w` and so on), unless there are `axes`. Axes that the input
    lacks, and those of another extent, are ignored; if all would be removed, one remains.
    Source: ncnn, squeeze.cpp.
    """

    name = "ncnn.squeeze"

    axes = prop_def(I64Array, default_value=NO_AXES)
    squeeze_w = opt_prop_def(UnitAttr)
    squeeze_h = opt_prop_def(UnitAttr)
    squeeze_d = opt_prop_def(UnitAttr)
    squeeze_c = opt_prop_def(UnitAttr)

    assembly_format = (
        "$input (`axes` $axes^)? (`w` $squeeze_w^)? (`h` $squeeze_h^)? (`d` $squeeze_d^)? "
        "(`c` $squeeze_c^)? attr-dict `:` functional-type(operands, results)"
    )

    LAYER: ClassVar = LayerSpec(
        "Squeeze",
        (
            Param(0, "squeeze_w", "int", 0),
            Param(1, "squeeze_h", "int", 0),
            Param(11, "squeeze_d", "int", 0),
            Param(2, "squeeze_c", "int", 0),
            Param(3, "axes", "ints", []),
        ),
    )

    def squeezed_axes(self) -> set[int]:
        """Return the axes to remove if they have extent 1, outermost is 0."""
        rank = len(shape_of(self.input))
        if axes := int_list(self.axes):
            return {axis + rank if axis < 0 else axis for axis in axes}
        names = AXIS_NAMES[rank]
        return {i for i, name in enumerate(names) if self.properties.get(FLAGS[name]) is not None}

    def infer_shapes(self) -> list[Shape]:
        squeezed = self.squeezed_axes()
        shape = shape_of(self.input)
        kept = tuple(n for axis, n in enumerate(shape) if n != 1 or axis not in squeezed)
        return [kept or (1,)]

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return 1 if rank_of(self.input) == 1 else None

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        check_axes(params, "axes")
        return super().layer_properties(params)


_Extent = TypeVar("_Extent", bound=int | None)


@irdl_op_definition
class ExpandDimsOp(ReshapingOp):
    """
    `ncnn.expanddims %x axes [0, -1]`: the input with axes of extent 1 inserted.

    `axes` are their places in the result. For more than 4 dimensions, and for places
    that are all outside of the result, ncnn leaves the blob as it is.
    Source: ncnn, expanddims.cpp.
    """

    name = "ncnn.expanddims"

    axes = prop_def(I64Array, default_value=NO_AXES)

    assembly_format = "$input (`axes` $axes^)? attr-dict `:` functional-type(operands, results)"

    LAYER: ClassVar = LayerSpec("ExpandDims", (Param(3, "axes", "ints", []),))

    def _places(self, rank: int) -> set[int]:
        """Return the new axes in an input of that rank; outermost is 0."""
        axes = int_list(self.axes)
        result_rank = rank + len(axes)
        places = {axis + result_rank if axis < 0 else axis for axis in axes}
        return places & set(range(result_rank)) if result_rank in AXIS_NAMES else set()

    def infer_shapes(self) -> list[Shape]:
        return [self._expanded(shape_of(self.input))]

    def _expanded(self, extents: Sequence[_Extent]) -> tuple[int | _Extent, ...]:
        """Return these extents with axes of extent 1 inserted."""
        places = self._places(len(extents))
        if not places:
            return tuple(extents)
        rank = len(extents) + len(int_list(self.axes))
        # A place that is named twice, or outside, makes way for an axis that the input lacks
        rest = [1] * (rank - len(extents) - len(places)) + list(extents)
        return tuple(1 if axis in places else rest.pop(0) for axis in range(rank))

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Imply the extents of the input, with ones inserted, for the result, and the inverse."""
        if (known := shapes.of(self.input)) is not None:
            shapes.say(self.output, self._expanded(known))
        result = shapes.of(self.output)
        if result is None or (rank := len(result) - len(int_list(self.axes))) < 1:
            return
        places = self._places(rank)
        if len(places) < len(result) - rank:
            return
        rest = tuple(extent for axis, extent in enumerate(result) if axis not in places)
        # An input that would get too many dimensions is unchanged
        only = len(result) + len(places) in AXIS_NAMES
        (shapes.say if only else shapes.propose)(self.input, rest)

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        check_axes(params, "axes")
        return super().layer_properties(params)

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        rank = rank_of(self.input)
        if rank is None or not self._places(rank):
            return rank
        return rank + len(int_list(self.axes))
