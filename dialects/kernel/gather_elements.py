"""Gather elements at given indices along an axis."""

from __future__ import annotations

from xdsl.irdl import irdl_op_definition
from xdsl.utils.exceptions import VerifyException

from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class GatherElementsKernelOp(Float32KernelOp):
    """
    `out[o, i, c] = x[o, indices[o, i, c], c]`: ins x `outer,n,inner` and indices `outer,m,inner`.

    Indices are clamped to `0 ... n - 1`, and lose their fraction.
    """

    name = "kernel.gather_elements"

    def flops(self) -> int:
        return 0

    def verify_(self) -> None:
        super().verify_()
        shapes = [buffer_shape(value) for value in self.inputs]
        if len(shapes) != 2 or any(len(shape) != 3 for shape in shapes):
            raise VerifyException("takes x and indices, of three extents each")
        x, indices = shapes
        if (x[0], x[2]) != (indices[0], indices[2]):
            raise VerifyException("x and indices must differ in their middle extent only")
        if buffer_shape(self.outputs[0]) != indices:
            raise VerifyException("the output must have the shape of the indices")
