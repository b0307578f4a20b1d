"""Choose the scale of each block of a row, and round to integers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ....dialects.int8_rounding import SMALLEST_SCALED
from ....dialects.ncnn.families.block_quantization import BlockQuantization

CLIPS = (0.85, 0.9, 0.95, 1.0, 1.05, 1.1, 1.2, 1.3)
"""Integers tried for the largest magnitude of a block, over the number of positive integers."""


@dataclass(frozen=True)
class Rounded:
    """Rows as integers `rows,columns` (int8), and a scale for each block."""

    integers: np.ndarray
    scales: np.ndarray

    def numbers(self) -> np.ndarray:
        """Return the numbers represented by the integers."""
        rows, blocks = self.scales.shape
        by_block = self.integers.reshape(rows, blocks, -1)
        return (by_block / self.scales[..., None]).reshape(rows, -1)


Round = Callable[[np.ndarray, BlockQuantization], Rounded]
"""Called with float32 rows of whole blocks."""


def minmax(rows: np.ndarray, form: BlockQuantization) -> Rounded:
    """Map the largest magnitude of each block to the largest integer, as ncnn's tool does."""
    blocks = by_block(rows, form)
    extremes = np.abs(blocks).max(2)
    return rounded(blocks, scales_for(extremes, float(form.largest)), form)


def mse(rows: np.ndarray, form: BlockQuantization) -> Rounded:
    """
    Choose the clipping of each block that has the least squared error.

    For each candidate the best scale for its integers `q` of the numbers `w` is known,
    `q q / q w`, and the error that is left is `w w - (q w)^2 / (q q)`. Of fewer than 8 bits there
    is one negative integer more than positive ones: it may be that of the largest magnitude, so
    that scales may be negative.
    """
    blocks = by_block(rows, form)
    places = np.abs(blocks).argmax(2)[..., None]
    extremes = np.take_along_axis(blocks, places, 2)[..., 0]
    best = scales_for(np.abs(extremes), float(form.largest))
    explained, best = refined(blocks, best, form)
    for scales in candidates(extremes, form):
        gain, scales = refined(blocks, scales, form)
        better = gain > explained
        explained, best = np.where(better, gain, explained), np.where(better, scales, best)
    return rounded(blocks, best, form)


def candidates(extremes: np.ndarray, form: BlockQuantization) -> list[np.ndarray]:
    """Return scales of all blocks that clip at several places; of few bits with both signs."""
    positive = [scales_for(extremes, clip * form.largest) for clip in CLIPS]
    if form.bits == 8:
        return [np.abs(scales) for scales in positive]
    return positive + [scales_for(extremes, -clip * (form.largest + 1)) for clip in CLIPS]


def refined(
    blocks: np.ndarray, scales: np.ndarray, form: BlockQuantization
) -> tuple[np.ndarray, np.ndarray]:
    """Return the sum of squares that the integers of some scales explain, and their best scales."""
    integers = steps_of(blocks, scales, form)
    squares = np.einsum("rbc,rbc->rb", integers, integers)
    products = np.einsum("rbc,rbc->rb", integers, blocks)
    usable = (squares > 0) & (products != 0)
    best = np.divide(squares, products, out=scales.copy(), where=usable)
    gain = np.divide(products * products, squares, out=np.zeros_like(squares), where=usable)
    return gain, best


def scales_for(extremes: np.ndarray, integer: float) -> np.ndarray:
    """Return the scales that map numbers to an integer; 1 for a block of zeros."""
    safe = np.where(np.abs(extremes) < SMALLEST_SCALED, np.float32(integer), extremes)
    return (np.float32(integer) / safe).astype(np.float32)


def by_block(rows: np.ndarray, form: BlockQuantization) -> np.ndarray:
    """Return rows of whole blocks as `rows,blocks,size`."""
    return rows.reshape(len(rows), -1, form.block_size)


def steps_of(blocks: np.ndarray, scales: np.ndarray, form: BlockQuantization) -> np.ndarray:
    """
    Return numbers times scales, rounded, halves away from zero: whole float32 numbers in range.
    """
    steps = blocks * scales[..., None]
    steps += np.copysign(np.float32(0.5), steps)
    np.trunc(steps, out=steps)
    return np.clip(steps, smallest_of(form), form.largest, out=steps)


def smallest_of(form: BlockQuantization) -> int:
    """Return the smallest integer in use: of 8 bits ncnn has no -128."""
    return -form.largest if form.bits == 8 else -form.largest - 1


def rounded(blocks: np.ndarray, scales: np.ndarray, form: BlockQuantization) -> Rounded:
    """Return blocks rounded by these scales."""
    integers = steps_of(blocks, scales, form).astype(np.int8).reshape(len(blocks), -1)
    return Rounded(integers, scales)
