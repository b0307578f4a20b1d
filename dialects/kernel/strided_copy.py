"""Copies between places known at run time."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import AffineMapAttr
from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64Array, int_list
from .base import KernelOp


@irdl_op_definition
class StridedCopyOp(KernelOp):
    """
    Copy a box of indices: `y[destination(i)] = x[source(i)]` for all i within `extents`, or bounds.

    `source` and `destination` are maps from the symbols to an offset and to a stride for each axis,
    in elements. Offsets select a part of an axis at run time, strides merge or split dynamic axes;
    a reversed axis has a negative stride, a repeated element a stride of 0. Bounds limit the axes
    exactly. Other elements of the output keep their values.

        kernel.strided_copy ins(%x : memref<4x48xf32>) outs(%y : memref<192xf32>) {
            extents = array<i64: 4, 48>,
            source = affine_map<()[s0] -> (0, 48, 1)>,
            destination = affine_map<()[s0] -> (0, s0, 1)>,
            bounds = affine_map<()[s0] -> (4, s0)>}
    """

    name = "kernel.strided_copy"
    BOUNDED: ClassVar[bool] = True
    extents = prop_def(I64Array)
    source = prop_def(AffineMapAttr)
    destination = prop_def(AffineMapAttr)

    def iteration_space(self) -> tuple[int, ...]:
        return tuple(int_list(self.extents))

    def verify_(self) -> None:
        super().verify_()
        symbols = 0 if self.bounds is None else self.bounds.data.num_symbols
        for map in (self.source.data, self.destination.data):
            if len(map.results) != 1 + len(self.iteration_space()):
                raise VerifyException("a place has an offset, and a stride for each extent")
            if map.num_dims or map.num_symbols != symbols:
                raise VerifyException("places are made of the symbols that bounds have")
