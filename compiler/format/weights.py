"""What every source of weights has in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from .records import LayerRecord


@dataclass(frozen=True)
class StoredArray:
    """An array of a layer: its element type at once, its values maybe only when asked for."""

    dtype: np.dtype
    """float32, or int8 for weights that are quantised in the file."""
    array: np.ndarray | Callable[[], np.ndarray]


class WeightSource(Protocol):
    """Where the arrays of the layers come from, in file order."""

    def read(
        self, shape: tuple[int, ...], tagged: bool, layer: LayerRecord, name: str
    ) -> StoredArray:
        """The next array: `name` of `layer`, with a storage tag before it or without one."""
        ...

    def finish(self) -> None:
        """Called after the last array."""
        ...
