"""merge-sibling-convolutions: the same numbers from one convolution, whose weights it packs."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.format.weights import StorageTag
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.pipeline.steps import Level
from ncnnc.dialects.ncnn.layers.slice import SliceOp

TARGETS = ("x86-64", "x86-avx2", "x86-avx512")
CHANNELS, SIZE = 64, (37, 31)
OUTPUTS = {"a": (17, True), "b": (7, False), "c": (13, True)}
"""Outputs of each convolution, and whether it has a bias."""


def model_files(taps: int, half: bool = False) -> tuple[bytes, bytes]:
    """Three convolutions of one blob, of which Permutes and a convolution read the results."""
    random = np.random.default_rng(0)
    tag = StorageTag.FLOAT16 if half else StorageTag.PLAIN
    lines, stored = ["Input x 0 1 x", "Split s 1 3 x x0 x1 x2"], b""

    def convolution(name: str, source: str, outputs: int, count: int, text: str) -> None:
        nonlocal stored
        lines.append(f"Convolution {name} 1 1 {source} {name} 0={outputs} {text} 6={count}")
        weight = random.uniform(-0.2, 0.2, count).astype(np.float16)
        data = weight.tobytes() if half else weight.astype(np.float32).tobytes()
        stored += struct.pack("<I", tag) + data + bytes(-len(data) % 4)

    for i, (name, (outputs, has_bias)) in enumerate(OUTPUTS.items()):
        text = f"1={taps} 4={taps // 2} 5={int(has_bias)} 9=1"
        convolution(name, f"x{i}", outputs, outputs * CHANNELS * taps**2, text)
        stored += random.standard_normal(outputs * has_bias).astype(np.float32).tobytes()
    convolution("d", "c", 5, 5 * 13, "1=1")
    lines += [f"Permute p{name} 1 1 {name} p{name} 0=3" for name in "ab"]
    blobs = 1 + 3 + 4 + 2
    return f"7767517\n{len(lines)} {blobs}\n{chr(10).join(lines)}\n".encode(), stored


def merged_parts(
    param: bytes, weights: bytes, target: str, conv: Mapping[str, str] | None = None, **others: Any
) -> list[int]:
    """The number of parts of the result of each merged convolution."""
    others = {"inputs": {"x": (CHANNELS, *SIZE)}, **others}
    options = CompileOptions(param, weights, target=target, conv=conv or {}, **others)
    ops = lower(options, Level.SCHEDULED).module.walk()
    return [len(op.outputs) for op in ops if isinstance(op, SliceOp)]


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_same_numbers_as_apart(target: str):
    files, inputs = model_files(3), {"x": (CHANNELS, *SIZE)}
    assert merged_parts(*files, target) == [6]
    fixed = dict.fromkeys(OUTPUTS, "packed")
    assert merged_parts(*files, target, conv=fixed) == []
    whole = ncnnc.compile(*files, inputs=inputs, target=target)
    apart = ncnnc.compile(*files, inputs=inputs, target=target, conv=fixed)
    x = np.random.default_rng(1).standard_normal(inputs["x"]).astype(np.float32)
    expected = apart.run({"x": x})
    for name, y in whole.run({"x": x}).items():
        atol = 3e-5 * np.abs(expected[name]).max()
        np.testing.assert_allclose(y, expected[name], rtol=0, atol=atol)


def test_weights_of_16_bits_stay_as_they_are_stored():
    assert merged_parts(*model_files(3, half=True), "x86-avx2") == [6]
    assert merged_parts(*model_files(5), "x86-avx2") == [6]
    assert merged_parts(*model_files(5, half=True), "x86-avx2") == []


@pytest.mark.parametrize(
    "options",
    [
        {"inputs": {"x": (CHANNELS, "h", SIZE[1])}, "dims": {"h": (30, 40)}},
        {"precision": "bf16"},
        {"conv_policy": "ncnn"},
    ],
    ids=str,
)
def test_left_alone(options: dict[str, Any]):
    assert merged_parts(*model_files(3), "x86-avx512+bf16", **options) == []
