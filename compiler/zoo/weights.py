"""Seeded weights: the same bytes on every machine and with every numpy, about as fast as memory."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..format.weights import TAG, StorageTag

NOISE_PERIOD = 1_048_573
"""A prime below 2**20: longer weights repeat their noise, and no two rows repeat in step."""
NOISE_RMS = math.sqrt(7 / 3)
"""Root mean square of `noise`, whose squares average (2**3 - 1) / 3."""


@dataclass(frozen=True)
class WeightPlan:
    """One array of a `.bin`: `count` values of root mean square `rms`; may be `tagged`."""

    key: str
    count: int
    rms: float
    tagged: bool

    def chunks(self, seed: int) -> list[bytes]:
        """Tag and values, in pieces of which long arrays repeat the same one."""
        # Rounded, so that the last bit of a libm behind `rms` cannot show.
        scale = np.float32(f"{self.rms / NOISE_RMS:.4g}")
        period = (noise(seed, self.key, min(self.count, NOISE_PERIOD)) * scale).tobytes()
        repeats, rest = divmod(self.count, NOISE_PERIOD)
        return [TAG.pack(StorageTag.PLAIN) * self.tagged, *[period] * repeats, period[: rest * 4]]


def noise(seed: int, key: str, count: int) -> np.ndarray:
    """
    `count` float32 values of random sign, their magnitudes uniform in [1, 2).

    That none is near zero gives every filter, even of nine taps, nearly the same length. They are
    the raw integers of PCG64, which numpy promises never to change, scaled exactly.
    """
    generator = np.random.PCG64(np.random.SeedSequence([seed, *key.encode()]))
    integers = generator.random_raw((count + 1) // 2).view(np.int32)[:count]
    uniform = integers.astype(np.float32) * np.float32(2.0**-31)
    return uniform + np.copysign(np.float32(1), uniform)


def generate(plans: Sequence[WeightPlan], seed: int) -> bytes:
    """A `.bin` with the arrays of `plans`, in order."""
    return b"".join(chunk for plan in plans for chunk in plan.chunks(seed))
