"""Crop Winograd's tiles, and choose register tiles whose weights come from memory."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from ncnnc.dialects.target.products import FLOAT32, INT8
from ncnnc.dialects.target.records import Target
from ncnnc.passes.schedule.cost.conv_schedule import transformed_types
from ncnnc.passes.schedule.cost.conv_shape import ConvolutionShape, Depth
from ncnnc.passes.schedule.cost.winograd_schedule import (
    block_count,
    can_crop,
    plan_winograd,
)

AVX2 = Target.parse("x86-avx2")
ZEN5 = Target.parse("x86-avx512+zen5")


def square(channels: int, size: int) -> ConvolutionShape:
    """Return a 3x3 convolution of an image with as many outputs as inputs."""
    window = ((3, 3), (1, 1), (1, 1))
    return ConvolutionShape(channels, channels, size, size, *window, padded=True, types=FLOAT32)


@pytest.mark.parametrize(
    ("channels", "size", "m", "cropped"),
    [
        (256, 26, 6, True),
        (512, 13, 4, True),
        (256, 24, 6, False),
        # Of 324 tiles 35 are at the border.
        (64, 104, 6, False),
    ],
)
def test_tiles_are_cropped_where_that_saves_products(
    channels: int, size: int, m: int, cropped: bool
):
    plan = plan_winograd(square(channels, size), m, AVX2.lanes, AVX2)
    assert plan.cropped == cropped
    whole = plan_winograd(square(channels, -(-size // m) * m), m, AVX2.lanes, AVX2)
    assert (plan.products < 0.95 * whole.products) == cropped


@pytest.mark.parametrize(
    "change",
    [
        {"types": transformed_types(INT8, 4)},
        {"depth": Depth(3)},
        {"depth": Depth(1, 3)},
        {"sub_images": 4},
        {"is_dynamic": True},
        {"out_height": 24, "out_width": 28},
    ],
)
def test_what_is_never_cropped(change: dict[str, Any]):
    shape = square(64, 26)
    assert can_crop(shape, 4)
    assert not can_crop(replace(shape, **change), 4)


def test_tiles_are_about_equal_if_weights_come_from_memory():
    """Of 16 tiles 6, 6 and 4 would read the weights once more."""
    plan = plan_winograd(square(512, 16), 4, ZEN5.lanes, ZEN5)
    assert plan.tile == (8, 2)


def test_wide_vectors_wait_for_weights_from_memory():
    target = Target.parse("x86-avx512")
    assert not plan_winograd(square(512, 7), 2, target.lanes, target).cropped
    assert plan_winograd(square(128, 28), 6, target.lanes, target).cropped


@pytest.mark.parametrize(
    ("target", "channels", "blocks"),
    [
        # Data of 24 tiles take 1 MB, just less than the L2 cache, and 1.8 MB.
        (ZEN5, 128, 2),
        (ZEN5, 256, 1),
        (AVX2, 256, 2),
    ],
)
def test_wide_vectors_have_one_block_if_none_fits_in_l2(target: Target, channels: int, blocks: int):
    shape = replace(square(channels, 37), outputs=112)
    assert block_count(shape, 6, target.lanes, target) == (49, blocks)
