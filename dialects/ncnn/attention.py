"""Attention: every query sees a mean of values, weighted by how keys fit it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import SSAValue
from xdsl.irdl import (
    opt_operand_def,
    opt_prop_def,
    result_def,
    var_operand_def,
    var_result_def,
)

from .base import (
    AnyTensor,
    InvalidLayerError,
    NcnnOp,
    RuntimeShapeError,
    ShapeError,
    shape_of,
)
from .layer import Family, Params, ParamValue
from .layer_params import flag_code

MAX_ATTENDING = 3
"""Most inputs that attend: queries, keys and values."""

CACHES = 2
"""Inputs, and outputs, that a layer with a key/value cache has besides."""


def check_mask(mask: SSAValue | None, heads: int, queries: int, keys: int) -> None:
    """Raises: ShapeError unless the mask is `queries,keys`, for all heads or for each."""
    if mask is None:
        return
    allowed = ((queries, keys), (1, queries, keys), (heads, queries, keys))
    if shape_of(mask) not in allowed:
        raise ShapeError(
            f"mask has shape {list(shape_of(mask))}, not [{queries}, {keys}] "
            f"or [{heads}, {queries}, {keys}]"
        )


class AttentionOp(NcnnOp):
    """What both layers share: an optional mask that is added to the scores, and caches."""

    FAMILY: ClassVar = Family.PRODUCT
    mask = opt_operand_def(AnyTensor)
    caches = var_operand_def(AnyTensor)
    kv_cache = opt_prop_def(UnitAttr)
    output = result_def(AnyTensor)
    new_caches = var_result_def(AnyTensor)

    @classmethod
    def split_inputs(
        cls, params: Params, inputs: Sequence[SSAValue], top_count: int
    ) -> tuple[list[SSAValue], list[SSAValue], list[SSAValue]]:
        """
        The blobs that attend, the mask (if there is one), and the caches, in this order in a file.

        Raises: InvalidLayerError if there are too few, or another number of outputs; ShapeError if
        there are too many.
        """
        cached = CACHES if params["kv_cache"] else 0
        masked = 1 if params["attn_mask"] else 0
        count = len(inputs) - masked - cached
        counts = f"has {len(inputs)} inputs and {top_count} outputs"
        if count < 1 or top_count != 1 + cached:
            raise InvalidLayerError(counts)
        if count > MAX_ATTENDING:
            raise ShapeError(counts)
        rest = list(inputs)
        return rest[:count], rest[count : count + masked], rest[count + masked :]

    def check_not_cached(self) -> None:
        """Raises: RuntimeShapeError for an op with caches, which grow with every run."""
        if self.kv_cache is not None:
            raise RuntimeShapeError("a key/value cache grows with every run")

    def layer_params(self) -> dict[str, ParamValue]:
        return {**super().layer_params(), "attn_mask": flag_code(self.mask)}
