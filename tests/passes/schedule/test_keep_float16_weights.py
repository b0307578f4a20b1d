"""keep-float16-weights: the same bits from half the bytes."""

from __future__ import annotations

import struct
from collections.abc import Mapping

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.format.weights import StorageTag

TARGETS = ("x86-avx2", "x86-avx512")

LAYERS = {
    "product": ("InnerProduct l 1 1 x y 0=37 1=1 2=2590", [(2590, True), (37, False)], (7, 2, 5)),
    "gemm": ("Gemm l 1 1 x y 3=1 5=1 6=1 8=35 9=13 10=-1", [(455, True)], (11, 13)),
    "1x1": ("Convolution l 1 1 x y 0=40 1=1 6=960", [(960, True)], (24, 5, 7)),
    "packed": ("Convolution l 1 1 x y 0=20 1=3 3=2 6=3420", [(3420, True)], (19, 5, 5)),
    "tiled": ("Convolution l 1 1 x y 0=20 1=3 3=2 6=3420", [(3420, True)], (19, 5, 5)),
    "gathered": ("Convolution l 1 1 x y 0=20 1=3 4=1 6=3420", [(3420, True)], (19, 5, 5)),
    "grouped": ("ConvolutionDepthWise l 1 1 x y 0=24 1=1 6=192 7=3", [(192, True)], (24, 5, 7)),
    "dilated": ("Convolution l 1 1 x y 0=20 1=2 2=2 6=640", [(640, True)], (8, 4, 4)),
    "attention": (
        "MultiHeadAttention l 1 1 x y 0=24 1=3 2=576",
        [(576, True), (24, False)] * 4,
        (9, 24),
    ),
    "lstm": (
        "LSTM l 1 1 x y 0=20 1=3584 2=0 3=28",
        [(3584, True), (112, True), (2240, True), (560, True)],
        (5, 32),
    ),
    "gru": ("GRU l 1 1 x y 0=20 1=1920", [(1920, True), (80, True), (1200, True)], (1, 32)),
    "winograd": ("Convolution l 1 1 x y 0=20 1=3 4=1 6=3420", [(3420, True)], (19, 8, 8)),
}  # fmt: skip
"""Line of the `.param`, its arrays (elements, whether tagged), shape of the input."""
FORCED = {"packed": "packed", "tiled": "tiled", "gathered": "gemm", "dilated": "dilated"}
FORCED |= {"winograd": "winograd2"}


def model_files(name: str, half: bool) -> tuple[bytes, bytes, tuple[int, ...]]:
    """`.param`, `.bin` and shape of the input; the weights are those of float16 either way."""
    line, arrays, shape = LAYERS[name]
    random = np.random.default_rng(0)
    stored = b""
    for count, is_tagged in arrays:
        array = random.standard_normal(count).astype(np.float16)
        tag = StorageTag.FLOAT16 if half else StorageTag.PLAIN
        stored += struct.pack("<I", tag) if is_tagged else b""
        data = array.tobytes() if half and is_tagged else array.astype(np.float32).tobytes()
        stored += data + bytes(-len(data) % 4)
    return f"7767517\n2 2\nInput x 0 1 x\n{line}\n".encode(), stored, shape


def compiled(name: str, half: bool, target: str) -> ncnnc.CompiledModel:
    param, weights, shape = model_files(name, half)
    forced: Mapping[str, str] = {"l": FORCED[name]} if name in FORCED else {}
    return ncnnc.compile(param, weights, inputs={"x": shape}, target=target, conv=forced)


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", LAYERS)
def test_the_same_bits_from_half_the_bytes(name: str, target: str):
    narrow, wide = compiled(name, True, target), compiled(name, False, target)
    sizes = len(narrow.program.weights), len(wide.program.weights)
    if name == "winograd":
        assert sizes[0] == sizes[1]
    else:
        assert sizes[0] <= 0.6 * sizes[1]
    x = np.random.default_rng(1).standard_normal(LAYERS[name][2]).astype(np.float32)
    np.testing.assert_array_equal(narrow(x), wide(x))


@pytest.mark.isa
def test_a_target_that_cannot_widen_has_them_in_float32():
    narrow, wide = compiled("1x1", True, "x86-64"), compiled("1x1", False, "x86-64")
    assert bytes(narrow.program.weights) == bytes(wide.program.weights)
