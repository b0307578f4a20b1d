"""Layers of language models: their definitions, code on every target, and a C library."""

from __future__ import annotations

import math
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.dialects.contrib import contrib_layers
from ncnnc.dialects.ncnn.errors import InvalidLayerError

from tests.helpers.c_library import CLibrary
from tests.helpers.contrib_layers import Case, check_code, check_reference, uniform
from tests.helpers.lowering import TARGETS

NETWORK = """7767517
8 9
Input              table 0 1 table 0=8 1=11
Input              words 0 1 words 0=5
Gather             rows  2 1 table words rows
PositionalEncoding place 1 1 rows x 0=8
Split              both  1 2 x xa xb
Permute            xt    1 1 xb xt 0=1
TransformerGemm    dots  2 1 xa xt scores
DivTrilWhere       later 1 1 scores y
"""


def causal(x: np.ndarray, factor: float, later: float) -> np.ndarray:
    """Go through all pairs of places."""
    y = np.empty((1,) * (3 - x.ndim) + x.shape, np.float32)
    for head, i, j in np.ndindex(*y.shape):
        y[head, i, j] = later if j > i else x.reshape(y.shape)[head, i, j] * factor
    return y


def encoded(x: np.ndarray, size: int) -> np.ndarray:
    """Add a sine or cosine to each element."""
    y, half = np.empty_like(x), x.shape[1] // 2
    for i, j in np.ndindex(*x.shape):
        angle = (i + 1) * math.exp(-(j % half) * math.log(10000) / 127)
        wave = math.sin(angle) if j < half else math.cos(angle)
        y[i, j] = x[i, j] * math.sqrt(size) + wave
    return y


def cases() -> list[Case]:
    """Return the layers on odd extents; scores that are infinite are replaced, too."""
    scores, a, b, x = uniform(3, 7, 9), uniform(2, 7, 13), uniform(2, 13, 5), uniform(17, 14)
    scores[:, 0, 1] = np.inf
    scores[:, 6, 0] = -np.inf
    products = np.einsum("cik,ckj->cij", a.astype(float), b).astype(np.float32)
    return [
        Case("DivTrilWhere", (scores,), (causal(scores, 1 / 8, -1e4),)),
        Case("DivTrilWhere", (scores[0],), (causal(scores[0], 1 / 8, -1e4),)),
        Case("TransformerMask", (scores,), (causal(scores, 1, -1e7),)),
        Case("TransformerGemm", (a, b), (products,)),
        Case("TransformerGemm", (a[0], b[0]), (products[:1],)),
        Case("PositionalEncoding", (x,), (encoded(x, 256),), {0: 256}),
    ]


def test_definitions():
    for case in cases():
        check_reference(case, 1e-5)


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_code(target: str):
    check_code(cases(), target, 1e-5)


@pytest.mark.isa
def test_a_c_library(tmp_path: Path):
    param, weights = tmp_path / "m.param", tmp_path / "m.bin"
    param.write_text(NETWORK)
    weights.write_bytes(b"")
    ncnnc.compile_library(str(param), str(weights), str(tmp_path / "m.so"))
    table, words = uniform(11, 8), np.array([0, 3, 10, 99, 2], np.float32)
    x = encoded(table[[0, 3, 10, 10, 2]], 8)
    library = CLibrary(tmp_path / "m.so", "m")
    assert library.create() == 0
    (y,) = library.run([table, words])
    np.testing.assert_allclose(y, causal(x @ x.T, 1 / 8, -1e4), rtol=0, atol=1e-4)
    library.destroy()


@pytest.mark.parametrize(
    ("type", "params", "shapes", "reason"),
    [
        ("TransformerGemm", {}, [(2, 3, 5), (1, 5, 4)], "cannot be multiplied"),
        ("TransformerGemm", {}, [(2, 3, 5), (2, 4, 5)], "cannot be multiplied"),
        ("PositionalEncoding", {0: 8}, [(3, 7)], "input has 7 columns"),
        ("PositionalEncoding", {}, [(3, 8)], "feature size \\(0\\) is 0, must be positive"),
        ("DivTrilWhere", {}, [(8,)], "input must have 2 or 3 dimensions, not 1"),
    ],
)
def test_refused(type: str, params: dict, shapes: list[tuple[int, ...]], reason: str):
    with pytest.raises(InvalidLayerError, match=reason):
        contrib_layers()[type].shape(params, *shapes)
