"""
Assignments to a tensor or to a part of it: the trace sees a new value of the whole.

    x[:, :2] = y    x.masked_fill_(mask, 0)    x[..., 0] *= 2
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast

from ..tracing import import_torch
from .choices import where
from .parts import is_stepped
from .registry import PART, SUBSTITUTES, WRITERS, Tensor, substitute, untraced


def copied(x: Tensor, source: Tensor, *more: Any) -> Tensor:
    return source.expand(x.shape)


def filled(x: Tensor, value: Any = 0) -> Tensor:
    return x * 0 + value


VALUES: dict[str, Callable[..., Tensor]] = {"copy": copied, "fill": filled, "zero": filled}
"""Values that assignments store whose names are no functions."""


def writer(name: str, args: Sequence[Any], function: Any) -> Callable[..., Any] | None:
    """Return what stands for `name_` and `__iname__`: for substitutes, and where x is a part."""
    is_operator = name.startswith("__i") and name.endswith("__") and len(name) > len("__i__")
    if not is_operator and (name.startswith("__") or not name.endswith("_")):
        return None
    if not args or not import_torch().is_tensor(args[0]):
        return None
    base = f"__{name[3:]}" if is_operator else name[:-1]
    found = SUBSTITUTES.get(base)
    is_part = hasattr(args[0], PART)
    if base == "__nvert__" or (found is None and not is_part and base not in VALUES):
        return None
    value = found or VALUES.get(base) or getattr(import_torch().Tensor, base, None)
    return None if value is None else partial(assigned_by, value)


def assigned_by(value: Callable[..., Tensor], x: Tensor, *args: Any, **more: Any) -> Tensor:
    return assigned(x, value(x, *args, **more))


WRITERS.append(writer)


def assigned(x: Tensor, value: Tensor) -> Tensor:
    """Let a tensor have a value from now on, and what it is a part of."""
    functions = import_torch()._C
    with untraced():
        x.copy_(value)
    if functions._get_tracing_state() is not None:
        functions._set_value_trace(x, functions._get_value_trace(value))
    if hasattr(x, PART):
        assign(*getattr(x, PART), x)
    return x


@substitute("__setitem__")
def assign(x: Tensor, index: Any, value: Any) -> None:
    """Put a value in a part of a tensor."""
    torch = import_torch()
    items = list(cast("Sequence[Any]", index)) if isinstance(index, tuple) else [index]
    if len(items) == 1 and torch.is_tensor(items[0]) and items[0].shape == x.shape:
        assigned(x, where(items[0], value, x))
        return
    if any(each is Ellipsis for each in items):
        place = next(i for i, each in enumerate(items) if each is Ellipsis)
        items[place : place + 1] = [slice(None)] * (x.ndim - len(items) + 1)
    if not all(isinstance(each, slice | int) for each in items):
        raise TypeError("an assignment to places that a tensor tells is not converted")
    with untraced():
        shape = x[tuple(items)].shape
    if not torch.is_tensor(value):
        value = torch.full(shape, float(value))
    value = value.to(x.dtype).expand(shape)
    for axis, item in enumerate(items):
        if isinstance(item, int):
            value = value.unsqueeze(axis)
            items[axis] = slice(item % x.shape[axis], item % x.shape[axis] + 1)
    assigned(x, replaced(x, 0, items, value))


def replaced(x: Tensor, axis: int, items: Sequence[slice], value: Tensor) -> Tensor:
    """Return a tensor with a value in a box of it: what is before, in and behind it in a row."""
    torch = import_torch()
    if axis == len(items):
        return value
    begin, end, step = items[axis].indices(x.shape[axis])
    if (begin, end, step) == (0, x.shape[axis], 1):
        return replaced(x, axis + 1, items, value)
    before = (slice(None),) * axis
    if is_stepped(items[axis]):
        return interleaved(x, axis, items, value)
    middle = replaced(x[(*before, slice(begin, end))], axis + 1, items, value)
    ends = [x[(*before, slice(0, begin))], middle, x[(*before, slice(end, None))]]
    return torch.cat([each for each in ends if each.shape[axis]], axis)


def interleaved(x: Tensor, axis: int, items: Sequence[slice], value: Tensor) -> Tensor:
    """Return a tensor with a value at each step along an axis."""
    torch = import_torch()
    begin, end, step = items[axis].indices(x.shape[axis])
    before = (slice(None),) * axis
    places = list(range(begin, end, step))
    parts = [x[(*before, slice(i, i + 1))] for i in range(x.shape[axis])]
    for count, place in enumerate(places):
        own = value[(*before, slice(count, count + 1))]
        parts[place] = replaced(parts[place], axis + 1, items, own)
    return torch.cat(parts, axis)
