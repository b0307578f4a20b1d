"""A session of a decoder: the keys and values of its tokens, in caches of a fixed length."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

import ncnnc
import numpy as np

MASKED = np.float32(-1e38)
"""Added to the scores of positions that a token does not see, as in ncnn's programs."""
CHUNK = 32
"""Tokens that are run together; fewer are padded, so that there are two programs: for 32 and 1."""


class Session:
    """
    Runs a decoder on tokens that follow those of earlier runs.

    Caches have their full length from the beginning; a mask hides the rows that are still empty.
    """

    def __init__(self, model: ncnnc.DynamicModel, caches: Mapping[str, tuple[int, ...]], mask: str):
        self._model = model
        self._mask = mask
        self._caches = {name: np.zeros(shape, np.float32) for name, shape in caches.items()}
        self.max_length = next(iter(caches.values()))[1]
        self.length = 0

    def run(self, blobs: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Run on at most `CHUNK` tokens, with a mask `(tokens, length + tokens)`; append them."""
        mask = blobs[self._mask]
        tokens, seen = mask.shape
        padding = ((0, CHUNK - tokens if tokens > 1 else 0), (0, 0))
        rows = {name: np.pad(blob, padding) for name, blob in blobs.items()}
        count = tokens + padding[0][1]
        wide = np.full((count, self.max_length + count), MASKED)
        wide[:tokens, : self.length] = mask[:, : self.length]
        wide[:, self.max_length : self.max_length + tokens] = rows[self._mask][:, self.length :]
        rows[self._mask] = wide
        outputs = self._model.run({**rows, **self._caches})
        for name, cache in self._caches.items():
            new = outputs.pop(f"out_{name}")[:, self.max_length :]
            cache[:, self.length : seen] = new[:, :tokens]
        self.length = seen
        return {name: output[:tokens] for name, output in outputs.items()}

    def truncate(self, length: int) -> None:
        """Forget all tokens but the first."""
        self.length = min(self.length, length)

    def fork(self) -> Self:
        """Return a session with the same past."""
        shapes = {name: cache.shape for name, cache in self._caches.items()}
        other = type(self)(self._model, shapes, self._mask)
        for name, cache in self._caches.items():
            other._caches[name][:, : self.length] = cache[:, : self.length]
        other.length = self.length
        return other
