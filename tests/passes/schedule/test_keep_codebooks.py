"""keep-codebooks: the same numbers from a quarter of the bytes, and as ncnn has them."""

from __future__ import annotations

import struct

import ncnnc
import numpy as np
import pytest

from tests.generators.wheel import run_wheel

TARGETS = ("x86-64", "x86-avx2", "x86-avx512")

LAYERS = {
    "gemm": ("Gemm l 1 1 x y 3=1 5=1 6=1 8=35 9=13 10=-1", [(455, True)], (2, 13)),
    "rows": ("Gemm l 1 1 x y 3=1 5=1 6=1 8=35 9=13 10=-1", [(455, True)], (11, 13)),
    "turned": ("Gemm l 1 1 x y 5=1 6=1 8=35 9=13 10=-1", [(455, True)], (3, 13)),
    "product": (
        "InnerProduct l 1 1 x y 0=37 1=1 2=2590 9=1",
        [(2590, True), (37, False)],
        (7, 2, 5),
    ),
    "matrix": ("InnerProduct l 1 1 x y 0=37 1=1 2=370", [(370, True), (37, False)], (5, 10)),
    "attention": (
        "MultiHeadAttention l 1 1 x y 0=24 1=3 2=576",
        [(576, True), (24, False)] * 4,
        (9, 24),
    ),
    "embed": ("Embed l 1 1 x y 0=13 1=29 2=1 3=377", [(377, True), (13, False)], (6,)),
}
"""Line of the `.param`, its arrays (elements, whether tagged), shape of the input."""


def model_files(name: str, *, is_codebook: bool) -> tuple[bytes, bytes]:
    """`.param` and `.bin`; the weights are numbers of a codebook either way."""
    line, arrays, _ = LAYERS[name]
    random = np.random.default_rng(0)
    stored = b""
    for count, is_tagged in arrays:
        if not is_tagged:
            stored += random.standard_normal(count).astype("<f4").tobytes()
            continue
        codebook = random.standard_normal(256).astype("<f4")
        places = random.integers(0, 256, count).astype(np.uint8)
        if is_codebook:
            stored += struct.pack("<I", 1) + codebook.tobytes()
            stored += places.tobytes() + bytes(-count % 4)
        else:
            stored += struct.pack("<I", 0) + codebook[places].tobytes()
    return f"7767517\n2 2\nInput x 0 1 x\n{line}\n".encode(), stored


def input_of(name: str) -> np.ndarray:
    random, shape = np.random.default_rng(1), LAYERS[name][2]
    if name == "embed":
        return random.integers(0, 29, shape).astype(np.int32)
    return random.standard_normal(shape).astype(np.float32)


def compiled(name: str, *, is_codebook: bool, target: str) -> ncnnc.CompiledModel:
    files = model_files(name, is_codebook=is_codebook)
    return ncnnc.compile(*files, inputs={"x": LAYERS[name][2]}, target=target)


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", LAYERS)
def test_the_same_numbers_from_fewer_bytes(name: str, target: str):
    narrow, wide = (compiled(name, is_codebook=is_kept, target=target) for is_kept in (True, False))
    stored = [count for count, is_tagged in LAYERS[name][1] if is_tagged]
    saved = len(wide.program.weights) - len(narrow.program.weights)
    assert saved >= sum(3 * count for count in stored) - len(stored) * (1024 + 64)
    x = input_of(name)
    expected = wide(x)
    np.testing.assert_allclose(narrow(x), expected, rtol=0, atol=1e-6 * np.abs(expected).max())


@pytest.mark.isa
@pytest.mark.oracle
@pytest.mark.parametrize("name", ["gemm", "matrix", "attention", "embed"])
def test_as_ncnn_computes(name: str):
    pytest.importorskip("ncnn", reason="the oracle, the ncnn wheel, is not installed")
    param, weights = model_files(name, is_codebook=True)
    x = input_of(name)
    expected = run_wheel(param, weights, {"x": x}, ["y"])["y"]
    found = ncnnc.compile(param, weights, inputs={"x": LAYERS[name][2]})(x)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-5 * np.abs(expected).max())


@pytest.mark.isa
def test_bfloat16_comes_before_a_codebook():
    files = model_files("gemm", is_codebook=True)
    model = ncnnc.compile(*files, inputs={"x": (2, 13)}, precision="bf16", target="x86-avx2")
    assert len(model.program.weights) >= 2 * 455
