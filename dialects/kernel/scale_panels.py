"""Scale the input channels of weights in panels."""

from __future__ import annotations

from math import prod

from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64, int_attr
from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class ScalePanelsOp(Float32KernelOp):
    """
    `ins(w, s)`: multiply the weights of input channel c of 1x1 kernels, in panels
    `[in/k][NR][p][k]`, by element c of s.

    NR are the `vectors` of a panel (the last one may have fewer), p the `outputs_together` of each,
    and k the `steps`, which divide the `channels`. s has at least `channels` elements, in any
    shape.
    """

    name = "kernel.scale_panels"
    channels = prop_def(I64)
    vectors = prop_def(I64)
    outputs_together = prop_def(I64)
    steps = prop_def(I64, default_value=int_attr(1))

    def verify_(self) -> None:
        super().verify_()
        w, s = self.inputs
        if buffer_shape(w) != buffer_shape(self.outputs[0]):
            raise VerifyException("input and output must have the same shape")
        channels, outputs = self.channels.value.data, self.outputs_together.value.data
        if channels % self.steps.value.data or prod(buffer_shape(w)) % (channels * outputs):
            raise VerifyException("the panels must have whole rows")
        if prod(buffer_shape(s)) < channels:
            raise VerifyException("there must be a factor for each channel")
