"""fuse-row-bands: bands of rows are those of the reference, with any window and cache."""

from __future__ import annotations

import ncnnc
import numpy as np
import pytest

from tests.helpers.lowering import check_layers, param_text

pytestmark = pytest.mark.isa

LAYERS = """
    Convolution t 1 1 x t 0={channels} 1={first} 4={border} 3={step} 5=1 6={weights}
    ReLU u 1 1 t u 0=0.1
    ConvolutionDepthWise y 1 1 u y 0={channels} 1={kernel} 3={stride} {more} 5=1 6={taps} 9=1
"""
BANDS = "+bands_in_cache=4"
WINDOWS = [
    # first kernel, stride; second kernel, stride, dilation, padding: left and top, right and bottom
    (1, 1, 3, 1, 1, (1, 1)),
    (1, 1, 3, 2, 1, (1, 1)),
    (1, 1, 5, 2, 1, (2, 1)),
    (1, 1, 3, 1, 2, (2, 3)),
    (1, 1, 2, 3, 1, (0, 0)),
    (1, 1, 3, 2, 1, (4, 5)),
    (3, 2, 3, 1, 1, (1, 1)),
    (3, 1, 3, 2, 1, (0, 1)),
]


def network(channels: int, inputs: int, window=WINDOWS[0]) -> str:
    first, step, kernel, stride, dilation, (before, after) = window
    more = f"2={dilation} 4={before} 14={before} 15={after} 16={after} 7={channels}"
    names = {"first": first, "border": first // 2, "step": step, "kernel": kernel}
    sizes = {"weights": channels * inputs * first**2, "taps": channels * kernel**2}
    return LAYERS.format(channels=channels, stride=stride, more=more, **names, **sizes)


@pytest.mark.parametrize(("number", "window"), [*enumerate(WINDOWS)])
def test_windows(number, window):
    target = ("x86-avx512", "x86-avx2")[number % 2] + BANDS + "+l2=128K"
    first, step, *_ = window
    shapes = {"x": (7, 67, 13) if first == 1 else (3, 61 * step, 19 * step)}
    compiled = check_layers(network(53, shapes["x"][0], window), shapes, target, first == 1)
    assert "kernel.row_bands" in compiled.kernels


@pytest.mark.parametrize(
    ("target", "channels"),
    [
        ("x86-avx512+zen5", 4),
        ("x86-avx512+zen5", 8),
        ("x86-avx512+zen5", 24),
        ("x86-avx512", 136),
        ("x86-avx2", 13),
        ("x86-64", 21),
    ],
)
def test_channels(target, channels):
    shapes = {"x": (8, 387, 3)}
    compiled = check_layers(network(channels, 8), shapes, f"{target}{BANDS}+l2=16K", packed=True)
    assert "kernel.row_bands" in compiled.kernels


def test_a_blob_added_to_its_depthwise_convolution_is_kept():
    added, shapes = "BinaryOp z 2 1 y u z 0=0", {"x": (8, 67, 17)}
    compiled = check_layers(network(24, 8) + added, shapes, f"x86-avx2{BANDS}+l2=16K", packed=True)
    assert "kernel.row_bands" not in compiled.kernels


def test_a_large_cache_keeps_all_rows():
    shapes = {"x": (8, 67, 17)}
    compiled = check_layers(network(24, 8), shapes, f"x86-avx2{BANDS}+l2=1M", packed=True)
    assert "kernel.row_bands" not in compiled.kernels


@pytest.mark.parametrize("stride", [1, 2])
def test_any_number_of_threads_gives_the_same_bits(stride, tmp_path):
    param, shapes = tmp_path / "network.param", {"x": (8, 67, 17)}
    means = "Pooling m 1 1 y m 0=1 4=1"
    param.write_bytes(param_text(network(72, 8, (1, 1, 3, stride, 1, (1, 1))) + means, shapes))
    options = {"random_weights": 0, "inputs": shapes, "debug_bounds": True}
    x = np.random.default_rng(0).standard_normal(shapes["x"], np.float32)
    expected = ncnnc.compile(str(param), target=f"x86-avx2{BANDS}+l2=1M", **options)(x)
    model = ncnnc.compile(str(param), target=f"x86-avx2{BANDS}+l2=16K", **options)
    for threads in (1, 2, 3, 5):
        model.threads = threads
        np.testing.assert_array_equal(model(x), expected)
