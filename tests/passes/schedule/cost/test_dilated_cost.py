"""`dilated` is chosen where it was measured to win, and not where it was measured to lose."""

from __future__ import annotations

import pytest
from ncnnc.dialects.kernel.attributes import Algorithm
from ncnnc.dialects.kernel.convolution import INNER_ALGORITHMS
from ncnnc.dialects.target.products import FLOAT32
from ncnnc.dialects.target.records import Target
from ncnnc.passes.common.geometry.kernel_motion import AxisMotion
from ncnnc.passes.schedule.cost.conv_cost import cheapest_algorithm, inner_algorithm
from ncnnc.passes.schedule.cost.conv_shape import ConvolutionShape, Depth, inside_part

pytestmark = pytest.mark.requirement("W19")


def same(
    channels: int, outputs: int, side: int, dilation: int, kernel: tuple[int, int] = (3, 3)
) -> ConvolutionShape:
    """A dilated convolution whose output is as large as its input."""
    axis = AxisMotion(side, side, 3, 1, dilation, dilation, dilation)
    inside = inside_part(axis) ** 2 if kernel == (3, 3) else 1.0
    steps = (dilation, dilation)
    size = (channels, outputs, side, side)
    return ConvolutionShape(*size, kernel, (1, 1), steps, True, FLOAT32, inside=inside)


@pytest.mark.parametrize(
    ("target", "shape", "wins"),
    [
        ("x86-avx512", same(256, 256, 65, 2), True),
        ("x86-avx512", same(512, 512, 65, 4), True),
        ("x86-avx512", same(2048, 256, 65, 12), True),
        ("x86-avx512", same(2048, 256, 65, 24), False),
        ("x86-avx512", same(32, 32, 64, 2), True),
        ("x86-avx2", same(256, 256, 65, 2), True),
        ("x86-avx2", same(512, 512, 65, 4), True),
        ("x86-avx2", same(2048, 256, 65, 12), True),
        ("x86-avx2", same(32, 32, 64, 2), True),
        ("x86-avx2", same(32, 32, 64, 2, (5, 5)), False),
    ],
)
def test_it_is_taken_where_it_wins(target: str, shape: ConvolutionShape, wins: bool):
    machine = Target.parse(target)
    algorithm = cheapest_algorithm(shape, machine.lanes, machine)
    assert (algorithm is Algorithm.DILATED) == wins


@pytest.mark.parametrize("dilation", [(1, 2), (3, 3), (12, 40)])
@pytest.mark.parametrize("size", [(1, 1), (3, 50), (64, 7)])
def test_sub_images_cover_the_image(size: tuple[int, int], dilation: tuple[int, int]):
    shape = ConvolutionShape(8, 8, *size, (3, 3), (1, 1), dilation, False, FLOAT32, Depth(2))
    part = shape.of_sub_images()
    assert part.pixels >= shape.pixels
    assert part.sub_images == min(dilation[0], size[0]) * min(dilation[1], size[1])
    machine = Target.parse("x86-avx2")
    assert inner_algorithm(shape, machine.lanes, machine) in INNER_ALGORITHMS


def test_a_kernel_with_one_tap_along_an_axis_is_not_taken_apart_there():
    shape = ConvolutionShape(8, 8, 9, 9, (3, 1), (1, 1), (3, 3), False, FLOAT32)
    assert shape.of_sub_images().out_width == 9
    assert shape.of_sub_images().out_height == shape.of_sub_images().sub_images == 3
    one = ConvolutionShape(8, 8, 9, 9, (1, 1), (1, 1), (3, 3), False, FLOAT32)
    assert not one.can_be_dilated
