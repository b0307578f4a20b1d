"""
Choose the clipping threshold of a blob so that int8 loses least.

All methods take a `Histogram` with some nonzero values and return the magnitude that becomes 127:
larger ones are clipped, smaller ones get finer steps.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ...dialects.int8_rounding import LARGEST_INT8
from .common_options import Method
from .histogram import Histogram

KL_LEVELS = 128
"""Number of magnitudes that int8 distinguishes."""
KL_BINS = 2048
"""Largest number of bins of compared distributions."""
LEAST_PROBABILITY = 1e-12
"""Lower bound of the probabilities of the rounded distribution."""

MSE_CANDIDATES = 512
LEAST_MSE_CANDIDATE = 16
"""Cuts are tried from this many parts of `MSE_CANDIDATES` of the largest magnitude on."""

GAUSSIAN_CLIP = 3.92403714
"""The best cut for 8 bits, in standard deviations of a Gaussian."""
LAPLACE_CLIP = 9.89675982
"""The same in mean magnitudes of a Laplace distribution."""
GAUSSIAN_RATIO, LAPLACE_RATIO = math.sqrt(2 / math.pi), math.sqrt(1 / 2)
"""The mean magnitude over the root of the mean square, of both."""


def minmax(histogram: Histogram) -> float:
    """Return the largest magnitude: nothing is cut off."""
    return histogram.largest


def kl(histogram: Histogram) -> float:
    """Return the cut of least divergence. Source: Migacz, 8-bit Inference with TensorRT, 2017."""
    merged = -(-histogram.used // KL_BINS)
    counts = histogram.counts[: histogram.used]
    counts = np.add.reduceat(counts, np.arange(0, counts.size, merged)).astype(np.float64)
    cuts = range(min(KL_LEVELS, counts.size), counts.size + 1)
    best = min(cuts, key=lambda cut: divergence(counts, cut))
    return min(best * merged * histogram.width, histogram.largest)


def divergence(counts: np.ndarray, cut: int) -> float:
    """Return the Kullback-Leibler divergence of `counts`, cut, and quantized to KL_LEVELS."""
    inside = counts[:cut]
    starts = np.unique(np.arange(KL_LEVELS) * cut // KL_LEVELS)
    present = inside > 0
    sums, sizes = np.add.reduceat(inside, starts), np.add.reduceat(present.astype(int), starts)
    level = np.repeat(sums / np.maximum(sizes, 1), np.diff(starts, append=cut))
    rounded = np.where(present, level, 0.0)
    clipped = inside.copy()
    clipped[-1] += counts[cut:].sum()
    full = clipped > 0
    p = clipped[full] / clipped.sum()
    q = rounded[full] / max(rounded.sum(), 1.0)
    return float((p * np.log(p / np.maximum(q, LEAST_PROBABILITY))).sum())


def aciq(histogram: Histogram) -> float:
    """
    Return the cut that is best for the Gaussian or the Laplace distribution, whichever is nearer in
    how its mean magnitude compares with its mean square; never above the largest magnitude.

    Source: Banner et al., Post training 4-bit quantization of convolutional networks, 2019.
    """
    mean = histogram.sum / histogram.total
    deviation = math.sqrt(histogram.sum_of_squares / histogram.total)
    is_gaussian = mean / deviation > (GAUSSIAN_RATIO + LAPLACE_RATIO) / 2
    cut = GAUSSIAN_CLIP * deviation if is_gaussian else LAPLACE_CLIP * mean
    return min(cut, histogram.largest)


def mse(histogram: Histogram) -> float:
    """
    Return the cut with the least mean square error of the rounded numbers, of some hundred tried.
    """
    parts = np.arange(LEAST_MSE_CANDIDATE, MSE_CANDIDATES + 1) / MSE_CANDIDATES
    present = histogram.counts[: histogram.used] > 0
    counts, centers = histogram.counts[: histogram.used][present], histogram.centers()[present]

    def error(part: float) -> float:
        step = part * histogram.largest / LARGEST_INT8
        rounded = np.minimum(np.floor(centers / step + 0.5), LARGEST_INT8) * step
        return float((counts * np.square(centers - rounded)).sum())

    return float(min(parts, key=error)) * histogram.largest


METHODS: dict[str, Callable[[Histogram], float]] = {
    Method.MINMAX: minmax,
    Method.KL: kl,
    Method.ACIQ: aciq,
    Method.MSE: mse,
}
