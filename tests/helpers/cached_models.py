"""Small networks that are compiled through a cache of their own, in tests of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np

PARAM = """7767517
4 4
Input       data 0 1 data 0=6 1=5 2=4
Convolution conv 1 1 data conv 0={channels} 1=3 4=1 5=1 6={weights}
ReLU        relu 1 1 conv relu
Pooling     pool 1 1 relu pool 0=1 4=1
"""
X = np.linspace(-1, 1, 4 * 5 * 6, dtype=np.float32).reshape(4, 5, 6)


@dataclass(frozen=True)
class SmallModel:
    """The files of a network, which differ in shape and weights by number."""

    param: Path
    weights: Path

    @classmethod
    def write(cls, folder: Path, number: int) -> SmallModel:
        """Write the files of one."""
        channels = 8 + number
        count = channels * 4 * 9
        values = np.random.default_rng(number).uniform(-1, 1, count + channels)
        folder.mkdir(parents=True, exist_ok=True)
        model = cls(folder / f"m{number}.param", folder / f"m{number}.bin")
        model.param.write_text(PARAM.format(channels=channels, weights=count))
        model.weights.write_bytes(bytes(4) + values.astype("<f4").tobytes())
        return model

    def compiled(self, **options: Any) -> ncnnc.CompiledModel:
        """The model, from the cache if it is there."""
        return ncnnc.compile(self.param, self.weights, **options)

    def result(self, **options: Any) -> np.ndarray:
        """Return the result for `X`."""
        result = self.compiled(**options)(X)
        assert isinstance(result, np.ndarray)
        return result
