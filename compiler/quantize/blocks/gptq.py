"""
Round columns in order; later columns compensate for the error of each.

Source: Frantar et al., GPTQ: Accurate Post-Training Quantization for Generative Pre-trained
Transformers, 2022.
"""

from __future__ import annotations

import numpy as np

from ....dialects.ncnn.families.block_quantization import BlockQuantization
from .rounding import Rounded, mse, steps_of

DAMPING = 0.01
"""Added to the diagonal of the Hessian, relative to its mean."""


def inverse_factor(inputs: np.ndarray) -> np.ndarray:
    """
    Return the upper triangular `R` of the inverse Hessian `R^T R`, of a Hessian `X^T X` of inputs.

    `X^T X = U U^T` with an upper triangular `U`, by the Cholesky factor of the matrix whose rows
    and columns are reversed; `R` is the inverse of `U`.
    """
    hessian = inputs.T @ inputs
    diagonal = np.diagonal(hessian)
    damping = max(DAMPING * float(diagonal.mean(dtype=np.float64)), 1e-20)
    # In place: of 8,192 columns each copy of such a matrix takes 256 MB.
    np.fill_diagonal(hessian, diagonal + np.float32(damping))
    reversed_factor = np.linalg.cholesky(hessian[::-1, ::-1])
    return np.triu(np.linalg.inv(reversed_factor)[::-1, ::-1])


def gptq(rows: np.ndarray, form: BlockQuantization, factor: np.ndarray) -> Rounded:
    """Round blocks of columns in order; each has the scale that suits it when its turn comes."""
    columns = rows.T.copy()
    integers = np.empty(columns.shape, np.int8)
    scales = np.empty((len(rows), form.block_count(len(columns))), np.float32)
    for index, start in enumerate(range(0, len(columns), form.block_size)):
        stop = start + form.block_size
        block = columns[start:stop]
        scale = mse(np.ascontiguousarray(block.T), form).scales[:, 0]
        errors = round_block(block, scale, factor[start:stop, start:stop], integers[start:], form)
        scales[:, index] = scale
        columns[stop:] -= factor[start:stop, stop:].T @ errors
    return Rounded(np.ascontiguousarray(integers.T), scales)


def round_block(
    block: np.ndarray,
    scale: np.ndarray,
    factor: np.ndarray,
    integers: np.ndarray,
    form: BlockQuantization,
) -> np.ndarray:
    """Round the columns of a block, which lie along the first axis; their errors by weight."""
    errors = np.empty_like(block)
    for place, column in enumerate(block):
        steps = steps_of(column[:, None], scale, form)[:, 0]
        integers[place] = steps
        errors[place] = (column - steps / scale) / factor[place, place]
        block[place + 1 :] -= factor[place, place + 1 :, None] * errors[place]
    return errors
