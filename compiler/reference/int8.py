"""Fake quantization: round through int8, stay in float32."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

import numpy as np

from ...dialects.int8_rounding import LARGEST_INT8, SMALLEST_SCALED
from ...dialects.ncnn.families.block_quantization import BlockQuantization

_ROUNDS = ContextVar("rounds", default=True)


def rounds() -> bool:
    """Return whether int8 rounds: not inside of `unrounded`."""
    return _ROUNDS.get()


@contextmanager
def unrounded() -> Generator[None]:
    """Keep numbers that int8 would round; stored weights stay as they are."""
    token = _ROUNDS.set(False)
    try:
        yield
    finally:
        _ROUNDS.reset(token)


def to_int8(x: np.ndarray) -> np.ndarray:
    """Return `min(max(round(x), -127), 127)`, halves away from zero, as float32; NaN gives -127."""
    if not rounds():
        return x.astype(np.float32)
    size = np.floor(np.abs(x.astype(np.float64)) + 0.5)
    limited = np.copysign(np.minimum(size, LARGEST_INT8), x)
    return np.where(np.isnan(x), -LARGEST_INT8, limited).astype(np.float32)


def int8_steps(
    x: np.ndarray, axes: int | tuple[int, ...], largest: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """
    Return the int8 numbers that x becomes with one scale for all along axes, and these scales.
    """
    most: np.ndarray = np.abs(x).max(axes, keepdims=True) if largest is None else largest
    scale = np.float32(LARGEST_INT8) / np.maximum(most, np.float32(SMALLEST_SCALED))
    return to_int8(x * scale), scale


def rounded_to_int8(x: np.ndarray, axes: int | tuple[int, ...]) -> np.ndarray:
    """Round through int8 and back, with one scale for all elements along axes."""
    steps, scale = int8_steps(x, axes)
    return steps / scale


def dequantized(weight: np.ndarray, scales: np.ndarray, axis: int = 0) -> np.ndarray:
    """Dequantize stored int8 numbers with scales along an axis; 0 where a scale is 0."""
    extents = [1] * weight.ndim
    extents[axis] = scales.size
    factors = scales.reshape(extents).astype(np.float32)
    steps = weight if weight.dtype == np.int8 else to_int8(weight * factors)
    return np.divide(steps, factors, out=np.zeros(weight.shape, np.float32), where=factors != 0)


def block_input(x: np.ndarray, scales: np.ndarray | None, blocks: BlockQuantization) -> np.ndarray:
    """Scale the columns of `rows,columns`, and round blocks of rows to int8 if requested."""
    scaled = x if scales is None else x * scales.reshape(1, -1)
    if not blocks.rounds_inputs:
        return scaled
    return rounded_blocks(scaled, blocks.block_size)


def rounded_blocks(x: np.ndarray, size: int) -> np.ndarray:
    """Round each `size` elements along the last axis through int8 and back, by one scale."""
    starts = range(0, x.shape[-1], size)
    return np.concatenate([rounded_to_int8(x[..., i : i + size], -1) for i in starts], axis=-1)


def scales_by_output(scales: np.ndarray, outputs: int) -> np.ndarray:
    """
    Return a scale for each output channel, of one for each, for each group of them, or for all.
    """
    return np.repeat(scales, outputs // scales.size).astype(np.float32)


def dequantizing_scales(
    weight_scales: np.ndarray, input_scale: np.ndarray | np.float32
) -> np.ndarray:
    """Return `1 / (input_scale * weight_scale)` in float32, 0 where a weight's scale is 0."""
    product = (weight_scales * input_scale).astype(np.float32)
    ones = np.ones_like(product)
    return np.divide(ones, product, out=np.zeros_like(product), where=weight_scales != 0)


def factors_of(scales: np.ndarray) -> np.ndarray:
    """Return `1 / scale`, and 0 for a scale of 0."""
    return dequantizing_scales(scales, np.float32(1))
