"""Lay out weights in memory shared by several programs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...dialects.weight_layout import StoredWeight, WeightPlaces
from ...dialects.weight_store import WeightStore
from ...runtime.weights.weight_pool import PoolArray, PooledWeights, WeightPools
from .assemble import array_pieces


class PoolLayout:
    """Places the weights of programs in a shared pool."""

    def __init__(self, pools: WeightPools, store: WeightStore):
        self._pools = pools
        self._store = store
        self._weights: PooledWeights | None = None

    def place(self, weights: Sequence[StoredWeight]) -> WeightPlaces:
        arrays = [self._array(weight) for weight in weights]
        self._weights = self._pools.take(arrays)
        offsets = tuple(place.offset for place in self._weights.places)
        return WeightPlaces(offsets, len(self._weights))

    def take_weights(self) -> PooledWeights:
        """Return the placed weights and forget them: they now belong to a program."""
        weights, self._weights = self._weights, None
        assert weights is not None
        return weights

    def _array(self, weight: StoredWeight) -> PoolArray:
        content = f"{self._store.content(weight.key)} as {weight.type}"
        element = weight.type.get_element_type()
        pieces = partial(array_pieces, self._store, weight.key, element)
        return PoolArray(content, weight.nbytes, pieces)
