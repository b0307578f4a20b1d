"""
Choose the convolutions that compute a deconvolution, by estimated cycles.

One convolution for each of stride x stride phases multiplies no inserted zeros. But it may leave
most lanes of its vectors empty, its kernel is too small for Winograd, and it reads the input again
for each phase. A single convolution for all phases, which become channels of its output, has a
window that covers all of them; taps outside of a phase are zeros.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ....dialects.target.costs import Costs
from ....dialects.target.products import ProductTypes
from ...common.geometry.output_phases import DeconvolutionAxis, PhaseWindow
from .conv_shape import ConvolutionShape

PERIODS = (1, 2, 4)
"""Multiples of the stride to try if one phase has too few channels to fill a vector."""
MOST_VECTORS = 4
"""The most vectors of channels of such a convolution."""

LEAST_SAVING = 2 / 3
"""
Merging must cost less than this fraction of separate phases: estimates for Winograd are optimistic.
"""

Estimate = Callable[[ConvolutionShape], float]
"""Estimates the cycles of a convolution by the algorithm that would be chosen."""


@dataclass(frozen=True)
class Merging:
    """
    Describe one convolution for all phases of a `period` [rows, columns].

    The first period begins `start` [rows, columns] before the first output; the start decides how
    large the window is. A phase has `channels`: those of the output, without gaps, or rounded up to
    whole vectors.
    """

    period: tuple[int, int]
    start: tuple[int, int]
    channels: int


@dataclass(frozen=True)
class DeconvolutionShape:
    """Describe the shape of a deconvolution of one group."""

    channels: int
    outputs: int
    rows: DeconvolutionAxis
    columns: DeconvolutionAxis
    types: ProductTypes
    is_dynamic: bool = False
    """True if extents of the image are dynamic; a period is then one stride."""

    def convolution(
        self, outputs: int, rows: PhaseWindow, columns: PhaseWindow
    ) -> ConvolutionShape:
        return ConvolutionShape(
            channels=self.channels,
            outputs=outputs,
            out_height=rows.size,
            out_width=columns.size,
            kernel=(rows.kernel, columns.kernel),
            stride=(rows.stride, columns.stride),
            dilation=(rows.dilation, columns.dilation),
            padded=any((rows.before, rows.after, columns.before, columns.after)),
            types=self.types,
            is_dynamic=self.is_dynamic,
        )

    def merged(self, merging: Merging) -> tuple[PhaseWindow, PhaseWindow]:
        """Return the shape of one convolution for all phases."""
        (rows, columns), (top, left) = merging.period, merging.start
        return self.rows.merged(rows, top), self.columns.merged(columns, left)


def choose_merging(
    shape: DeconvolutionShape, lanes: int, is_packed: bool, estimate: Estimate, costs: Costs
) -> Merging | None:
    """
    Return the cheapest way to merge the phases of a result, perhaps packed; None to keep them
    apart.
    """
    best, best_cycles = None, LEAST_SAVING * separate_cycles(shape, lanes, estimate, costs)
    for merging in mergings(shape, lanes):
        cycles = merged_cycles(shape, merging, lanes, is_packed, estimate, costs)
        if cycles < best_cycles:
            best, best_cycles = merging, cycles
    return best


def mergings(shape: DeconvolutionShape, lanes: int) -> Iterator[Merging]:
    """Yield mergings by whole vectors of each phase, or by single channels of more phases."""
    rows, columns = shape.rows, shape.columns
    if rows.stride * columns.stride > 1:
        whole = -(-shape.outputs // lanes) * lanes
        yield from starting(shape, (rows.stride, columns.stride), whole)
    if shape.outputs >= lanes:
        return
    periods = PERIODS[:1] if shape.is_dynamic else PERIODS
    for y in periods:
        for x in periods:
            period = y * rows.stride, x * columns.stride
            phases = period[0] * period[1]
            fits = period[0] <= rows.out_size and period[1] <= columns.out_size
            if phases > 1 and fits and phases * shape.outputs <= MOST_VECTORS * lanes:
                yield from starting(shape, period, shape.outputs)


def starting(
    shape: DeconvolutionShape, period: tuple[int, int], channels: int
) -> Iterator[Merging]:
    """
    Return the start with the smallest window, and the one at the first output, which may be 3x3.
    """
    aligned = shape.rows.aligned(period[0]), shape.columns.aligned(period[1])
    yield Merging(period, aligned, channels)
    if any(aligned):
        yield Merging(period, (0, 0), channels)


def separate_cycles(
    shape: DeconvolutionShape, lanes: int, estimate: Estimate, costs: Costs
) -> float:
    """Estimate a convolution for each phase and, for several, interleaving their vectors."""
    rows, columns = shape.rows, shape.columns
    cycles = 0.0
    for y in rows.phases():
        for x in columns.phases():
            windows = rows.window((y,), rows.stride), columns.window((x,), columns.stride)
            cycles += estimate(shape.convolution(shape.outputs, *windows))
    if len(rows.phases()) * len(columns.phases()) == 1:
        return cycles
    return cycles + interleaving_cycles(shape, lanes, costs)


def merged_cycles(
    shape: DeconvolutionShape,
    merging: Merging,
    lanes: int,
    is_packed: bool,
    estimate: Estimate,
    costs: Costs,
) -> float:
    """Estimate one convolution, and moving its vectors or elements into place."""
    phases = merging.period[0] * merging.period[1]
    cycles = estimate(shape.convolution(phases * merging.channels, *shape.merged(merging)))
    if merging.channels % lanes == 0:
        return cycles + interleaving_cycles(shape, lanes, costs)
    pixels = shape.rows.out_size * shape.columns.out_size
    cycles += pixels * shape.outputs * costs.element_placing_cycles
    return cycles + pixels * costs.vector_placing_cycles * is_packed


def interleaving_cycles(shape: DeconvolutionShape, lanes: int, costs: Costs) -> float:
    """Estimate reading and writing every vector of the output."""
    pixels = shape.rows.out_size * shape.columns.out_size
    return pixels * -(-shape.outputs // lanes) * costs.vector_placing_cycles
