"""
A deconvolution along one axis, as convolutions of the same input.

Of every `period` outputs (a multiple of the stride) a convolution computes those at some phases: an
output channel for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

ZERO_TAP = -1


@dataclass(frozen=True)
class PhaseWindow:
    """
    The convolution of one phase along an axis, `size` outputs long.

    `taps` has a row for each phase: the deconvolution's taps in the order of the convolution's;
    ZERO_TAP stands for zero. `before` and `after` are its pads.
    """

    taps: tuple[tuple[int, ...], ...]
    stride: int
    dilation: int
    before: int
    after: int
    size: int

    @property
    def kernel(self) -> int:
        return len(self.taps[0])


@dataclass(frozen=True)
class DeconvolutionAxis:
    """One axis of a deconvolution; `cut` cells are cut off the start of the full result."""

    kernel: int
    stride: int
    dilation: int
    cut: int
    size: int
    out_size: int

    def phases(self) -> range:
        """The phases of a period of one stride; no more than the output is long."""
        return range(min(self.stride, self.out_size))

    def aligned(self, period: int) -> int:
        """Return the outputs before the first period that give its phases the smallest window."""
        kernels = [self.merged(period, start).kernel for start in range(self.stride)]
        return kernels.index(min(kernels))

    def merged(self, period: int, start: int) -> PhaseWindow:
        """All phases of a period; the first begins `start` outputs before the first output."""
        return self.window(range(-start, period - start), period)

    def window(self, phases: Sequence[int], period: int) -> PhaseWindow:
        """
        The convolution for the outputs n*period + phase; those before the first are not used.

        Output o = n*period + phase + cut of the full result gets x[i] * w[k] wherever
        i*stride + k*dilation = o. As the stride divides the period, i is n * period/stride and an
        offset that does not depend on n; a phase has the taps for which the offset is whole. The
        convolution's window reaches from the smallest offset to the largest, in steps that meet all
        of them, and its stride is period/stride.
        """
        offsets = [self.offsets(phase) for phase in phases]
        found = sorted({offset for by_offset in offsets for offset in by_offset}) or [0]
        step = gcd(*(offset - found[0] for offset in found)) or 1
        stride = period // self.stride
        count = -(-(self.out_size - phases[0]) // period)
        before = -found[0]
        after = (count - 1) * stride + found[-1] - (self.size - 1)
        if -stride < after < 0:
            # What is left over is less than a step of the window.
            after = 0
        # A negative border is a positive one and taps of zero that look at what is too much.
        more_before, more_after = max(-(before // step), 0), max(-(after // step), 0)
        reach = range(found[0], found[-1] + 1, step)
        taps = (tuple(by_offset.get(i, ZERO_TAP) for i in reach) for by_offset in offsets)
        return PhaseWindow(
            tuple((*[ZERO_TAP] * more_before, *t, *[ZERO_TAP] * more_after) for t in taps),
            stride,
            step,
            before + more_before * step,
            after + more_after * step,
            count,
        )

    def offsets(self, phase: int) -> dict[int, int]:
        """For each input that the first output of a phase sees: which tap it meets."""
        shifts = {k: phase + self.cut - k * self.dilation for k in range(self.kernel)}
        return {s // self.stride: k for k, s in shifts.items() if s % self.stride == 0}
