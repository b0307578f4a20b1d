"""Correlation of two images at small displacements."""

from __future__ import annotations

from math import prod

from xdsl.irdl import irdl_op_definition
from xdsl.utils.exceptions import VerifyException

from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class CorrelationKernelOp(Float32KernelOp):
    """
    `c,h,w` and `c,h+n-1,w+n-1` to `n*n,h,w`: means over the channels of products.

    Channel `i * n + j` of the output is that of the first image and the second at `[i, j]`.
    """

    name = "kernel.correlation"

    @property
    def displacements(self) -> int:
        """Return the number of displacements along an axis."""
        a, b = (buffer_shape(v) for v in self.inputs)
        return b[1] - a[1] + 1

    def flops(self) -> int:
        """Count a multiply-add for each channel of each output."""
        return 2 * buffer_shape(self.inputs[0])[0] * prod(buffer_shape(self.outputs[0]))

    def verify_(self) -> None:
        super().verify_()
        a, b = (buffer_shape(v) for v in self.inputs)
        if len(a) != 3 or len(b) != 3 or b[0] != a[0]:
            raise VerifyException("needs two images with the same channels")
        n = self.displacements
        if n < 1 or b[2] - a[2] + 1 != n:
            raise VerifyException(
                "the second image needs the same number of additional rows and columns"
            )
        if buffer_shape(self.outputs[0]) != (n * n, *a[1:]):
            raise VerifyException(
                f"the output must have {n * n} channels of the first image's size"
            )
