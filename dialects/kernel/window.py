"""Shared parts of kernels that slide a window over images or volumes."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.irdl import prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64Array, int_list
from .base import KernelOp, buffer_shape


@dataclass(frozen=True)
class ImageExtents:
    """The extents of a blob in memory; an image has depth 1, a plain blob 1 lane."""

    blocks: int
    depth: int
    height: int
    width: int
    lanes: int
    is_packed: bool

    @property
    def pixels(self) -> int:
        """Return the number of pixels of all slices."""
        return self.depth * self.height * self.width


class WindowKernelOp(KernelOp):
    """
    A kernel that slides a window: `kernel`, `stride`, `dilation` as [h, w]; pad [t, l, b, r].

    For volumes: [d, h, w], and [front, top, left, behind, bottom, right]. Bounds are those of the
    output, an image. The input holds zeros past its bounds, as far as windows within the output's
    bounds reach.
    """

    kernel = prop_def(I64Array)
    stride = prop_def(I64Array)
    dilation = prop_def(I64Array)
    pad = prop_def(I64Array)

    def _verify_bounds(self, bounds: AffineMap) -> None:
        super()._verify_bounds(bounds)
        if len(int_list(self.kernel)) != 2:
            raise VerifyException("dynamic bounds are for images, not volumes")

    def extents(self, value: SSAValue) -> ImageExtents:
        """Return the extents of a blob `c/p,[d,]h,w,p` or `c,[d,]h,w`."""
        blocks, *rest = buffer_shape(value)
        axes = len(int_list(self.kernel))
        is_packed = len(rest) > axes
        lanes = rest.pop() if is_packed else 1
        depth = rest[0] if axes == 3 else 1
        return ImageExtents(blocks, depth, rest[-2], rest[-1], lanes, is_packed)

    @property
    def is_batch(self) -> bool:
        """Return whether every slice of the output depends only on the same slice of the input."""
        kernel, stride, _, pad = self.window()
        if len(kernel) == 2:
            return True
        return kernel[0] == stride[0] == 1 and pad[0] == pad[3] == 0

    def window(self) -> tuple[list[int], list[int], list[int], list[int]]:
        """Return kernel, stride, dilation, pad as Python lists."""
        return (
            int_list(self.kernel),
            int_list(self.stride),
            int_list(self.dilation),
            int_list(self.pad),
        )
