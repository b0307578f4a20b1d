"""A session of a decoder: the keys and values of its tokens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

import ncnnc
import numpy as np


class Session:
    """Runs a decoder on tokens that follow those of earlier runs."""

    def __init__(self, model: ncnnc.CompiledModel, caches: Mapping[str, np.ndarray]):
        self._model = model
        self._caches = dict(caches)

    @property
    def length(self) -> int:
        """Tokens that it holds."""
        return next(iter(self._caches.values())).shape[1]

    def run(self, blobs: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Run on tokens, and append them."""
        outputs = self._model.run({**blobs, **self._caches})
        self._caches = {name: outputs.pop(f"out_{name}") for name in self._caches}
        return outputs

    def truncate(self, length: int) -> None:
        """Forget all tokens but the first."""
        self._caches = {name: cache[:, :length] for name, cache in self._caches.items()}

    def fork(self) -> Self:
        """Return a session with the same past."""
        return type(self)(self._model, self._caches)
