"""Write zeros past the bounds of images with dynamic extents."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64Array, int_list
from .base import KernelOp, buffer_shape


@irdl_op_definition
class ZeroMarginOp(KernelOp):
    """
    Write zeros to the first `margin` rows and columns `[h, w]` past the bounds of an image `c,h,w`
    or `c/p,h,w,p`; all other cells keep their values.

    Windows then read padding there, and kernels that slide them treat an image as one of the
    largest extents, except for the number of outputs.

        kernel.zero_margin outs(%x : memref<2x48x336x8xf32>)
            {margin = [0, 1], bounds = affine_map<()[s0] -> (2, 48, s0, 8)>}
    """

    name = "kernel.zero_margin"
    BOUNDED: ClassVar[bool] = True
    margin = prop_def(I64Array)

    def verify_(self) -> None:
        super().verify_()
        if len(self.outputs) != 1 or len(buffer_shape(self.outputs[0])) not in (3, 4):
            raise VerifyException("the output must be one image: c,h,w or c/p,h,w,p")
        margin = int_list(self.margin)
        if len(margin) != 2 or min(margin) < 0:
            raise VerifyException("the margin must be a number of rows and one of columns")
