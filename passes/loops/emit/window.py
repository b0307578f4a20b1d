"""
Where a sliding window meets the border of its input.

Kernels take output rows apart into tiles of neighbouring output pixels. Rows outside the input are
left out by clipping the loop over kernel rows; columns by knowing, for each tile at a border, which
taps fall outside.
"""

from __future__ import annotations

from dataclasses import dataclass

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.convolution import WindowKernelOp
from .builder import Index, LoopBuilder


@dataclass
class Run:
    """
    `count` tiles of `pixels` output pixels each, from output column `first` on.

    Only tiles `inside`, whose taps all fall in the input, come in runs of several.
    """

    first: int
    count: int
    pixels: int
    inside: bool


@dataclass(frozen=True)
class Window:
    """A sliding window; everything as (h, w), except pad: (top, left, bottom, right)."""

    kernel: tuple[int, ...]
    stride: tuple[int, ...]
    dilation: tuple[int, ...]
    pad: tuple[int, ...]
    size: tuple[int, ...]
    out_size: tuple[int, ...]

    @classmethod
    def of(cls, op: WindowKernelOp) -> Window:
        """The window of a kernel that reads `c,h,w` or `c/p,h,w,p` and writes `c/q,oh,ow,q`."""
        kernel, stride, dilation, pad = op.window()
        size, out_size = buffer_shape(op.inputs[0])[1:3], buffer_shape(op.outputs[0])[1:3]
        return cls(tuple(kernel), tuple(stride), tuple(dilation), tuple(pad), size, out_size)

    def column(self, ox: int, kx: int) -> int:
        """The input column that output column ox sees through kernel column kx."""
        return ox * self.stride[1] - self.pad[1] + kx * self.dilation[1]

    def has_column(self, ox: int, kx: int) -> bool:
        """Whether that input column exists."""
        return 0 <= self.column(ox, kx) < self.size[1]

    def is_inside(self, first: int, count: int) -> bool:
        """Whether every kernel column of these output pixels lies in the input."""
        last = self.column(first + count - 1, self.kernel[1] - 1)
        return self.column(first, 0) >= 0 and last < self.size[1]

    def runs(self, pixels: int) -> list[Run]:
        """An output row as tiles of `pixels`, the last with what is left, those alike in runs."""
        runs: list[Run] = []
        width = self.out_size[1]
        for first in range(0, width, pixels):
            count = min(pixels, width - first)
            inside = self.is_inside(first, count)
            if runs and inside and runs[-1].inside and runs[-1].pixels == count:
                runs[-1].count += 1
            else:
                runs.append(Run(first, 1, count, inside))
        return runs

    def kernel_rows(self, b: LoopBuilder, oy: Index) -> tuple[Index, Index]:
        """
        The kernel rows [low, high) of output row oy that lie in the input.

        iy = oy*stride - top + ky*dilation must be in [0, height), so low = ceil((top - oy*stride) /
        dilation), high = ceil((height + top - oy*stride) / dilation).
        """
        top, dilation = self.pad[0], self.dilation[0]
        last = (self.out_size[0] - 1) * self.stride[0] - top + (self.kernel[0] - 1) * dilation
        low: Index = 0
        high: Index = self.kernel[0]
        offset = b.sub(top, b.mul(oy, self.stride[0]))
        if top > 0:
            low = b.div(b.add(b.max(offset, 0), dilation - 1), dilation)
        if last >= self.size[0]:
            inside = b.max(b.add(offset, self.size[0]), 0)
            high = b.min(b.div(b.add(inside, dilation - 1), dilation), self.kernel[0])
        return low, high
