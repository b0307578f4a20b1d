"""ncnn's rules for the algorithm of a convolution: every boundary, and its order of decisions."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.kernel.attributes import Algorithm
from ncnnc.dialects.ncnn.layer_attributes import FEATURE_MASK_ATTRIBUTE
from ncnnc.dialects.ncnn.layers.convolution import ConvolutionOp
from ncnnc.dialects.target.records import Target
from ncnnc.passes.schedule.cost.ncnn_selection import (
    DIRECT_KERNELS,
    F23_SIDES,
    F63_SIDES,
    NO_SGEMM,
    NO_WINOGRAD,
    NcnnConvolution,
    NcnnOptions,
    ncnn_algorithm,
    ncnn_kernel,
    ncnn_pack,
    preferred_winograd,
    prefers_gemm,
)
from ncnnc.passes.schedule.select_conv_algorithm import SelectConvAlgorithmPass
from xdsl.dialects import test
from xdsl.dialects.builtin import TensorType, f32

TARGET = Target.parse("x86-avx512")
NO_PACKING = NcnnOptions(use_packing_layout=False)


def kernel_of(
    inputs: int,
    outputs: int,
    kernel: int = 3,
    stride: int = 1,
    dilation: int = 1,
    pad: int = 1,
    side: tuple[int, int] = (56, 56),
    mask: int = 0,
    options: NcnnOptions | None = None,
    target: Target = TARGET,
) -> str:
    """ncnn's function for a convolution with square kernels."""
    conv = NcnnConvolution(
        *(inputs, outputs, (kernel, kernel), (stride, stride), (dilation, dilation), (pad,) * 4),
        bottom=side,
    )
    return ncnn_kernel(conv, (options or NcnnOptions()).masked(mask), target)


def choose(*args: int, **options) -> Algorithm:
    return ncnn_algorithm(kernel_of(*args, **options))


@pytest.mark.requirement("W22")
def test_winograd_needs_more_than_8_channels_on_one_side():
    assert choose(8, 8) is Algorithm.PACKED
    assert choose(9, 8).winograd_tile
    assert choose(8, 9).winograd_tile


@pytest.mark.requirement("W22")
@pytest.mark.parametrize("option", [{"stride": 2}, {"dilation": 2}, {"kernel": 5}])
def test_winograd_needs_the_plain_3x3(option: dict[str, int]):
    assert choose(64, 64, **option) is Algorithm.GEMM


@pytest.mark.requirement("W26")
def test_gemm_needs_more_than_16_channels_on_one_side():
    assert choose(16, 16, stride=2) is Algorithm.PACKED
    assert choose(17, 1, stride=2) is Algorithm.GEMM
    assert choose(1, 17, stride=2) is Algorithm.GEMM


@pytest.mark.requirement("W26", "D12")
def test_gemm_of_few_channels_by_size_of_the_weights():
    # 16 * 16 * 9 taps * 8 bytes are 18432; times stride * stride * dilation * dilation.
    assert choose(16, 16, stride=7) is Algorithm.PACKED
    assert choose(16, 16, stride=7, dilation=2) is Algorithm.GEMM
    exactly, less = (Target.parse(f"x86-avx512+l2={size}") for size in (4 * 18432, 4 * 18432 - 1))
    assert choose(16, 16, stride=2, target=exactly) is Algorithm.PACKED
    assert choose(16, 16, stride=2, target=less) is Algorithm.GEMM


@pytest.mark.requirement("D12")
def test_the_size_of_the_weights_does_not_overflow():
    # 2**31 bytes in all, which an `int` holds as a negative number.
    conv = NcnnConvolution(16, 16, (16, 16), (64, 64), (1, 1))
    assert prefers_gemm(conv, TARGET.l2_bytes)
    conv = replace(conv, kernel=(32, 32), stride=(256, 256), dilation=(4, 1))
    assert prefers_gemm(conv, TARGET.l2_bytes)


@pytest.mark.requirement("W26")
def test_1x1_is_always_gemm():
    assert choose(1, 1, kernel=1, pad=0) is Algorithm.GEMM
    assert choose(1, 1, kernel=1, pad=0, mask=NO_SGEMM) is Algorithm.GEMM
    options = NcnnOptions(use_sgemm_convolution=False)
    assert choose(1, 1, kernel=1, stride=2, options=options) is Algorithm.GEMM


@pytest.mark.requirement("W31")
def test_feature_mask():
    assert choose(64, 64, mask=NO_SGEMM).winograd_tile
    assert choose(64, 64, mask=NO_WINOGRAD) is Algorithm.GEMM
    assert choose(64, 64, mask=NO_WINOGRAD | NO_SGEMM) is Algorithm.PACKED
    assert (NO_SGEMM, NO_WINOGRAD) == (32, 64)


@pytest.mark.requirement("W24")
def test_the_shorter_side_counts_with_its_padding():
    # F(6,3) for 32 channels: 11 to 14, not 15.
    assert choose(32, 32, side=(12, 100)) is Algorithm.WINOGRAD6
    assert choose(32, 32, side=(100, 13)) is Algorithm.WINOGRAD4


@pytest.mark.requirement("W24")
@pytest.mark.parametrize("code", [-233, -234])
def test_pads_of_the_same_extent_add_two(code: int):
    assert choose(32, 32, side=(12, 100), pad=code) is Algorithm.WINOGRAD6
    assert choose(32, 32, side=(13, 100), pad=code) is Algorithm.WINOGRAD4
    # Any positive pad makes all count as they are.
    conv = NcnnConvolution(32, 32, (3, 3), pad=(1, 0, 0, -233), bottom=(12, 300))
    assert conv.padded_extents == (13, 67)


@pytest.mark.requirement("W24")
def test_an_output_that_is_known_comes_first():
    conv = NcnnConvolution(32, 32, (3, 3), bottom=(50, 50), top=(10, 90))
    assert conv.padded_extents == (12, 92)


@pytest.mark.requirement("W24")
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
    kernel = preferred_winograd(inputs, outputs, side)
    assert ncnn_algorithm(kernel).winograd_tile == expected


@pytest.mark.requirement("W23")
@pytest.mark.parametrize(
    ("inputs", "outputs", "forbidden", "expected"),
    [
        (32, 32, (), 6),
        (33, 32, (), 4),
        (32, 33, (), 4),
        (512, 512, (), 4),
        (32, 32, (6,), 4),
        (33, 32, (4,), 2),
        (32, 32, (6, 4), 2),
    ],
)
def test_tile_of_unknown_shapes(inputs: int, outputs: int, forbidden, expected: int):
    options = NcnnOptions(**{f"use_winograd{m}3_convolution": False for m in forbidden})
    kernel = ncnn_kernel(NcnnConvolution(inputs, outputs, (3, 3)), options, TARGET)
    assert ncnn_algorithm(kernel).winograd_tile == expected


PREFERRED = {2: (512, 512, 12), 4: (512, 512, 54), 6: (32, 32, 22)}
"""Tile -> inputs, outputs and side for which ncnn prefers it."""


@pytest.mark.requirement("W24", "W32")
@pytest.mark.parametrize("allowed", list(product((False, True), repeat=3)), ids=str)
def test_tiles_that_are_not_allowed_give_way(allowed: tuple[bool, ...]):
    """All combinations: 2 and 6 to 4; 4 to 6, and that to 2; without any, gemm."""
    f23, f43, f63 = allowed
    options = NcnnOptions(
        use_winograd23_convolution=f23,
        use_winograd43_convolution=f43,
        use_winograd63_convolution=f63,
    )
    instead_of_4 = 4 if f43 else 6 if f63 else 2
    expected = {2: 2 if f23 else instead_of_4, 4: instead_of_4, 6: 6 if f63 else instead_of_4}
    for preferred, (inputs, outputs, side) in PREFERRED.items():
        algorithm = choose(inputs, outputs, side=(side, side), options=options)
        assert algorithm.winograd_tile == (expected[preferred] if any(allowed) else 0)
        assert any(allowed) or algorithm is Algorithm.GEMM


@pytest.mark.requirement("W21", "W33")
@pytest.mark.parametrize(
    ("target", "packs"),
    [
        ("x86-avx512", {16: 16, 48: 16, 8: 8, 24: 8, 4: 4, 12: 4, 3: 1, 7: 1, 13: 1}),
        ("x86-avx2", {16: 8, 8: 8, 4: 4, 12: 4, 13: 1}),
        ("x86-avx", {16: 8, 4: 4}),
        ("x86-64", {16: 4, 8: 4, 6: 1}),
    ],
)
def test_packs(target: str, packs: dict[int, int]):
    found = Target.parse(target)
    assert {n: ncnn_pack(n, NcnnOptions(), found) for n in packs} == packs
    assert {ncnn_pack(n, NO_PACKING, found) for n in packs} == {1}


DIRECT = [
    ("x86-avx512", 16, 1, 3, 1, "conv3x3s1_pack16to1_avx512"),
    ("x86-avx512", 8, 8, 3, 1, "conv3x3s1_pack8_avx"),
    ("x86-avx2", 16, 16, 2, 1, "conv2x2s1_pack8_avx"),
    ("x86-avx512", 3, 8, 3, 1, "conv3x3s1_pack1to8_avx"),
    ("x86-avx", 3, 16, 3, 2, "conv3x3s2_pack1to8_avx"),
    ("x86-avx512", 8, 3, 3, 1, "conv3x3s1_pack8to1_avx"),
    ("x86-64", 3, 8, 3, 1, "conv3x3s1_pack1to4_sse"),
    ("x86-avx512", 3, 12, 3, 2, "conv3x3s2_pack1to4_sse"),
    # Packs, kernels and strides for which there is none.
    ("x86-avx512", 16, 16, 3, 1, "convolution_packed"),
    ("x86-avx512", 8, 8, 3, 2, "convolution_packed"),
    ("x86-avx512", 3, 8, 5, 1, "convolution_packed"),
    ("x86-avx512", 4, 4, 3, 1, "convolution_packed"),
]


@pytest.mark.requirement("L20", "W28", "W29")
@pytest.mark.parametrize(("target", "inputs", "outputs", "kernel", "stride", "expected"), DIRECT)
def test_direct_kernels(
    target: str, inputs: int, outputs: int, kernel: int, stride: int, expected: str
):
    options = NcnnOptions(use_winograd_convolution=False)
    numbers = (inputs, outputs, kernel, stride)
    found = Target.parse(target)
    assert kernel_of(*numbers, options=options, target=found) == expected
    if expected != "convolution_packed":
        assert kernel_of(*numbers, dilation=2, target=found) == "convolution_packed"
    assert set(DIRECT_KERNELS.values()) | {"convolution_packed"} == {row[-1] for row in DIRECT}


@pytest.mark.requirement("W19", "L19")
def test_dilation_without_packing_is_interleaved_before_all_else():
    for kernel in (1, 3, 5):
        kernel_name = kernel_of(64, 64, kernel, dilation=2, options=NO_PACKING)
        assert kernel_name == "forwardDilation_x86"
        assert ncnn_algorithm(kernel_name) is Algorithm.DILATED
    assert kernel_of(64, 64, dilation=2) == "convolution_im2col_gemm"
    assert kernel_of(64, 64, dilation=2, stride=2, options=NO_PACKING) == "convolution_im2col_gemm"
    conv = NcnnConvolution(64, 64, (3, 3), dilation=(2, 2))
    assert conv.can_be_interleaved
    assert not replace(conv, dilation=(2, 3)).can_be_interleaved
    assert not replace(conv, dilation=(1, 2)).can_be_interleaved
    assert not replace(conv, kernel=(3, 5)).can_be_interleaved
    assert not replace(conv, stride=(1, 2)).can_be_interleaved


@pytest.mark.requirement("D14", "L21")
@pytest.mark.parametrize(("top", "expected"), [((3, 3), True), ((2, 9), False), ((9, 2), False)])
def test_outputs_smaller_than_the_dilation_have_another_algorithm(top, expected: bool):
    """ncnn falls through to gemm there, whose weights it has not made."""
    conv = NcnnConvolution(64, 64, (3, 3), dilation=(3, 3), top=top)
    kernel = ncnn_kernel(conv, NO_PACKING, TARGET)
    assert kernel == ("forwardDilation_x86" if expected else "convolution_im2col_gemm")


def convolution(line_mask: int = 0) -> ConvolutionOp:
    """SqueezeNet's first layer: `0=64 1=3 3=2 5=1 6=1728 9=1`."""
    types = [(3, 227, 227), (64, 3, 3, 3), (64,)]
    operands = test.TestOp(result_types=[TensorType(f32, t) for t in types]).results
    return ConvolutionOp.build(
        operands=[*operands, [], [], [], []],
        properties={"stride": int_array((2, 2))},
        attributes={FEATURE_MASK_ATTRIBUTE: int_attr(line_mask)},
        regions=[[]],
        result_types=[TensorType(f32, (64, 113, 113))],
    )


@pytest.mark.requirement("W30", "D12")
def test_first_layer_of_squeezenet():
    """gemm: more than 16 outputs. Without it, the direct kernel for its packs."""
    conv = NcnnConvolution.of(convolution())
    assert (conv.inputs, conv.outputs, conv.stride, conv.top) == (3, 64, (2, 2), (113, 113))
    assert ncnn_kernel(conv, NcnnOptions(), TARGET) == "convolution_im2col_gemm"
    assert [ncnn_pack(n, NcnnOptions(), TARGET) for n in (3, 64)] == [1, 16]
    options = NcnnOptions(use_sgemm_convolution=False)
    avx2 = Target.parse("x86-avx2")
    assert ncnn_kernel(conv, options, TARGET) == "convolution_packed"
    assert ncnn_kernel(conv, options, avx2) == "conv3x3s2_pack1to8_avx"


@pytest.mark.requirement("W30", "W31")
def test_the_pass_has_the_options_of_ncnn_and_masks_them():
    def kernel(mask: int = 0, **options: bool) -> str:
        return SelectConvAlgorithmPass("ncnn", **options).ncnn_kernel(convolution(mask), TARGET)

    assert kernel() == "convolution_im2col_gemm"
    assert kernel(NO_SGEMM) == "convolution_packed"
    assert kernel(NO_WINOGRAD) == "convolution_im2col_gemm"
    assert kernel(use_sgemm_convolution=False) == "convolution_packed"


@pytest.mark.parametrize("table", [F63_SIDES, F23_SIDES])
def test_tables_are_well_formed(table):
    assert [least for least, _ in table] == sorted((least for least, _ in table), reverse=True)
    for _, rows in table:
        assert [least for least, _ in rows] == sorted((least for least, _ in rows), reverse=True)
        for _, ranges in rows:
            bounds = [bound for pair in ranges for bound in pair]
            assert bounds == sorted(bounds)
