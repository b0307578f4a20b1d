"""Pooling of a region of interest."""

from __future__ import annotations

from xdsl.dialects.builtin import UnitAttr
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import F32, I64
from .base import Float32KernelOp, buffer_shape


class RoiKernelOp(Float32KernelOp):
    """Compute a cell for each bin of a region: ins x, corners x0, y0, x1, y1, times `scale`."""

    scale = prop_def(F32)

    def verify_(self) -> None:
        super().verify_()
        if [buffer_shape(v) for v in self.inputs[1:]] != [(4,)]:
            raise VerifyException("needs the four corners of a region")
        self._verify_images(buffer_shape(self.inputs[0]), buffer_shape(self.outputs[0]))

    def _verify_images(self, x: tuple[int, ...], out: tuple[int, ...]) -> None:
        if len(x) != 4 or len(out) != 4 or (x[0], x[3]) != (out[0], out[3]):
            raise VerifyException("input and output must have the same blocks of channels")


@irdl_op_definition
class RoiAlignKernelOp(RoiKernelOp):
    """
    `c/p,h,w,p` to `c/p,ph,pw,p`: the mean of samples on a lattice in every bin.

    There are `samples` in each direction, or with 0 `ceil(bin extent)`. If `aligned`, the centres
    of cells have integer coordinates. With `detectron`, the lattice is that of the whole region,
    else of its part inside the image.
    """

    name = "kernel.roi_align"
    samples = prop_def(I64)
    aligned = opt_prop_def(UnitAttr)
    detectron = opt_prop_def(UnitAttr)


@irdl_op_definition
class RoiMaxOp(RoiKernelOp):
    """`c/p,h,w,p` to `c/p,ph,pw,p`: the largest cell of every bin; 0 for a bin without cells."""

    name = "kernel.roi_max"


@irdl_op_definition
class RoiMeanOp(RoiKernelOp):
    """`c*ph*pw,h,w` to `c,ph,pw`: the mean of each bin, each in its own channel."""

    name = "kernel.roi_mean"

    def _verify_images(self, x: tuple[int, ...], out: tuple[int, ...]) -> None:
        if len(x) != 3 or len(out) != 3 or x[0] != out[0] * out[1] * out[2]:
            raise VerifyException("the input needs a channel for every cell of the output")
