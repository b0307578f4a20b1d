"""Shared parts of kernels that sample images at computed places."""

from __future__ import annotations

from math import prod

from xdsl.dialects.builtin import MemRefType

from ..element_types import arithmetic_element
from .attributes import SampleMode
from .base import Float32KernelOp, buffer_shape

TAPS = {SampleMode.NEAREST: 1, SampleMode.BILINEAR: 2, SampleMode.BICUBIC: 4}
"""Cells along an axis that a sample is made of."""
PIXELS = 16
"""Places that are computed together, in vectors, before vectors of channels are read there."""


def workspace_elements(taps: int) -> int:
    """Elements that hold, for so many taps of all axes, where they are, weights, and if any is."""
    return (2 * taps + 1) * PIXELS


class BilinearKernelOp(Float32KernelOp):
    """A kernel whose outputs are each a bilinear sample of the first input."""

    def flops(self) -> int:
        """A multiply-add for each of the four cells around a place."""
        return 8 * prod(buffer_shape(self.outputs[0]))

    def workspace_type(self) -> MemRefType:
        return MemRefType(arithmetic_element(self.inputs[0].type), [workspace_elements(4)])
