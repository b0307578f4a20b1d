"""Shared parts of kernels that sample images at computed places."""

from __future__ import annotations

from math import prod

from xdsl.dialects.builtin import MemRefType

from ..element_types import arithmetic_element
from .attributes import SampleMode
from .base import Float32KernelOp, buffer_shape

TAPS = {SampleMode.NEAREST: 1, SampleMode.BILINEAR: 2, SampleMode.BICUBIC: 4}
"""Number of cells along an axis that contribute to a sample."""
PIXELS = 16
"""Number of places computed together, in vectors, before vectors of channels are read there."""


def workspace_elements(taps: int) -> int:
    """Return the elements for positions and weights of `taps` taps, and a mask, per pixel."""
    return (2 * taps + 1) * PIXELS


class BilinearKernelOp(Float32KernelOp):
    """A kernel whose outputs are each a bilinear sample of the first input."""

    def flops(self) -> int:
        """Count a multiply-add for each of the four cells around a place."""
        return 8 * prod(buffer_shape(self.outputs[0]))

    def workspace_type(self) -> MemRefType:
        return MemRefType(arithmetic_element(self.inputs[0].type), [workspace_elements(4)])
