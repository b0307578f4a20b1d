"""Weights of few bits: bytes that have no storage tag, unlike all other arrays of that size."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.export import export_model, param_binary
from ncnnc.dialects.ncnn.internal.weight import WeightOp

from tests.helpers.importing import load_model_files

RNG = np.random.default_rng(0)


def whole_words(count: int) -> int:
    return -(-count // 4) * 4


def random_bytes(count: int) -> bytes:
    """That many bytes, up to a whole word."""
    return RNG.bytes(count) + bytes(whole_words(count) - count)


def floats(count: int) -> bytes:
    return RNG.uniform(-1, 1, count).astype(np.float32).tobytes()


def model(layer: str) -> bytes:
    return f"7767517\n2 2\nInput x 0 1 x 0=130 1=3\n{layer}\n".encode()


@pytest.mark.parametrize(
    ("term", "row_bytes", "blocks", "input_scales"),
    [(400, 65, 5, 0), (402, 65, 2, 0), (600, 98, 5, 0), (801, 130, 3, 0), (410, 65, 5, 130)],
)
def test_gemm(term: int, row_bytes: int, blocks: int, input_scales: int):
    layer = f"Gemm y 1 1 x y 3=1 5=1 6=1 8=7 9=130 10=-1 18={term}"
    weights = random_bytes(7 * row_bytes) + floats(7 * blocks) + floats(input_scales)
    ctx = make_context()
    module = load_model_files(ctx, model(layer), weights)
    first = next(op for op in module.walk() if isinstance(op, WeightOp))
    packed = ctx.weights.get(first.key.data)
    assert packed.shape == (7, row_bytes)
    assert packed.tobytes() == weights[: 7 * row_bytes]
    assert b"".join(map(bytes, export_model(module, ctx).bin)) == weights


def test_multihead_attention():
    layer = "MultiHeadAttention y 1 1 x y 0=8 1=2 2=96 3=40 4=72 18=400"
    matrices = [random_bytes(n) for n in (8 * 6, 8 * 20, 8 * 36, 12 * 4)]
    biases = [floats(n) for n in (8, 8, 8, 12)]
    pairs = [part for pair in zip(matrices, biases, strict=True) for part in pair]
    weights = b"".join(pairs) + floats(8 * 1 + 8 * 2 + 8 * 3 + 12 * 1)
    ctx = make_context()
    module = load_model_files(ctx, model(layer), weights)
    exported = export_model(module, ctx)
    assert b"".join(map(bytes, exported.bin)) == weights
    again = load_model_files(ctx, param_binary(exported.param), weights)
    assert b"".join(map(bytes, export_model(again, ctx).bin)) == weights
