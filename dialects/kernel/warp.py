"""Sample images at places given by a flow."""

from __future__ import annotations

from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import MemRefType, UnitAttr
from xdsl.irdl import irdl_op_definition, opt_prop_def
from xdsl.utils.exceptions import VerifyException

from ..element_types import arithmetic_element
from .base import Float32KernelOp, buffer_shape
from .sampling import BilinearKernelOp, workspace_elements


@irdl_op_definition
class WarpKernelOp(BilinearKernelOp):
    """
    `c/p,h,w,p` to the same shape: each pixel is a bilinear sample at its own place plus the flow.

    ins: x, and the flow `2,h,w` in pixels, columns first. A place outside the image reads the
    nearest place inside, or gives 0 with `zeros_outside`.
    """

    name = "kernel.warp"
    BOUNDED: ClassVar[bool] = True
    zeros_outside = opt_prop_def(UnitAttr)

    def verify_(self) -> None:
        super().verify_()
        x, flow = (buffer_shape(v) for v in self.inputs)
        if len(x) != 4 or x != buffer_shape(self.outputs[0]):
            raise VerifyException("input and output must have the same packed shape")
        if flow != (2, *x[1:3]):
            raise VerifyException("the flow needs two numbers for every pixel")


FILTER_TAPS = 16


@irdl_op_definition
class FilterInterpolationKernelOp(Float32KernelOp):
    """
    `c/p,h,w,p` to the same shape: 4x4 pixels around a place, weighted by each pixel's filter.

    ins: x, the flow `2,h,w` and the filters `16,h,w`; see `FilterInterpolationOp`.
    """

    name = "kernel.filter_interpolation"
    BOUNDED: ClassVar[bool] = True

    def flops(self) -> int:
        """Count a multiply-add for each of the cells around a place."""
        return 2 * FILTER_TAPS * prod(buffer_shape(self.outputs[0]))

    def workspace_type(self) -> MemRefType:
        element = arithmetic_element(self.inputs[0].type)
        return MemRefType(element, [workspace_elements(FILTER_TAPS)])

    def verify_(self) -> None:
        super().verify_()
        x, flow, filters = (buffer_shape(v) for v in self.inputs)
        if len(x) != 4 or x != buffer_shape(self.outputs[0]):
            raise VerifyException("input and output must have the same packed shape")
        if flow != (2, *x[1:3]) or filters != (FILTER_TAPS, *x[1:3]):
            raise VerifyException("flow and filters need 2 and 16 numbers for every pixel")
