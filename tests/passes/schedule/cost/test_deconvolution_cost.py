"""Convolutions that compute a deconvolution."""

from __future__ import annotations

from math import prod

import pytest
from ncnnc.dialects.target.products import FLOAT32
from ncnnc.dialects.target.records import Target
from ncnnc.dialects.target.x86 import COSTS
from ncnnc.passes.common.geometry.output_phases import DeconvolutionAxis
from ncnnc.passes.schedule.cost.conv_cost import cheapest_cycles
from ncnnc.passes.schedule.cost.conv_shape import ConvolutionShape
from ncnnc.passes.schedule.cost.deconvolution_cost import (
    DeconvolutionShape,
    Merging,
    choose_merging,
    mergings,
)


def square(channels: int, outputs: int, kernel: int, stride: int, cut: int, size: int):
    """A deconvolution whose output is `stride` times as large as its input."""
    axis = DeconvolutionAxis(kernel, stride, 1, cut, size, size * stride)
    return DeconvolutionShape(channels, outputs, axis, axis, FLOAT32)


def choose(shape: DeconvolutionShape, target: str) -> Merging | None:
    found = Target.parse(target)
    lanes = found.lanes

    def estimate(convolution: ConvolutionShape) -> float:
        return cheapest_cycles(convolution, lanes, found)

    return choose_merging(shape, lanes, False, estimate, found.costs)


@pytest.mark.parametrize("target", ["x86-avx2", "x86-avx512"])
def test_phases_of_one_channel_fill_the_lanes(target: str):
    assert choose(square(56, 1, 9, 3, 4, 64), target) == Merging((3, 3), (1, 1), 1)


def test_one_channel_and_stride_one_takes_more_phases():
    merging = choose(square(64, 1, 5, 1, 2, 64), "x86-avx512")
    assert merging is not None
    assert prod(merging.period) >= 4


@pytest.mark.parametrize("target", ["x86-avx2", "x86-avx512"])
def test_many_channels_with_few_taps_stay_apart(target: str):
    # Phases of 1, 2, 2 and 4 taps: together they would have 4 each.
    assert choose(square(32, 32, 3, 2, 1, 48), target) is None


def test_nothing_is_merged_where_there_is_one_phase():
    assert list(mergings(square(32, 32, 3, 1, 1, 16), lanes=8)) == []


def test_periods_fit_the_output():
    axis = DeconvolutionAxis(3, 1, 1, 1, 1, 1)
    assert list(mergings(DeconvolutionShape(8, 1, axis, axis, FLOAT32), lanes=8)) == []


def test_merged_phases_must_save_much():
    shape = square(8, 16, 4, 2, 1, 8)
    apart = 4 * 100 + 16 * 16 * 6

    def estimate(saving: float):
        def cycles(numbers: ConvolutionShape) -> float:
            return 100 if numbers.outputs == 16 else saving * apart - 16 * 16 * 6

        return cycles

    assert choose_merging(shape, 16, True, estimate(0.9), COSTS) is None
    assert choose_merging(shape, 16, True, estimate(0.5), COSTS) == Merging((2, 2), (1, 1), 16 * 1)
