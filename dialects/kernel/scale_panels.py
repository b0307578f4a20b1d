"""Panels of weights whose input channels are scaled."""

from __future__ import annotations

from math import prod

from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64
from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class ScalePanelsOp(Float32KernelOp):
    """
    `ins(w, s)`: panels `[in][NR][p]` of the weights of 1x1 kernels, row c times element c of s.

    NR are the `vectors` of a panel, of which the last may have fewer, and p their `lanes`. s has at
    least `channels` elements, in any shape.
    """

    name = "kernel.scale_panels"
    channels = prop_def(I64)
    vectors = prop_def(I64)
    lanes = prop_def(I64)

    def verify_(self) -> None:
        super().verify_()
        w, s = self.inputs
        if buffer_shape(w) != buffer_shape(self.outputs[0]):
            raise VerifyException("input and output must have the same shape")
        if prod(buffer_shape(w)) % (self.channels.value.data * self.lanes.value.data):
            raise VerifyException("the panels must have whole rows")
        if prod(buffer_shape(s)) < self.channels.value.data:
            raise VerifyException("there must be a factor for each channel")
