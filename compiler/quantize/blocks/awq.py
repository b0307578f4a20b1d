"""
Scale the columns of a matrix by the magnitude of its inputs: important columns round finer.

Source: Lin et al., AWQ: Activation-aware Weight Quantization, 2023.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....dialects.ncnn.families.block_quantization import BlockQuantization
from ....dialects.weight_store import WeightStore
from ...reference.int8 import block_input
from .layers import StoredMatrix
from .rounding import Round, minmax, mse

EXPONENTS = tuple(step / 10 for step in range(11))
"""Powers of the mean magnitudes of columns to try."""
SMALLEST_MEAN = 0.01
"""Lower bound of a column's mean magnitude, relative to that of all."""


@dataclass(frozen=True)
class ScaledColumns:
    """Factors of the columns, and how what they give is rounded."""

    factors: np.ndarray
    round: Round


def choose_factors(
    matrix: StoredMatrix, weights: WeightStore, inputs: np.ndarray, form: BlockQuantization
) -> ScaledColumns:
    """Return the candidate whose products with the inputs are nearest to those of the matrix."""
    means = np.abs(inputs).mean(0, dtype=np.float64)
    scaled = [ScaledColumns(factors_for(means, power), minmax) for power in EXPONENTS]
    errors = errors_of(scaled, matrix, weights, inputs, form)
    least = int(np.argmin(errors))
    clipped = ScaledColumns(scaled[least].factors, mse)
    (error,) = errors_of([clipped], matrix, weights, inputs, form)
    return clipped if error < errors[least] else scaled[least]


def factors_for(means: np.ndarray, power: float) -> np.ndarray:
    """Return powers of the mean magnitudes, whose smallest and largest are reciprocal."""
    if not means.any():
        return np.ones(means.shape, np.float32)
    bounded = np.maximum(means, SMALLEST_MEAN * means.mean())
    factors = bounded**power
    return (factors / np.sqrt(factors.max() * factors.min())).astype(np.float32)


def errors_of(
    candidates: list[ScaledColumns],
    matrix: StoredMatrix,
    weights: WeightStore,
    inputs: np.ndarray,
    form: BlockQuantization,
) -> list[float]:
    """Sum the squared errors of the products of each candidate."""
    read = [block_input(inputs, 1 / one.factors, form) for one in candidates]
    errors = [0.0] * len(candidates)
    for _, rows in matrix.chunks(weights):
        expected = inputs @ rows.T
        for index, one in enumerate(candidates):
            numbers = one.round(rows * one.factors, form).numbers()
            difference = read[index] @ numbers.T - expected
            errors[index] += float(np.square(difference).sum(dtype=np.float64))
    return errors
