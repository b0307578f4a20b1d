"""Blocks of rows: which integers and scales the methods choose, and how they are packed."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.quantize.blocks.gptq import gptq, inverse_factor
from ncnnc.compiler.quantize.blocks.rounding import Rounded, minmax, mse
from ncnnc.dialects.ncnn.families.block_quantization import BlockQuantization

BITS = pytest.mark.parametrize("bits", [4, 6, 8])


def heavy_tailed(rows: int, columns: int, seed: int = 0) -> np.ndarray:
    """Weights, some of them outliers."""
    return np.random.default_rng(seed).standard_t(3, (rows, columns)).astype(np.float32)


@BITS
@pytest.mark.parametrize("columns", [1, 7, 45, 64])
def test_packed_integers_are_unpacked(bits: int, columns: int):
    form = BlockQuantization(bits, 32)
    smallest = -(1 << (bits - 1))
    integers = np.random.default_rng(bits).integers(smallest, -smallest, (3, columns), np.int8)
    packed = form.packed(integers)
    assert packed.shape == (3, form.row_bytes(columns))
    np.testing.assert_array_equal(form.integers(packed, 3, columns), integers)


@pytest.mark.parametrize("term", [400, 401, 402, 410, 611, 812])
def test_terms_are_those_of_their_forms(term: int):
    form = BlockQuantization.of_term(term)
    assert form is not None
    assert form.term == term


@BITS
def test_minmax_maps_the_largest_magnitude_to_the_largest_integer(bits: int):
    form = BlockQuantization(bits, 32)
    rows = heavy_tailed(5, 96)
    rounded = minmax(rows, form)
    largest = np.abs(rows.reshape(5, 3, 32)).max(2)
    np.testing.assert_allclose(rounded.scales, form.largest / largest, rtol=1e-6)
    assert set(np.abs(rounded.integers.reshape(5, 3, 32)).max(2).flat) == {form.largest}


@BITS
def test_halves_go_away_from_zero(bits: int):
    form = BlockQuantization(bits, 32)
    rows = np.zeros((1, 32), np.float32)
    rows[0, :4] = form.largest, 0.5, -0.5, 1.5
    assert minmax(rows, form).integers[0, :4].tolist() == [form.largest, 1, -1, 2]


@BITS
@pytest.mark.parametrize("size", [32, 64, 128])
def test_mse_is_better_than_minmax_in_every_block(bits: int, size: int):
    form = BlockQuantization(bits, size)
    rows = heavy_tailed(64, 256)
    found, plain = (
        np.square(method(rows, form).numbers() - rows).reshape(64, -1, size).sum(2)
        for method in (mse, minmax)
    )
    assert (found <= plain * (1 + 1e-4)).all()
    assert found.sum() < (0.8 if bits == 4 else 0.99) * plain.sum()


@BITS
@pytest.mark.parametrize("method", [minmax, mse])
def test_zeros_have_a_scale_that_can_be_divided_by(bits: int, method):
    rows = heavy_tailed(2, 64)
    rows[0, :32], rows[1, 32:] = 0, 1e-38
    rounded: Rounded = method(rows, BlockQuantization(bits, 32))
    assert rounded.scales[0, 0] == 1
    assert np.isfinite(rounded.scales).all()
    assert not rounded.integers[0, :32].any()
    assert not rounded.integers[1, 32:].any()


def test_eight_bits_have_no_smallest_integer():
    rounded = mse(-np.abs(heavy_tailed(8, 64)), BlockQuantization(8, 32))
    assert rounded.integers.min() == -127
    assert (rounded.scales > 0).all()


def test_the_factor_is_that_of_the_inverse():
    x = heavy_tailed(50, 12)
    hessian = (x.T @ x).astype(np.float64)
    hessian += np.eye(12) * 0.01 * np.diagonal(hessian).mean()
    factor = inverse_factor(x)
    assert not np.tril(factor, -1).any()
    np.testing.assert_allclose(factor.T @ factor @ hessian, np.eye(12), atol=1e-3)


@BITS
def test_gptq_is_better_for_correlated_inputs(bits: int):
    form = BlockQuantization(bits, 32)
    random = np.random.default_rng(1)
    x = (random.standard_normal((200, 24)) @ random.standard_normal((24, 128))).astype(np.float32)
    rows = heavy_tailed(40, 128)
    errors = [
        np.square(x @ (one.numbers() - rows).T).sum()
        for one in (gptq(rows, form, inverse_factor(x)), mse(rows, form), minmax(rows, form))
    ]
    assert errors[0] < 0.5 * min(errors[1:])


def test_gptq_of_independent_inputs_rounds_each_column():
    rows = heavy_tailed(8, 64)
    form = BlockQuantization(4, 32)
    found = gptq(rows, form, np.eye(64, dtype=np.float32))
    np.testing.assert_array_equal(found.integers, mse(rows, form).integers)
