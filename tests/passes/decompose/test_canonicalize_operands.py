"""
canonicalize-operands: what is cropped or flattened is all that the layer reads.

The wheel computes each of these forms in `tests/e2e/test_operand_forms.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from tests.helpers.lowering import TARGETS, Layers, check_layers

Arrays = Mapping[str, np.ndarray]
SPECTROGRAM = "Spectrogram y 1 1 x y 0=16 1=2 2=4 3=16"


def scaled(x: np.ndarray, factors: np.ndarray) -> np.ndarray:
    return x * factors.reshape(-1, *(1,) * (x.ndim - 1))


CASES: tuple[tuple[str, dict[str, tuple[int, ...]], Callable[[Arrays], np.ndarray]], ...] = (
    (
        "Gemm y 2 1 a b y",
        {"a": (5, 3, 8), "b": (8, 2, 7)},
        lambda x: x["a"][:, 0] @ x["b"][:, 0],
    ),
    (
        "Gemm y 2 1 a b y 2=1 3=1",
        {"a": (8, 3, 5), "b": (7, 2, 8)},
        lambda x: x["a"][:, 0].T @ x["b"][:, 0].T,
    ),
    (
        "Gemm y 3 1 a b c y 1=0.5",
        {"a": (5, 8), "b": (8, 7), "c": (1, 5, 7)},
        lambda x: x["a"] @ x["b"] + np.float32(0.5) * x["c"][0, 0, 0],
    ),
    (
        "Gemm y 3 1 a b c y",
        {"a": (5, 8), "b": (8, 7), "c": (1, 1)},
        lambda x: x["a"] @ x["b"] + x["c"][0, 0],
    ),
    ("Scale y 2 1 x s y 0=-233", {"x": (8, 5, 3), "s": (1, 8)}, lambda x: scaled(x["x"], x["s"])),
    ("Scale y 2 1 x s y 0=-233", {"x": (5, 4), "s": (5, 1)}, lambda x: scaled(x["x"], x["s"])),
    ("Scale y 2 1 x s y 0=-233", {"x": (8, 5, 3), "s": (8, 1, 1)}, lambda x: x["x"] * x["s"]),
)
"""Layers, the shapes of their inputs, and what they compute in other words."""


@pytest.mark.isa
@pytest.mark.parametrize(("layer", "shapes", "expected"), CASES)
@pytest.mark.parametrize("target", TARGETS)
def test_only_what_ncnn_reads_counts(
    layer: str,
    shapes: dict[str, tuple[int, ...]],
    expected: Callable[[Arrays], np.ndarray],
    target: str,
):
    layers = checked(layer, shapes, target)
    np.testing.assert_allclose(layers.expected["y"], expected(layers.inputs), rtol=1e-5, atol=1e-5)


def checked(layer: str, shapes: dict[str, tuple[int, ...]], target: str) -> Layers:
    """Compare code with the reference."""
    return check_layers(layer, shapes, target, tolerance=1e-5, passes=["canonicalize-operands"])


@pytest.mark.isa
@pytest.mark.parametrize("shape", [(3, 40), (1, 1, 40), (2, 3, 40), (2, 1, 3, 40)])
def test_spectrum_of_the_first_row(shape: tuple[int, ...]):
    passes = ["canonicalize-operands", "expand-spectrogram"]
    layers = check_layers(SPECTROGRAM, {"x": shape}, passes=passes, tolerance=1e-5)
    row = {"x": layers.inputs["x"].reshape(-1, 40)[0]}
    expected = check_layers(SPECTROGRAM, {"x": (40,)}, arrays=row, passes=passes, tolerance=1e-5)
    np.testing.assert_array_equal(layers.expected["y"], expected.expected["y"])


CONVOLUTIONS = (
    ("Convolution y 1 1 x y 0=5 1=3 4=1 6=585", 13),
    ("Convolution y 1 1 x y 0=8 1=1 6=32", 4),
    ("ConvolutionDepthWise y 1 1 x y 0=7 1=3 3=2 6=63 7=7", 7),
)


@pytest.mark.isa
@pytest.mark.parametrize(("layer", "channels"), CONVOLUTIONS)
@pytest.mark.parametrize("size", [(7, 9), (3, 3)])
@pytest.mark.parametrize("target", TARGETS)
def test_image_at_depth_0(layer: str, channels: int, size: tuple[int, int], target: str):
    layers = checked(layer, {"x": (channels, 3, *size)}, target)
    image = {"x": layers.inputs["x"][:, 0]}
    expected = check_layers(layer, {"x": image["x"].shape}, target, arrays=image, tolerance=1e-5)
    np.testing.assert_array_equal(layers.expected["y"], expected.expected["y"])
