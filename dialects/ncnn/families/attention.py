"""Attention: for each query a mean of values, weighted by the match of keys."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

import numpy as np
from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import SSAValue
from xdsl.irdl import opt_operand_def, opt_prop_def, result_def, var_operand_def, var_result_def

from ..errors import InvalidLayerError, ShapeError
from ..given_layer import GivenLayer
from ..layer import LayerFamily, ParamValue
from ..rules.layer_params import flag_code
from ..schedule import ScheduledOp
from ..shapes import AnyTensor, Shape, shape_of

MAX_ATTENDING = 3
"""Largest number of inputs to attention: queries, keys and values."""

CACHES = 2
"""Number of additional inputs, and outputs, of a layer with a key/value cache: its last ones."""

KV_CACHE = 7
"""The id of the parameter for a key/value cache."""

EMPTY_CACHE = (0, 0, 0)
"""The shape of a cache in the first run."""


def is_empty(cache: SSAValue) -> bool:
    """Return whether a cache is that of the first run, without elements."""
    return 0 in shape_of(cache)


def check_mask(mask: SSAValue | None, heads: int, queries: int, keys: int) -> None:
    """Raises: ShapeError unless the mask is `queries,keys`, for all heads or for each."""
    if mask is None:
        return
    shape = shape_of(mask)
    if shape[:-2] not in ((), (1,), (heads,)) or shape[-2:] != (queries, keys):
        raise ShapeError(
            f"mask has shape {list(shape)}, not [{queries}, {keys}] or [{heads}, {queries}, {keys}]"
        )


def causal_mask(queries: int, keys: int) -> np.ndarray:
    """Return the mask of causal attention: 0 where a query sees a key, else minus infinity."""
    seen = np.tri(queries, keys, keys - queries, dtype=bool)
    return np.where(seen, np.float32(0), np.float32("-inf"))


class AttentionOp(ScheduledOp):
    """
    Common parts of both layers: an optional mask added to the scores, and caches.

    In causal attention, query t attends to the first `keys - queries + t + 1` keys. It has no mask;
    ncnn has no such layer.

    A cache holds keys, or values, of earlier runs, `heads,past,dim`; it is empty if an extent is 0,
    as in the first run. The new caches hold all keys, and all values, of this run.
    """

    FAMILY: ClassVar = LayerFamily.PRODUCT
    SUPPORTS_INT8: ClassVar = True
    mask = opt_operand_def(AnyTensor)
    caches = var_operand_def(AnyTensor)
    kv_cache = opt_prop_def(UnitAttr)
    causal = opt_prop_def(UnitAttr)
    output = result_def(AnyTensor)
    new_caches = var_result_def(AnyTensor)

    @abstractmethod
    def cache_extents(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the numbers of heads and columns of the caches of keys and of values."""

    @classmethod
    def split_inputs(
        cls, layer: GivenLayer
    ) -> tuple[list[SSAValue], list[SSAValue], list[SSAValue]]:
        """Split inputs into blobs, mask, caches. Raises: InvalidLayerError; ShapeError."""
        cached = CACHES if layer.params["kv_cache"] else 0
        masked = 1 if layer.params["attn_mask"] else 0
        count = len(layer.inputs) - masked - cached
        if count < 1 or layer.outputs != 1 + cached:
            raise InvalidLayerError(layer.counts)
        if count > MAX_ATTENDING:
            raise ShapeError(layer.counts)
        rest = list(layer.inputs)
        return rest[:count], rest[count : count + masked], rest[count + masked :]

    def check_masks(self, heads: int, queries: int, keys: int) -> None:
        """Raises: ShapeError for a mask of another shape, or impossible causal attention."""
        check_mask(self.mask, heads, queries, keys)
        if self.causal is not None and self.mask is not None:
            raise ShapeError("causal attention takes no mask")
        if self.causal is not None and keys < queries:
            raise ShapeError(f"causal attention of {queries} queries to only {keys} keys")

    @property
    def past(self) -> int:
        """Return the number of rows from earlier runs. Raises: ShapeError for a bad cache."""
        if not self.caches or is_empty(self.caches[0]):
            return 0
        shape = shape_of(self.caches[0])
        if len(shape) != len(EMPTY_CACHE):
            raise ShapeError(f"cache has shape {list(shape)}, not heads, past rows and columns")
        return shape[1]

    def cached_shapes(self, key: Shape, value: Shape) -> list[Shape]:
        """Return the shapes of the new caches. Raises: ShapeError if the old ones do not fit."""
        if self.kv_cache is None:
            return []
        for cache, new in zip(self.caches, (key, value), strict=True):
            expected = (new[0], self.past, new[2])
            if self.past and is_empty(cache):
                raise ShapeError(
                    "one of its caches has a shape, the other not; hint: --state auto for both, or "
                    "--input for both"
                )
            if (self.past or not is_empty(cache)) and shape_of(cache) != expected:
                raise ShapeError(
                    f"a cache has shape {list(shape_of(cache))}, "
                    f"not [{new[0]}, {self.past or 'any'}, {new[2]}]"
                )
        return [key, value]

    def layer_params(self) -> dict[str, ParamValue]:
        return {**super().layer_params(), "attn_mask": flag_code(self.mask)}
