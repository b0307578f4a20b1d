"""Comparisons, logic, choices by masks, and attention with them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from ..tracing import import_torch
from .registry import MOST_AXES, Tensor, constant, substitute, untraced

TRUTH = "is_truth"
"""The attribute of truth values, which are floats."""
LARGEST = float(np.finfo(np.float32).max)


def truth(function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """Mark results as truth values, and compute those of constants."""

    @wraps(function)
    def marked(*args: Any) -> Tensor:
        torch = import_torch()
        tensors = [each for each in args if torch.is_tensor(each)]
        known = [constant(each) for each in tensors]
        if all(each is not None for each in known):
            with untraced():
                return function(*args).bool()
        result = function(*args)
        setattr(result, TRUTH, True)
        return result

    return marked


def is_truth(mask: Tensor) -> bool:
    """Return whether a mask is of truth values."""
    return mask.dtype == import_torch().bool or hasattr(mask, TRUTH)


@substitute("gt", "__gt__", "greater")
@truth
def greater(x: Tensor, other: Any) -> Tensor:
    return ((x - other) * LARGEST).clamp(0, 1)


@substitute("lt", "__lt__", "less")
@truth
def less(x: Tensor, other: Any) -> Tensor:
    return ((x - other) * -LARGEST).clamp(0, 1)


@substitute("ge", "__ge__", "greater_equal")
@truth
def greater_or_equal(x: Tensor, other: Any) -> Tensor:
    return negated(less(x, other))


@substitute("le", "__le__", "less_equal")
@truth
def less_or_equal(x: Tensor, other: Any) -> Tensor:
    return negated(greater(x, other))


@substitute("ne", "__ne__", "not_equal")
@truth
def unequal(x: Tensor, other: Any) -> Tensor:
    return ((x - other).abs() * LARGEST).clamp(0, 1)


@substitute("eq", "__eq__")
@truth
def equal(x: Tensor, other: Any) -> Tensor:
    return negated(unequal(x, other))


@substitute("__invert__", "logical_not", "bitwise_not")
@truth
def negated(x: Tensor) -> Tensor:
    return 1 - x.float()


@substitute("__and__", "logical_and", "bitwise_and")
@truth
def both(x: Tensor, y: Tensor) -> Tensor:
    return x.float() * y.float()


@substitute("__or__", "logical_or", "bitwise_or")
@truth
def either(x: Tensor, y: Tensor) -> Tensor:
    return import_torch().maximum(x.float(), y.float())


@substitute("where")
def where(condition: Tensor, x: Any, y: Any) -> Tensor:
    """Add both, one times 0."""
    mask = condition.float()
    return finite(x) * mask + finite(y) * (1 - mask)


@substitute("masked_fill")
def masked_fill(x: Tensor, mask: Tensor, value: Any) -> Tensor:
    return where(mask, value, x)


def finite(value: Any) -> Any:
    """Return a number that 0 makes 0."""
    if import_torch().is_tensor(value):
        known = constant(value)
        if known is None or known.isfinite().all():
            return value
        if known.ndim:
            return value.clamp(-LARGEST, LARGEST)
        value = known
    return max(-LARGEST, min(float(value), LARGEST))


@substitute("scaled_dot_product_attention")
def attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Any = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    **more: Any,
) -> Tensor:
    """Add masks that are numbers."""
    torch = import_torch()
    if is_causal:
        attn_mask = torch.ones(query.shape[-2], key.shape[-2], dtype=torch.bool).tril()
    if query.ndim == MOST_AXES and query.shape[0] > 1 and (attn_mask is None or attn_mask.ndim < 3):
        parts = [x.flatten(0, 1).unsqueeze(0) for x in (query, key, value)]
        return attention(*parts, attn_mask, **more).reshape(query.shape[:-1] + value.shape[-1:])
    if attn_mask is not None and is_truth(attn_mask):
        attn_mask = (1 - attn_mask.float()) * -LARGEST
    return torch.nn.functional.scaled_dot_product_attention(query, key, value, attn_mask, **more)
