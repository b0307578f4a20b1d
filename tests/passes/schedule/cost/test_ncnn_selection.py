"""ncnn's rules for the algorithm of a convolution: every boundary, and its order of decisions."""

from __future__ import annotations

import pytest
from ncnnc.dialects.ncnn.layer_attributes import FEATURE_MASK_ATTRIBUTE
from ncnnc.dialects.ncnn.layers.convolution import ConvolutionOp
from ncnnc.dialects.properties import Algorithm
from ncnnc.dialects.target.records import Target
from ncnnc.passes.schedule.cost.ncnn_selection import (
    F23_SIDES,
    F63_SIDES,
    NO_SGEMM,
    NO_WINOGRAD,
    ncnn_algorithm,
    winograd_algorithm,
)
from xdsl.dialects import test
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, TensorType, f32, i64

TARGET = Target.parse("x86-avx512")


def convolution(
    inputs: int,
    outputs: int,
    kernel: int = 3,
    stride: int = 1,
    dilation: int = 1,
    pad: int = 1,
    side: tuple[int, int] = (56, 56),
    mask: int = 0,
) -> ConvolutionOp:
    """A convolution of square kernels."""
    types = [(inputs, *side), (outputs, inputs, kernel, kernel)]
    operands = test.TestOp(result_types=[TensorType(f32, t) for t in types]).results
    return ConvolutionOp.build(
        operands=[*operands, [], [], [], [], []],
        properties={
            "stride": DenseArrayBase.from_list(i64, [stride, stride]),
            "dilation": DenseArrayBase.from_list(i64, [dilation, dilation]),
            "pad": DenseArrayBase.from_list(i64, [pad] * 4),
        },
        attributes={FEATURE_MASK_ATTRIBUTE: IntegerAttr(mask, i64)},
        regions=[[]],
        result_types=[TensorType(f32, (outputs, *side))],
    )


def choose(*args: int, **options) -> Algorithm:
    return ncnn_algorithm(convolution(*args, **options), TARGET)


def test_winograd_needs_more_than_8_channels_on_one_side():
    assert choose(8, 8) is Algorithm.PACKED
    assert choose(9, 8).winograd_tile
    assert choose(8, 9).winograd_tile


@pytest.mark.parametrize("option", [{"stride": 2}, {"dilation": 2}, {"kernel": 5}])
def test_winograd_needs_the_plain_3x3(option: dict[str, int]):
    assert choose(64, 64, **option) is Algorithm.GEMM


def test_gemm_needs_more_than_16_channels_on_one_side():
    assert choose(16, 16, stride=2) is Algorithm.PACKED
    assert choose(17, 1, stride=2) is Algorithm.GEMM
    assert choose(1, 17, stride=2) is Algorithm.GEMM


def test_gemm_of_few_channels_by_size_of_the_weights():
    # 16 * 16 * 9 taps * 8 bytes are 18432; times stride * stride * dilation * dilation.
    assert choose(16, 16, stride=7) is Algorithm.PACKED
    assert choose(16, 16, stride=7, dilation=2) is Algorithm.GEMM
    small = Target.parse("x86-avx512+l2=16")
    assert ncnn_algorithm(convolution(1, 1, stride=2), small) is Algorithm.GEMM


def test_1x1_is_always_gemm():
    assert choose(1, 1, kernel=1, pad=0) is Algorithm.GEMM
    assert choose(1, 1, kernel=1, pad=0, mask=NO_SGEMM) is Algorithm.GEMM


def test_first_layer_of_squeezenet():
    assert choose(3, 64, stride=2, pad=0, side=(227, 227)) is Algorithm.GEMM


def test_feature_mask():
    assert choose(64, 64, mask=NO_SGEMM).winograd_tile
    assert choose(64, 64, mask=NO_WINOGRAD) is Algorithm.GEMM
    assert choose(64, 64, mask=NO_WINOGRAD | NO_SGEMM) is Algorithm.PACKED


def test_the_shorter_side_counts_with_its_padding():
    # F(6,3) for 32 channels: 11 to 14, not 15.
    assert choose(32, 32, side=(12, 100)) is Algorithm.WINOGRAD6
    assert choose(32, 32, side=(100, 13)) is Algorithm.WINOGRAD4


@pytest.mark.parametrize(
    ("inputs", "outputs", "side", "expected"),
    [
        (512, 512, 14, 2),
        (512, 512, 15, 4),
        (512, 64, 9, 4),
        (512, 64, 11, 2),
        (511, 256, 14, 2),
        (511, 255, 13, 4),
        (128, 128, 10, 2),
        (64, 64, 12, 2),
        (64, 64, 58, 4),
        (64, 7, 3, 4),
        (63, 63, 30, 6),
        (63, 64, 30, 4),
        (32, 16, 13, 6),
        (32, 16, 12, 4),
        (16, 32, 10, 2),
        (16, 16, 182, 6),
        (16, 16, 183, 4),
        # Both tables claim these; F(2,3) comes first.
        (16, 32, 3, 2),
        (8, 16, 47, 2),
        (8, 32, 15, 2),
        (8, 32, 17, 6),
        (15, 9, 1000, 2),
        (7, 512, 10, 4),
    ],
)
def test_tile_by_channels_and_side(inputs: int, outputs: int, side: int, expected: int):
    assert winograd_algorithm(inputs, outputs, side).winograd_tile == expected


@pytest.mark.parametrize("table", [F63_SIDES, F23_SIDES])
def test_tables_are_well_formed(table):
    assert [least for least, _ in table] == sorted((least for least, _ in table), reverse=True)
    for _, rows in table:
        assert [least for least, _ in rows] == sorted((least for least, _ in rows), reverse=True)
        for _, ranges in rows:
            bounds = [bound for pair in ranges for bound in pair]
            assert bounds == sorted(bounds)
