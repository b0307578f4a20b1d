"""Append rows to a state; not a layer of ncnn."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr, f32
from xdsl.ir import OpResult
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
)
from xdsl.utils.exceptions import VerifyException

from ...constraints import I64, I64Array, int_list
from ...element_types import NARROW_FLOATS, element_of
from ..base import NcnnOp
from ..errors import ShapeError
from ..rules.axes import resolve_axis
from ..rules.value_range import Range, RangeOf
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class AppendOp(NcnnOp):
    """
    `ncnn.append %state, %new axis 1`: the state, with its last rows along an axis replaced by new
    ones. Those before them are of earlier runs. The extents of a state are those after a run.

    The result is in the memory of the state, an argument of the graph's function. With `panels`,
    which are [lanes, vectors], it lies there as attention reads it: the matrices `rows,columns` in
    panels (`kernel.pack_panels`), or `transposed` ones. Rows of f32 are rounded to the type of a
    state of bf16 or f16, to nearest with ties to even.
    """

    name = "ncnn.append"
    state = operand_def(AnyTensor)
    new = operand_def(AnyTensor)
    axis = prop_def(I64)
    panels = opt_prop_def(I64Array)
    transposed = opt_prop_def(UnitAttr)
    output = result_def(AnyTensor)

    assembly_format = (
        "$state `,` $new `axis` $axis (`panels` $panels^)? (`transposed` $transposed^)? attr-dict "
        "`:` type($state) `,` type($new) `->` type($output)"
    )
    RANK: ClassVar = "state"

    def resolved_axis(self) -> int:
        """Return the axis, counted from the outermost."""
        return resolve_axis(self.axis.value.data, len(shape_of(self.state)))

    def verify_(self) -> None:
        super().verify_()
        kept, new = element_of(self.state.type), element_of(self.new.type)
        if kept != new and (new != f32 or kept not in NARROW_FLOATS or self.panels is None):
            raise VerifyException(f"{new} is not appended to {kept}")
        if element_of(self.output.type) != kept:
            raise VerifyException("the output is the state")
        if self.panels is None:
            return
        if len(int_list(self.panels)) != 2 or len(shape_of(self.state)) != 3:
            raise VerifyException("panels are lanes and vectors, of a state of three axes")
        rows = shape_of(self.state)[1 if self.transposed is None else 2]
        if self.resolved_axis() != 1 or rows % int_list(self.panels)[0]:
            raise VerifyException("panels have rows of axis 1, in whole vectors")

    def infer_shapes(self) -> list[Shape]:
        state, new, axis = shape_of(self.state), shape_of(self.new), self.resolved_axis()
        fits = len(state) == len(new) and all(
            n == s for d, (n, s) in enumerate(zip(new, state, strict=True)) if d != axis
        )
        if not fits or new[axis] > state[axis]:
            raise ShapeError(f"{list(new)} are no rows of {list(state)}, axis {axis}")
        return [state]

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of(self.state) | range_of(self.new)
