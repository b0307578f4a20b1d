"""Sample images and volumes at computed places."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import MemRefType, UnitAttr
from xdsl.ir.affine import AffineExpr
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..element_types import arithmetic_element
from .attributes import SampleModeAttr, SamplePaddingAttr
from .base import Float32KernelOp, buffer_shape
from .sampling import TAPS, workspace_elements


@irdl_op_definition
class GridSampleKernelOp(Float32KernelOp):
    """
    `c/p,d,h,w,p` to `c/p,od,oh,ow,p`: each pixel is a sample of x at the place in the grid.

    ins: x, and the grid: x, y [and z] of each pixel of the output, `...,n`, or `n,...` if it is
    `planar`. With two coordinates the depth is 1. -1 and 1 are the sides of the image, or with
    `align_corner` its first and last cells. Bounds are those of the output, and of the depth, rows
    and columns of the input.
    """

    name = "kernel.grid_sample"
    BOUNDED: ClassVar[bool] = True
    mode = prop_def(SampleModeAttr)
    padding = prop_def(SamplePaddingAttr)
    align_corner = opt_prop_def(UnitAttr)
    planar = opt_prop_def(UnitAttr)

    @property
    def axes(self) -> int:
        """Return the number of coordinates of a place."""
        return buffer_shape(self.inputs[1])[-1 if self.planar is None else 0]

    @property
    def taps(self) -> int:
        """Return the number of cells along each axis that contribute to a sample."""
        return TAPS[self.mode.data]

    def flops(self) -> int:
        """Count a multiply-add for each cell that contributes to a sample."""
        return 2 * prod(buffer_shape(self.outputs[0])) * self.taps**self.axes

    def iteration_space(self) -> tuple[int, ...]:
        """Return the extents of the output, then those of the input's pixels."""
        return *buffer_shape(self.outputs[0]), *buffer_shape(self.inputs[0])[1:4]

    def result_extents(self, bounds: Sequence[AffineExpr]) -> Sequence[Sequence[AffineExpr]]:
        return [bounds[:5]]

    def workspace_type(self) -> MemRefType:
        size = workspace_elements(self.axes * self.taps)
        return MemRefType(arithmetic_element(self.inputs[0].type), [size])

    def verify_(self) -> None:
        super().verify_()
        x, grid = (buffer_shape(v) for v in self.inputs)
        out = buffer_shape(self.outputs[0])
        if len(x) != 5 or len(out) != 5 or (x[0], x[4]) != (out[0], out[4]):
            raise VerifyException("input and output must have the same blocks of channels")
        if self.axes not in (2, 3) or (self.axes == 2 and x[1] != 1):
            raise VerifyException("needs two coordinates for an image, three for a volume")
        if prod(grid) != prod(out[1:4]) * self.axes:
            raise VerifyException("the grid needs a place for every pixel of the output")
