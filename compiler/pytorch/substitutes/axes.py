"""Orders of axes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from .registry import MOST_AXES, MOVED, Tensor, substitute


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
    if len(groups) > MOST_AXES:
        return moved_in_turn(x, order)
    extent = {group[0]: prod(x.shape[axis] for axis in group) for group in groups}
    starts = sorted(extent)
    batch = [1] * (len(places) < x.ndim and len(groups) < MOST_AXES)
    merged = x.reshape(batch + [extent[start] for start in starts])
    moved = [len(batch) + starts.index(group[0]) for group in groups]
    return merged.permute([*range(len(batch)), *moved]).reshape([x.shape[axis] for axis in order])


def moved_in_turn(x: Tensor, order: Sequence[int]) -> Tensor:
    """Move one axis after another to its place: each time four groups of axes, or fewer."""
    left = list(range(x.ndim))
    for place, axis in enumerate(order):
        begin = left.index(axis)
        if begin == place:
            continue
        turn = [*range(place), begin, *(i for i in range(place, x.ndim) if i != begin)]
        x = merged_permute(x, turn)
        left.insert(place, left.pop(begin))
    return x


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
