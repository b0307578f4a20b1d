"""Parts of tensors, and what is put together of parts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import prod
from typing import Any, cast

from ..tracing import import_torch
from .axes import permute
from .registry import MOST_AXES, MOVED, PART, STACKED, Tensor, constant, fixed, substitute

MOST_PLACES = 64
"""Most places of an index that becomes parts in a row."""


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
    parts, stacked = stack_of(x)
    if dim == stacked:
        return parts[index]
    before = getattr(x, MOVED, None)
    if before is not None:
        x, order = before
        axis = order[dim]
        rest = [each - (each > axis) for each in order if each != axis]
        return permute(select(x, axis, index), rest)
    if not dim and 1 < x.ndim <= MOST_AXES:
        rows = narrow(x, 0, index % x.shape[0], 1) if x.shape[0] > 1 else x
        return rows.reshape(x.shape[1:])
    if x.ndim <= MOST_AXES or not dim:
        return x.select(dim, index)
    after = x.shape[dim + 1 :]
    begin = index % x.shape[dim] * prod(after)
    rows = x.reshape(*x.shape[:dim], -1)[..., begin : begin + prod(after)]
    return rows.reshape(*x.shape[:dim], *after)


@substitute("__getitem__")
def part(x: Tensor, index: Any) -> Tensor:
    """
    Take steps of more than 1, and lists of places, after all else. A part remembers whose it is,
    for assignments to it.
    """
    result = x
    if isinstance(index, int):
        result = select(x, 0, index)
    elif is_places(index):
        for place in cast("tuple[int, ...]", index):
            result = select(result, 0, place)
    elif (items := items_of(x, index)) is None:
        result = x[index]
    else:
        basic = tuple(unstepped(each) for each in items)
        kept = [each for each in items if not isinstance(each, int)]
        result = x[basic]
        for axis, each in enumerate(kept):
            if isinstance(each, list):
                result = picked(result, axis, cast("list[int]", each))
        steps = {axis: each.step for axis, each in enumerate(kept) if is_stepped(each)}
        result = every(result, steps)
    if result is not x:
        setattr(result, PART, (x, index))
    return result


def is_places(index: Any) -> bool:
    return isinstance(index, tuple) and all(isinstance(each, int) for each in cast("Any", index))


def items_of(x: Tensor, index: Any) -> list[Any] | None:
    """
    Return an index with an item for each axis, and constant tensors as lists; None if PyTorch's
    own indexing serves, or nothing else does.
    """
    items = list(cast("Sequence[Any]", index)) if isinstance(index, tuple) else [index]
    items = [places_in(each) for each in items]
    if any(each is Ellipsis for each in items):
        place = next(i for i, each in enumerate(items) if each is Ellipsis)
        given = sum(each is not None for each in items)
        items[place : place + 1] = [slice(None)] * (x.ndim - given + 1)
    is_plain = all(each is None or isinstance(each, slice | list | int) for each in items)
    lists = sum(isinstance(each, list) for each in items)
    if not is_plain or lists > 1 or not (lists or any(map(is_stepped, items))):
        return None
    if lists and any(isinstance(each, int) for each in items):
        return None  # whose axes PyTorch orders by rules of its own
    return items


def places_in(item: Any) -> Any:
    """Return a constant tensor of few places in a row as a list, other items as they are."""
    torch = import_torch()
    if not torch.is_tensor(item) or item.ndim != 1 or item.numel() > MOST_PLACES:
        return item
    known = None if item.dtype in (torch.bool, torch.uint8) else constant(item)
    return item if known is None else [int(each) for each in known.tolist()]


def is_stepped(item: Any) -> bool:
    return isinstance(item, slice) and isinstance(item.step, int) and item.step > 1


def unstepped(item: Any) -> Any:
    """Return an item as a basic index: without its step, all places in place of some."""
    if isinstance(item, list):
        return slice(None)
    return slice(item.start, item.stop) if is_stepped(item) else item


def picked(x: Tensor, axis: int, places: Sequence[int]) -> Tensor:
    """Return the parts at some places along an axis: neighbours together, then in a row."""
    runs: list[list[int]] = []
    for place in (each % x.shape[axis] for each in places):
        if runs and runs[-1][1] == place:
            runs[-1][1] += 1
        else:
            runs.append([place, place + 1])
    parts = [x[(slice(None),) * axis + (slice(*run),)] for run in runs]
    return parts[0] if len(parts) == 1 else import_torch().cat(parts, axis)


@substitute("narrow")
def narrow(x: Tensor, dim: int, start: int, length: int) -> Tensor:
    return x[(slice(None),) * (dim % x.ndim) + (slice(start, start + length),)]


@substitute("tensor_split")
def tensor_split(
    x: Tensor,
    indices_or_sections: Any = None,
    dim: int = 0,
    *,
    indices: Any = None,
    sections: Any = None,
) -> list[Tensor]:
    size = x.shape[dim]
    given = (indices_or_sections, indices, sections)
    indices_or_sections = next(each for each in given if each is not None)
    if isinstance(indices_or_sections, int):
        count = indices_or_sections
        ends = [i * (size // count) + min(i, size % count) for i in range(count + 1)]
    else:
        ends = [0, *(slice(each).indices(size)[1] for each in indices_or_sections), size]
    return [narrow(x, dim, begin, max(end - begin, 0)) for begin, end in pairwise(ends)]


@substitute("diff")
def diff(x: Tensor, n: int = 1, dim: int = -1) -> Tensor:
    for _ in range(n):
        count = x.shape[dim] - 1
        x = narrow(x, dim, 1, count) - narrow(x, dim, 0, count)
    return x


@substitute("cumprod")
def cumprod(x: Tensor, dim: int) -> Tensor:
    """Multiply one after the other."""
    parts = [narrow(x, dim, 0, 1)]
    for place in range(1, x.shape[dim]):
        parts.append(parts[-1] * narrow(x, dim, place, 1))
    return import_torch().cat(parts, dim)


@substitute("roll")
def roll(x: Tensor, shifts: Any, dims: Any = ()) -> Tensor:
    """Put the end before the rest."""
    torch = import_torch()
    pairs = [[each] if isinstance(each, int) else list(each) for each in (shifts, dims)]
    if not pairs[1]:
        return roll(x.flatten(), shifts, 0).reshape(x.shape)
    for shift, dim in zip(*pairs, strict=True):
        first = -shift % x.shape[dim]
        if first:
            rest = x.shape[dim] - first
            x = torch.cat([narrow(x, dim, first, rest), narrow(x, dim, 0, first)], dim)
    return x


@substitute("rot90")
def rot90(x: Tensor, k: int = 1, dims: Sequence[int] = (0, 1)) -> Tensor:
    if k % 4 == 2:
        return x.flip(list(dims))
    turned = x.transpose(*dims)
    return turned.flip(dims[0] if k % 4 == 1 else dims[1]) if k % 4 else x


@substitute("diagonal")
def diagonal(x: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """Take each element of a matrix that is one more than a row behind the last."""
    if offset or x.shape[dim1] != x.shape[dim2]:
        raise TypeError("diagonals beside the main one are not converted")
    axes = [axis for axis in range(x.ndim) if axis not in (dim1 % x.ndim, dim2 % x.ndim)]
    rows = x.permute(*axes, dim1, dim2).flatten(-2)
    return every(rows, {rows.ndim - 1: x.shape[dim1] + 1})


@substitute("index_select")
def index_select(x: Tensor, dim: int, index: Tensor) -> Tensor:
    places = places_in(index)
    if not isinstance(places, list):
        return x.index_select(dim, index)
    return picked(x, dim % x.ndim, cast("list[int]", places))


@substitute("stack")
def stack(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """Remember the parts: sums and means of them need no stack."""
    parts = list(tensors)
    result = import_torch().stack(parts, dim)
    setattr(result, STACKED, (parts, dim % result.ndim))
    return result


def stack_of(x: Tensor) -> tuple[list[Tensor], int | None]:
    """Return the parts of a stack, and the axis; no parts of other tensors."""
    return getattr(x, STACKED, ([], None))


@substitute("mean")
def mean(x: Tensor, dim: Any = None, keepdim: bool = False, **more: Any) -> Tensor:
    """Return the mean of the parts of a stack, which may have more axes than a blob."""
    parts, axis = stack_of(x)
    if not parts or keepdim or dim not in (axis, [axis], (axis,)):
        return x.mean(keepdim=keepdim, **more) if dim is None else x.mean(dim, keepdim, **more)
    return sum(parts[1:], parts[0]) / len(parts)


def every(x: Tensor, steps: dict[int, int]) -> Tensor:
    """Return the parts at each step along some axes: what windows of one element pool."""
    pool = import_torch().nn.functional.max_pool2d
    if x.ndim == MOST_AXES and steps.keys() <= {2, 3}:
        return pool(x, 1, (steps.get(2, 1), steps.get(3, 1)))
    for axis, step in steps.items():
        before, after = x.shape[:axis], x.shape[axis + 1 :]
        rows = x.reshape(1, prod(before), x.shape[axis], prod(after))
        x = pool(rows, 1, (int(step), 1))
        x = x.reshape(*before, x.shape[2], *after)
    return x


@substitute("repeat_interleave")
def repeat_interleave(x: Tensor, repeats: int, dim: int | None = None) -> Tensor:
    axis = 0 if dim is None else dim % x.ndim
    x = x.flatten() if dim is None else x
    return import_torch().stack([x] * repeats, axis + 1).flatten(axis, axis + 1)


@substitute("tril")
def tril(x: Tensor, diagonal: int = 0) -> Tensor:
    return triangle(x, "tril", diagonal)


@substitute("triu")
def triu(x: Tensor, diagonal: int = 0) -> Tensor:
    return triangle(x, "triu", diagonal)


def triangle(x: Tensor, name: str, diagonal: int) -> Tensor:
    """Multiply by ones and zeros; a constant, which may be infinite, is computed."""
    known = constant(x)
    if known is not None:
        return fixed(getattr(known, name)(diagonal))
    return x * getattr(import_torch().ones(x.shape[-2:]), name)(diagonal)
