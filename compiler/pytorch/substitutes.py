"""
Operators of PyTorch in terms of those that pnnx converts, put in place while a module is traced.

A truth value is a float of 0 or 1.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from math import prod
from typing import Any, cast

import numpy as np

from .tracing import import_torch

Tensor = Any
LARGEST = float(np.finfo(np.float32).max)
MOST_AXES = 4
"""Axes of a blob."""
MOVED = "moved_from"
"""The attribute of a permuted tensor: what it was before, and the order of its axes."""
SUBSTITUTES: dict[str, Callable[..., Any]] = {}
"""Functions by the name that PyTorch's have; they see PyTorch's own functions."""


def substitute(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Let a function stand for those of PyTorch with these names."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        SUBSTITUTES.update(dict.fromkeys(names, function))
        return function

    return register


@contextmanager
def substituted() -> Generator[None]:
    """Let modules that are called meanwhile use the substitutes."""
    torch = import_torch()

    class Substituting(torch.overrides.TorchFunctionMode):
        def __torch_function__(
            self, function: Any, types: Any, args: Sequence[Any] = (), kwargs: Any = None
        ) -> Any:
            name = getattr(function, "__name__", "")
            if name == "__get__":  # of a property
                name = getattr(function.__self__, "__name__", "")
            is_count = not any(torch.is_tensor(each) and each.ndim for each in args)
            found = None if is_count and name != "arange" else SUBSTITUTES.get(name)
            return (found or function)(*args, **(kwargs or {}))

    with Substituting():
        yield


# Choices ----------------------------------------------------------------------------------------


@substitute("gt", "__gt__", "greater")
def greater(x: Tensor, other: Any) -> Tensor:
    return ((x - other) * LARGEST).clamp(0, 1)


@substitute("lt", "__lt__", "less")
def less(x: Tensor, other: Any) -> Tensor:
    return ((x - other) * -LARGEST).clamp(0, 1)


@substitute("ge", "__ge__", "greater_equal")
def greater_or_equal(x: Tensor, other: Any) -> Tensor:
    return 1 - less(x, other)


@substitute("le", "__le__", "less_equal")
def less_or_equal(x: Tensor, other: Any) -> Tensor:
    return 1 - greater(x, other)


@substitute("ne", "__ne__", "not_equal")
def unequal(x: Tensor, other: Any) -> Tensor:
    return ((x - other).abs() * LARGEST).clamp(0, 1)


@substitute("eq", "__eq__")
def equal(x: Tensor, other: Any) -> Tensor:
    return 1 - unequal(x, other)


@substitute("__invert__", "logical_not", "bitwise_not")
def negated(x: Tensor) -> Tensor:
    return 1 - x.float()


@substitute("__and__", "logical_and", "bitwise_and")
def both(x: Tensor, y: Tensor) -> Tensor:
    return x.float() * y.float()


@substitute("__or__", "logical_or", "bitwise_or")
def either(x: Tensor, y: Tensor) -> Tensor:
    return import_torch().maximum(x.float(), y.float())


@substitute("where")
def where(condition: Tensor, x: Any, y: Any) -> Tensor:
    mask = condition.float()
    return finite(x) * mask + finite(y) * (1 - mask)


@substitute("masked_fill", "masked_fill_")
def masked_fill(x: Tensor, mask: Tensor, value: Any) -> Tensor:
    return where(mask, value, x)


def finite(value: Any) -> Any:
    """Return a number that 0 makes 0."""
    return max(-LARGEST, min(float(value), LARGEST)) if isinstance(value, int | float) else value


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
    if attn_mask is not None and attn_mask.dtype == torch.bool:
        attn_mask = (1 - attn_mask.float()) * -LARGEST
    return torch.nn.functional.scaled_dot_product_attention(query, key, value, attn_mask, **more)


# Parts ------------------------------------------------------------------------------------------


@substitute("unbind")
def unbind(x: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    return tuple(select(x, dim, place) for place in range(x.shape[dim]))


@substitute("select")
def select(x: Tensor, dim: int, index: int) -> Tensor:
    """
    Take a part of a permuted tensor from what it was before: q, k and v of one product are
    `x.permute(2, 0, 3, 1, 4)[i]`. Of many axes, those after it become one.
    """
    dim %= x.ndim
    before = getattr(x, MOVED, None)
    if before is not None:
        x, order = before
        axis = order[dim]
        rest = [each - (each > axis) for each in order if each != axis]
        return permute(select(x, axis, index), rest)
    if x.ndim <= MOST_AXES or not dim:
        return x.select(dim, index)
    after = x.shape[dim + 1 :]
    begin = index % x.shape[dim] * prod(after)
    rows = x.reshape(*x.shape[:dim], -1)[..., begin : begin + prod(after)]
    return rows.reshape(*x.shape[:dim], *after)


@substitute("__getitem__")
def part(x: Tensor, index: Any) -> Tensor:
    """Take steps of more than 1, and lists of places, after all else."""
    if isinstance(index, int):
        return select(x, 0, index)
    items = list(cast("Sequence[Any]", index)) if isinstance(index, tuple) else [index]
    if any(each is Ellipsis for each in items):
        place = next(i for i, each in enumerate(items) if each is Ellipsis)
        items[place : place + 1] = [slice(None)] * (x.ndim - len(items) + 1)
    lists = {axis: cast("list[int]", each) for axis, each in enumerate(items) if is_list(each)}
    steps = {axis: step_of(each) for axis, each in enumerate(items) if step_of(each) > 1}
    if not all(isinstance(each, slice | list) for each in items) or not (lists or steps):
        return x[index]
    for axis in lists:
        items[axis] = slice(None)
    for axis in steps:
        items[axis] = slice(items[axis].start, items[axis].stop)
    x = x[tuple(items)]
    for axis, places in lists.items():
        ends = [(place % x.shape[axis]) + 1 for place in places]
        before = (slice(None),) * axis
        x = import_torch().cat([x[(*before, slice(end - 1, end))] for end in ends], axis)
    return every(x, steps)


def is_list(index: object) -> bool:
    return isinstance(index, list)


def step_of(index: Any) -> int:
    return index.step if isinstance(index, slice) and isinstance(index.step, int) else 1


def every(x: Tensor, steps: dict[int, int]) -> Tensor:
    """Return the parts at each step along some axes: what windows of one element pool."""
    pool = import_torch().nn.functional.max_pool2d
    if x.ndim == MOST_AXES and steps.keys() <= {2, 3}:
        return pool(x, 1, (steps.get(2, 1), steps.get(3, 1)))
    for axis, step in steps.items():
        before, after = x.shape[:axis], x.shape[axis + 1 :]
        rows = x.reshape(1, prod(before), x.shape[axis], prod(after))
        x = pool(rows, 1, (step, 1))
        x = x.reshape(*before, x.shape[2], *after)
    return x


@substitute("repeat_interleave")
def repeat_interleave(x: Tensor, repeats: int, dim: int | None = None) -> Tensor:
    axis = 0 if dim is None else dim % x.ndim
    x = x.flatten() if dim is None else x
    return import_torch().stack([x] * repeats, axis + 1).flatten(axis, axis + 1)


@substitute("tril")
def tril(x: Tensor, diagonal: int = 0) -> Tensor:
    return x * import_torch().ones(x.shape[-2:]).tril(diagonal)


@substitute("triu")
def triu(x: Tensor, diagonal: int = 0) -> Tensor:
    return x * import_torch().ones(x.shape[-2:]).triu(diagonal)


# Orders of axes ---------------------------------------------------------------------------------


@substitute("permute")
def permute(x: Tensor, *dims: Any) -> Tensor:
    """Move neighbours that stay neighbours as one axis: of six that are windows, four are left."""
    order = [axis % x.ndim for axis in (dims[0] if isinstance(dims[0], Sequence) else dims)]
    is_batch_first = x.shape[0] == 1 and not order[0]
    if x.ndim <= MOST_AXES + is_batch_first:
        return x.permute(order)
    result = merged_permute(x, order)
    setattr(result, MOVED, (x, order))
    return result


def merged_permute(x: Tensor, order: Sequence[int]) -> Tensor:
    """Permute groups of neighbours, after a batch of 1 if that is not too much."""
    places = [axis for axis in order if axis or x.shape[0] > 1]
    groups: list[list[int]] = []
    for axis in places:
        if groups and groups[-1][-1] + 1 == axis:
            groups[-1].append(axis)
        else:
            groups.append([axis])
    extent = {group[0]: prod(x.shape[axis] for axis in group) for group in groups}
    starts = sorted(extent)
    batch = [1] * (len(places) < x.ndim and len(groups) < MOST_AXES)
    merged = x.reshape(batch + [extent[start] for start in starts])
    moved = [len(batch) + starts.index(group[0]) for group in groups]
    return merged.permute([*range(len(batch)), *moved]).reshape([x.shape[axis] for axis in order])


@substitute("movedim", "moveaxis")
def movedim(x: Tensor, source: Any, destination: Any) -> Tensor:
    moves = [source, destination] if isinstance(source, Sequence) else [[source], [destination]]
    sources, targets = ([axis % x.ndim for axis in axes] for axes in moves)
    order = [axis for axis in range(x.ndim) if axis not in sources]
    for target, axis in sorted(zip(targets, sources, strict=True)):
        order.insert(target, axis)
    return permute(x, order)


@substitute("mT")
def transposed(x: Tensor) -> Tensor:
    return x.transpose(-1, -2)


@substitute("unflatten")
def unflatten(x: Tensor, dim: int, sizes: Sequence[int]) -> Tensor:
    dim %= x.ndim
    return x.reshape(*x.shape[:dim], *sizes, *x.shape[dim + 1 :])


# Arithmetic -------------------------------------------------------------------------------------


@substitute("var")
def var(
    x: Tensor, dim: Any = None, unbiased: bool = True, keepdim: bool = False, **more: Any
) -> Tensor:
    axes = list(range(x.ndim)) if dim is None else [dim] if isinstance(dim, int) else list(dim)
    count = prod(x.shape[axis] for axis in axes)
    far = x - x.mean(axes, keepdim=True)
    return (far * far).mean(axes, keepdim) * (
        count / (count - int(more.get("correction", unbiased)))
    )


@substitute("std")
def std(*arguments: Any, **more: Any) -> Tensor:
    return var(*arguments, **more).sqrt()


@substitute("log2")
def log2(x: Tensor) -> Tensor:
    return x.log() * (1 / float(np.log(2)))


@substitute("clamp_max")
def clamp_max(x: Tensor, most: Any) -> Tensor:
    return x.clamp(max=most)


@substitute("clamp_min")
def clamp_min(x: Tensor, least: Any) -> Tensor:
    return x.clamp(min=least)


@substitute("baddbmm")
def baddbmm(bias: Tensor, x: Tensor, y: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor:
    return bias * beta + (x @ y) * alpha


@substitute("cosine_similarity")
def cosine_similarity(x: Tensor, y: Tensor, dim: int = 1, eps: float = 1e-8) -> Tensor:
    lengths = [(each * each).sum(dim).sqrt().clamp(min=eps) for each in (x, y)]
    return (x * y).sum(dim) / (lengths[0] * lengths[1])


@substitute("normalize")
def normalize(x: Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12, **more: Any) -> Tensor:
    if p != 2:
        return import_torch().nn.functional.normalize(x, p, dim, eps)
    return x / (x * x).sum(dim, keepdim=True).sqrt().clamp(min=eps)


@substitute("remainder", "__mod__")
def remainder(x: Tensor, other: Any) -> Tensor:
    return x - (x / other).floor() * other


@substitute("floor_divide", "__floordiv__")
def floor_divide(x: Tensor, other: Any) -> Tensor:
    return (x / other).floor()


@substitute("fmod")
def fmod(x: Tensor, other: Any) -> Tensor:
    quotient = x / other
    return x - quotient.sign() * quotient.abs().floor() * other


@substitute("arange")
def arange(*limits: Any, **more: Any) -> Tensor:
    """Count to extents, which a trace knows."""
    return import_torch().arange(*[int(each) for each in limits], **more)
