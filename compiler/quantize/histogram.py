"""Histogram of the magnitudes of a blob over any number of arrays, in little memory."""

from __future__ import annotations

import math

import numpy as np

BINS = 4096


class Histogram:
    """
    Counts of `|x|` in `BINS` equal bins from 0 to a power of two, which doubles when it must.

    Bins then merge in pairs, and so all counts are what they would be had the range been known:
    neither the order of the arrays nor their sizes matter. Zeros are left out: int8 keeps them
    exactly, whatever its scale.
    """

    def __init__(self) -> None:
        self.counts = np.zeros(BINS, np.int64)
        self.exponent: int | None = None
        """The range is 2 to this; None before the first magnitude."""
        self.largest = 0.0
        self.sum = 0.0
        self.sum_of_squares = 0.0

    @property
    def total(self) -> int:
        """Number of magnitudes counted."""
        return int(self.counts.sum())

    @property
    def width(self) -> float:
        """Return the width of a bin."""
        return 0.0 if self.exponent is None else math.ldexp(1.0, self.exponent) / BINS

    @property
    def used(self) -> int:
        """Number of bins up to the largest magnitude: at least half of them, once there is one."""
        return min(int(self.largest / self.width) + 1, BINS) if self.largest else 0

    def centers(self) -> np.ndarray:
        """Return the middle of every bin in use."""
        return (np.arange(self.used) + 0.5) * self.width

    def add(self, array: np.ndarray) -> None:
        """Count the elements of an array of finite numbers."""
        magnitudes = np.abs(array[array != 0].astype(np.float64))
        if not magnitudes.size:
            return
        largest = float(magnitudes.max())
        self._widen(math.frexp(largest)[1])
        bins = (magnitudes / self.width).astype(np.int64)
        self.counts += np.bincount(bins, minlength=BINS)
        self.largest = max(self.largest, largest)
        self.sum += float(magnitudes.sum())
        self.sum_of_squares += float(np.square(magnitudes).sum())

    def _widen(self, exponent: int) -> None:
        """Let the range be at least 2 to `exponent`."""
        if self.exponent is None:
            self.exponent = exponent
        merged = 1 << min(max(exponent - self.exponent, 0), BINS.bit_length() - 1)
        if merged > 1:
            sums = self.counts.reshape(-1, merged).sum(1)
            self.counts = np.concatenate([sums, np.zeros(BINS - sums.size, np.int64)])
        self.exponent = max(self.exponent, exponent)
