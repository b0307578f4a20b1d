"""Slice: a tensor cut into parts along one axis."""

from __future__ import annotations

from itertools import pairwise
from typing import ClassVar

from xdsl.ir import OpResult
from xdsl.irdl import irdl_op_definition, operand_def, var_result_def

from ...constraints import int_list
from ..assembly import FUNCTION_TYPE, optional
from ..base import TAKES_BF16, NcnnOp
from ..errors import ShapeError
from ..layer import LayerSpec
from ..parameters import int_parameter, ints_parameter
from ..rules.axes import REST, resolve_axis
from ..rules.implied_shapes import ImpliedShapes
from ..rules.value_range import Range, RangeOf
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class SliceOp(NcnnOp):
    """
    `ncnn.slice %x axis 0 sizes [16, -233]`: consecutive parts along `axis`, one per result.

    A size of -233 is an equal share of the remainder. With `split_points` (negative: from the end),
    the parts lie between these, and `sizes` is ignored. Source: ncnn, slice.cpp.
    """

    name = "ncnn.slice"

    input = operand_def(AnyTensor)
    sizes = ints_parameter(0)
    axis = int_parameter(1)
    split_points = ints_parameter(2)
    outputs = var_result_def(AnyTensor)

    assembly_format = f"$input {optional('axis', 'sizes', 'split_points')}{FUNCTION_TYPE}"

    NARROW_ELEMENTS: ClassVar = TAKES_BF16
    LAYER: ClassVar = LayerSpec("Slice")

    def resolved_axis(self) -> int:
        """Return the axis, counted from the outermost."""
        return resolve_axis(self.axis.value.data, len(shape_of(self.input)))

    def ranges(self) -> list[tuple[int, int]]:
        """Start and end of every part along the axis."""
        extent = shape_of(self.input)[self.resolved_axis()]
        points = int_list(self.split_points)
        bounds = self._bounds_of_points(extent) if points else self._bounds_of_sizes(extent)
        for start, end in pairwise(bounds):
            if not 0 <= start < end <= extent:
                raise ShapeError(
                    f"part {start} to {end} is empty or outside of an axis of {extent}"
                )
        return list(pairwise(bounds))

    def _bounds_of_points(self, extent: int) -> list[int]:
        points = int_list(self.split_points)
        count = len(self.outputs)
        if len(points) < count - 1:
            raise ShapeError(f"{count} parts need {count - 1} split points, not {len(points)}")
        inner = [p + extent if p < 0 else p for p in points[: count - 1]]
        return [0, *inner, extent]

    def runs_through_rows(self) -> bool:
        """Return whether ncnn reads wrong cells instead of dropping those outside of all parts."""
        return len(shape_of(self.input)) > 2 and self.resolved_axis() > 1

    def _bounds_of_sizes(self, extent: int) -> list[int]:
        sizes = int_list(self.sizes)
        count = len(self.outputs)
        if len(sizes) < count:
            raise ShapeError(f"{count} parts need {count} sizes, not {len(sizes)}")
        bounds = [0]
        for i, size in enumerate(sizes[:count]):
            share = (extent - bounds[-1]) // (count - i) if size == REST else size
            bounds.append(bounds[-1] + share)
        if bounds[-1] < extent and self.runs_through_rows():
            # ncnn continues at the end of the last part, not at the next row
            raise ShapeError(f"the sizes cover {bounds[-1]} of the {extent} cells of the axis")
        return bounds

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of(self.input)

    def infer_shapes(self) -> list[Shape]:
        shape, axis = shape_of(self.input), self.resolved_axis()
        return [(*shape[:axis], end - start, *shape[axis + 1 :]) for start, end in self.ranges()]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        shapes.say_parts(self.outputs, self.input, self.axis.value.data)

    def supports_packing(self) -> bool:
        return len(shape_of(self.input)) >= 3
