"""Deconvolutions compiled as convolutions of their phases agree with the reference."""

from __future__ import annotations

import pytest

from tests.helpers.lowering import TARGETS, check_layers
from tests.helpers.turns import in_turn

pytestmark = [pytest.mark.isa, pytest.mark.slow]

# channels, size, parameters besides kernel, and weights per output and input
CASES = {
    "stride1": (5, (6, 7), "0=7 1=3 11=2 5=1", 7 * 5 * 6),
    "stride2": (17, (5, 6), "0=20 1=4 3=2 4=1 5=1 9=1", 17 * 20 * 16),
    "odd_pads": (3, (7, 5), "0=4 1=3 3=2 4=1 15=0 14=0 16=1 5=1", 3 * 4 * 9),
    "output_pad": (6, (4, 4), "0=3 1=3 3=2 4=1 18=1 5=1 9=2 -23310=1,0.1", 6 * 3 * 9),
    "gaps": (4, (5, 4), "0=4 1=2 3=3 5=1 9=4", 4 * 4 * 4),
    "dilated": (3, (5, 6), "0=5 1=3 2=2 3=3 4=1 5=1", 3 * 5 * 9),
    "dilated_even": (3, (5, 6), "0=5 1=4 2=2 3=4 5=0", 3 * 5 * 16),
    "deep_cut": (4, (6, 6), "0=2 1=3 3=2 4=5 5=1", 4 * 2 * 9),
    "same": (4, (5, 5), "0=3 1=5 3=2 4=-233 15=-233 14=-233 16=-233 20=10 5=1", 4 * 3 * 25),
    "tiny": (2, (1, 1), "0=3 1=1 3=4 5=1", 2 * 3),
}


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("case", CASES)
def test_deconvolution(case: str, packed: bool):
    channels, size, parameters, count = CASES[case]
    layer = f"Deconvolution d 1 1 x y {parameters} 6={count}"
    check_layers(layer, {"x": (channels, *size)}, packed=packed, tolerance=1e-5)


# input channels, size, kernel and other parameters; any number of outputs
FEW = {
    "superresolution": (56, (11, 13), 9, "3=3 4=4 18=2"),
    "double": (13, (9, 7), 9, "3=2 4=4 18=1"),
    "unet": (17, (8, 8), 4, "3=2 4=1"),
    "dilated": (7, (6, 5), 3, "2=2 3=3 4=2"),
    "rows_only": (13, (7, 6), 5, "13=2 3=1 4=2"),
    "stride1": (17, (12, 12), 5, "4=2"),
    "gaps": (3, (5, 6), 2, "3=4"),
    "uneven": (7, (5, 7), 3, "3=2 4=0 15=1 14=1 16=0"),
    "narrower_than_the_stride": (17, (5, 1), 1, "3=3 18=1 19=2 15=1 14=2 16=1"),
    "one_pixel": (13, (1, 1), 4, "3=2 4=1"),
    "one_pixel_wide": (3, (1, 1), 9, "3=3 4=1 18=1"),
}


@pytest.mark.parametrize(
    ("case", "outputs", "target"),
    in_turn(("x86-avx512", "x86-avx2"), tuple(FEW), (1, 3, 7, 13, 17)),
)
def test_few_channels(case: str, outputs: int, target: str):
    """A ReLU that follows sees the plain or the packed blob; Winograd rounds more."""
    channels, size, kernel, parameters = FEW[case]
    count = channels * outputs * kernel**2
    layers = f"""Deconvolution d 1 1 x t 0={outputs} 1={kernel} {parameters} 5=1 9=4 6={count}
                 AbsVal a 1 1 t y"""
    check_layers(layers, {"x": (channels, *size)}, target, packed=True, tolerance=1e-4)


@pytest.mark.parametrize("target", TARGETS)
def test_few_channels_are_one_convolution(target: str):
    layer = f"Deconvolution d 1 1 x y 0=1 1=9 3=3 4=4 18=2 5=1 6={56 * 81}"
    compiled = check_layers(layer, {"x": (56, 24, 24)}, target, packed=True, tolerance=1e-4)
    assert compiled.kernels.count("kernel.convolution ") == 1
    assert compiled.kernels.count("kernel.depth_to_space ") == 1


@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2"])
def test_few_channels_of_weights_known_only_at_run_time(target: str):
    layer = "Deconvolution d 3 1 x w b y 0=3 1=4 3=2 4=1 5=1 9=1 28=1"
    shapes = {"x": (16, 9, 8), "w": (16, 3, 4, 4), "b": (3,)}
    compiled = check_layers(layer, shapes, target, packed=True, tolerance=1e-5)
    assert compiled.kernels.count("kernel.convolution ") == 1


@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2"])
@pytest.mark.parametrize("outputs", [16, 20])
def test_whole_vectors_are_parts_of_one_convolution(target: str, outputs: int):
    layer = f"Deconvolution d 1 1 x y 0={outputs} 1=4 3=2 4=1 5=1 9=1 6={64 * outputs * 16}"
    compiled = check_layers(layer, {"x": (64, 36, 35)}, target, packed=True, tolerance=1e-4)
    assert compiled.kernels.count("kernel.convolution ") == 1
    assert "kernel.interleave" in compiled.kernels


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("channels", "parameters"),
    [
        (19, f"0=19 1=4 3=2 4=1 5=1 7=19 9=1 6={19 * 16}"),
        (12, f"0=8 1=3 3=2 4=1 18=1 5=1 7=4 6={8 * 3 * 9}"),
        (6, f"0=6 1=3 11=4 5=0 7=6 6={6 * 12}"),
    ],
)
def test_groups(target: str, channels: int, parameters: str):
    layer = f"DeconvolutionDepthWise d 1 1 x y {parameters}"
    check_layers(layer, {"x": (channels, 5, 6)}, target, packed=True, tolerance=1e-5)


@pytest.mark.parametrize("target", TARGETS)
def test_weights_known_only_at_run_time(target: str):
    layer = "Deconvolution d 3 1 x w b y 0=20 1=3 3=2 4=1 5=1 9=1 28=1"
    shapes = {"x": (6, 5, 4), "w": (6, 20, 3, 3), "b": (20,)}
    check_layers(layer, shapes, target, packed=True, tolerance=1e-5)


def test_weights_of_groups_known_only_at_run_time():
    layer = "DeconvolutionDepthWise d 2 1 x w y 0=8 1=3 3=2 7=4 28=1"
    check_layers(layer, {"x": (12, 5, 4), "w": (12, 2, 3, 3)}, tolerance=1e-5)
