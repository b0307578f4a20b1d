"""Im2col with computed offsets, for deformable convolutions."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import ClassVar

from xdsl.ir.affine import AffineExpr
from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64, I64Array, int_list
from .base import buffer_shape
from .sampling import BilinearKernelOp


@irdl_op_definition
class DeformableIm2colOp(BilinearKernelOp):
    """
    Gather windows with an offset for each tap: x `c/p,h,w,p` to `kh*kw*c/p, oh, ow, p`.

    ins: x, `2,oh,ow` rows and columns where the windows begin, offsets `2*kh*kw,oh,ow` (the row
    offset of each tap before its column offset) and optionally masks `kh*kw,oh,ow`. Tap (ky, kx) of
    a window is sampled at the window's beginning plus `[ky, kx] * dilation` plus the offset:
    interpolated between cells, zero outside the input, and multiplied by the mask. Blocks of the
    output are in the order of `kernel.im2col`; lanes past the last of the `channels` are zeros.
    Bounds are those of the output, and of the rows and columns of x.
    """

    name = "kernel.deformable_im2col"
    BOUNDED: ClassVar[bool] = True
    kernel = prop_def(I64Array)
    dilation = prop_def(I64Array)
    channels = prop_def(I64)

    def iteration_space(self) -> tuple[int, ...]:
        """Return the axes of the output, then rows and columns of the input."""
        return *buffer_shape(self.outputs[0]), *buffer_shape(self.inputs[0])[1:3]

    def result_extents(self, bounds: Sequence[AffineExpr]) -> Sequence[Sequence[AffineExpr]]:
        return [bounds[:4]]

    def verify_(self) -> None:
        super().verify_()
        x, starts, *places = (buffer_shape(v) for v in self.inputs)
        out, taps = buffer_shape(self.outputs[0]), prod(int_list(self.kernel))
        if len(x) != 4 or len(out) != 4 or (out[0], out[3]) != (x[0] * taps, x[3]):
            raise VerifyException("the output needs one block per tap and input block")
        if starts != (2, *out[1:3]):
            raise VerifyException("needs a row and a column for every window")
        expected = [(2 * taps, *out[1:3]), (taps, *out[1:3])]
        if places not in (expected[:1], expected):
            raise VerifyException("needs two offsets, and perhaps a mask, for every tap")
        if not (x[0] - 1) * x[3] < self.channels.value.data <= x[0] * x[3]:
            raise VerifyException("the channels must end in the last block of the input")
