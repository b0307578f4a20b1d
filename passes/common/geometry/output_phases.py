"""
Split a deconvolution along one axis into convolutions of the same input.

Of each `period` outputs (a multiple of the stride), a convolution computes those at some phases,
with an output channel for each.
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

    `taps` has a row for each phase: the deconvolution's taps in the order of the convolution's,
    with ZERO_TAP for zeros. `before` and `after` are its pads.
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
    """One axis of a deconvolution; `cut` cells are cropped from the start of the full result."""

    kernel: int
    stride: int
    dilation: int
    cut: int
    size: int
    out_size: int

    def phases(self) -> range:
        """Return the phases of a period of one stride, at most as many as outputs."""
        return range(min(self.stride, self.out_size))

    def aligned(self, period: int) -> int:
        """
        Return the number of outputs before the first period that minimizes the window of its
        phases.
        """
        kernels = [self.merged(period, start).kernel for start in range(self.stride)]
        return kernels.index(min(kernels))

    def merged(self, period: int, start: int) -> PhaseWindow:
        """
        Return the window of all phases of a period that begins `start` outputs before the first
        output.
        """
        return self.window(range(-start, period - start), period)

    def window(self, phases: Sequence[int], period: int) -> PhaseWindow:
        """
        Return the convolution for the outputs n*period + phase; outputs before the first are
        unused.

        Output o = n*period + phase + cut of the full result is the sum of x[i] * w[k] with
        i*stride + k*dilation = o. As the stride divides the period, i is n * period/stride plus an
        offset that does not depend on n; a phase has the taps whose offset is an integer. The
        convolution's window spans the smallest to the largest offset, in steps that include all of
        them, and its stride is period/stride.
        """
        offsets = [self.offsets(phase) for phase in phases]
        found = sorted({offset for by_offset in offsets for offset in by_offset}) or [0]
        step = gcd(*(offset - found[0] for offset in found)) or 1
        stride = period // self.stride
        count = -(-(self.out_size - phases[0]) // period)
        before = -found[0]
        after = (count - 1) * stride + found[-1] - (self.size - 1)
        if -stride < after < 0:
            # The remainder is less than a step of the window.
            after = 0
        # A negative border becomes a positive one, with taps of zero for the surplus cells.
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
        """
        Return for each input that the first output of a phase reads the tap that it is multiplied
        with.
        """
        shifts = {k: phase + self.cut - k * self.dilation for k in range(self.kernel)}
        return {s // self.stride: k for k, s in shifts.items() if s % self.stride == 0}
