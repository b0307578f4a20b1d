"""Permute: the axes in another order."""

from __future__ import annotations

from typing import ClassVar

from xdsl.ir import OpResult
from xdsl.irdl import irdl_op_definition, operand_def, result_def

from ..base import TAKES_BF16, NcnnOp
from ..errors import ShapeError
from ..layer import LayerSpec
from ..parameters import int_parameter
from ..rules.axes import AXIS_NAMES
from ..rules.implied_shapes import ImpliedShapes, any_extents
from ..rules.value_range import Range, RangeOf
from ..shapes import AnyTensor, Shape, shape_of

ORDERS: dict[int, tuple[str, ...]] = {
    1: ("w",),
    2: ("wh", "hw"),
    3: ("whc", "hwc", "wch", "cwh", "hcw", "chw"),
    4: (
        *("whdc", "hwdc", "wdhc", "dwhc", "hdwc", "dhwc", "whcd", "hwcd"),
        *("wchd", "cwhd", "hcwd", "chwd", "wdch", "dwch", "wcdh", "cwdh"),
        *("dcwh", "cdwh", "hdcw", "dhcw", "hcdw", "chdw", "dchw", "cdhw"),
    ),
}
"""`ORDERS[rank][code]` lists the input axes that become the output's `w, h[, d], c`."""


@irdl_op_definition
class PermuteOp(NcnnOp):
    """
    `ncnn.permute %x order 3 : tensor<8x4x5xf32> -> tensor<4x5x8xf32>`: ncnn's numbered orders.

    The meaning of a number depends on the rank (see `ORDERS`; 3 moves channels inside, 4 undoes
    it); a vector is unchanged.
    """

    name = "ncnn.permute"

    input = operand_def(AnyTensor)
    order = int_parameter(0)
    output = result_def(AnyTensor)

    assembly_format = "$input (`order` $order^)? attr-dict `:` type($input) `->` type($output)"

    NARROW_ELEMENTS: ClassVar = TAKES_BF16
    LAYER: ClassVar = LayerSpec("Permute")

    def permutation(self) -> tuple[int, ...]:
        """Return the input axis of each output axis, both outermost first."""
        rank = len(shape_of(self.input))
        code = self.order.value.data if rank > 1 else 0
        if not 0 <= code < len(ORDERS[rank]):
            last = len(ORDERS[rank]) - 1
            raise ShapeError(f"order {code} is unknown for {rank} dimensions, ncnn has 0 to {last}")
        return tuple(AXIS_NAMES[rank].index(axis) for axis in reversed(ORDERS[rank][code]))

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of(self.input)

    def infer_shapes(self) -> list[Shape]:
        shape = shape_of(self.input)
        return [tuple(shape[axis] for axis in self.permutation())]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Imply the same extents in the order for the rank."""
        self.imply_ranks(shapes)
        known = shapes.of(self.input) or shapes.of(self.output)
        if known is None:
            return
        rank, code = len(known), self.order.value.data if len(known) > 1 else 0
        if not 0 <= code < len(ORDERS[rank]):
            return
        axes = [AXIS_NAMES[rank].index(axis) for axis in reversed(ORDERS[rank][code])]
        source = shapes.of(self.input) or any_extents(rank)
        result = shapes.of(self.output) or any_extents(rank)
        shapes.say(self.output, tuple(source[axis] for axis in axes))
        shapes.say(self.input, tuple(result[axes.index(axis)] for axis in range(rank)))

    def supports_packing(self) -> bool:
        """Return whether a packed image becomes plain, with channels innermost."""
        return len(shape_of(self.input)) == 3 and self.permutation() == (1, 2, 0)
