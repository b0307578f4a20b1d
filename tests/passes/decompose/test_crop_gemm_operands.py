"""crop-gemm-operands: products of first rows, in the reference, in code, and in the wheel."""

from __future__ import annotations

import numpy as np
import pytest

from tests.generators.wheel import run_wheel
from tests.helpers.lowering import TARGETS, compile_layers, param_text

SHAPES = {(0, 0): ((5, 3, 8), (8, 2, 7)), (1, 1): ((8, 3, 5), (7, 2, 8))}
"""Shapes of both operands, by whether each is transposed."""


def product(a: np.ndarray, b: np.ndarray, transposed: tuple[int, int]) -> np.ndarray:
    rows, columns = a[:, 0], b[:, 0]
    return (rows.T if transposed[0] else rows) @ (columns.T if transposed[1] else columns)


@pytest.mark.parametrize("transposed", SHAPES)
@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_rows_behind_the_first_are_not_read(transposed: tuple[int, int], target: str):
    a, b = SHAPES[transposed]
    layer = f"Gemm y 2 1 a b y 2={transposed[0]} 3={transposed[1]}"
    passes = ["crop-gemm-operands"]
    layers = compile_layers(layer, {"a": a, "b": b}, target, passes=passes)
    expected = product(layers.inputs["a"], layers.inputs["b"], transposed)
    np.testing.assert_allclose(layers.expected["y"], expected, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(layers.model.run(layers.inputs)["y"], expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("transposed", SHAPES)
def test_the_wheel_reads_first_rows_too(transposed: tuple[int, int]):
    pytest.importorskip("ncnn", reason="needs the ncnn wheel")
    rng = np.random.default_rng(0)
    shapes = dict(zip("ab", SHAPES[transposed], strict=True))
    arrays = {name: rng.standard_normal(shape, np.float32) for name, shape in shapes.items()}
    layer = f"Gemm y 2 1 a b y 2={transposed[0]} 3={transposed[1]}"
    result = run_wheel(param_text(layer, shapes), b"", arrays)["y"]
    expected = product(arrays["a"], arrays["b"], transposed)
    np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-5)
