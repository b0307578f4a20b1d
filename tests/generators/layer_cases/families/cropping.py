"""Crop, in its three forms."""

from __future__ import annotations

import numpy as np

from ...network import Value
from ..case import GENERATORS, LayerCase
from ..draws import Draws
from ..tolerance import MOVED
from .parts import ABSENT, given, moved_values, signed_axes, subset

OFFSETS = {1: (0,), 2: (1, 0), 3: (2, 1, 0), 4: (2, 13, 1, 0)}
"""Ids, outermost axis first."""
SIZES = {1: (3,), 2: (4, 3), 3: (5, 4, 3), 4: (5, 14, 4, 3)}
TAILS = {1: (6,), 2: (7, 6), 3: (8, 7, 6), 4: (8, 15, 7, 6)}


@GENERATORS.add(MOVED, "Crop")
def crop(d: Draws, layer: str) -> LayerCase:
    """Offsets and sizes, numpy's slices, expressions, or a second input of the size."""
    x = moved_values(d, d.shape())
    forms = (sized, cut, sliced, expressed, like)
    form = d.choice((*forms, computed) if x.ndim > 2 else forms)
    return form(d, layer, x)


def window(d: Draws, x: np.ndarray) -> list[tuple[int, int]]:
    """Return start and end of a part of each axis."""
    found: list[tuple[int, int]] = []
    for extent in x.shape:
        if d.chance(30):
            found.append((0, extent))
        else:
            start = d.integer(0, extent - 1)
            found.append((start, d.integer(start + 1, extent)))
    return found


def sized(d: Draws, layer: str, x: np.ndarray) -> LayerCase:
    """Offsets, and sizes of which some are the rest."""
    params: dict[int, Value] = {}
    parts = zip(window(d, x), x.shape, OFFSETS[x.ndim], SIZES[x.ndim], strict=True)
    for (start, end), extent, offset, size in parts:
        params[offset] = start
        params[size] = ABSENT if end == extent and d.chance(60) else end - start
    return LayerCase(layer, (x,), params)


def cut(d: Draws, layer: str, x: np.ndarray) -> LayerCase:
    """Offsets, and what goes at the ends."""
    params: dict[int, Value] = {}
    ids = (OFFSETS[x.ndim], SIZES[x.ndim], TAILS[x.ndim])
    for (start, end), extent, offset, size, tail in zip(window(d, x), x.shape, *ids, strict=True):
        params |= {offset: start, size: ABSENT} | given(d, {tail: extent - end}, 90)
    return LayerCase(layer, (x,), params)


def sliced(d: Draws, layer: str, x: np.ndarray) -> LayerCase:
    """Starts and ends, some from the end or open, of some axes in any order."""
    axes = list(subset(d, range(x.ndim)))
    if d.chance(30):
        axes.reverse()
    every = axes == list(range(x.ndim))
    starts, ends = slices_of(d, x, axes)
    params: dict[int, Value] = {9: starts, 10: ends}
    if not every or d.chance(50):
        params[11] = signed_axes(d, axes, x.ndim)
    return LayerCase(layer, (x,), params)


def slices_of(d: Draws, x: np.ndarray, axes: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Starts and ends of these axes."""
    parts, starts, ends = window(d, x), [], []
    for axis in axes:
        (start, end), extent = parts[axis], x.shape[axis]
        starts.append(d.choice((start, ABSENT if start == 0 else start - extent)))
        ends.append(d.choice((end, ABSENT if end == extent else end - extent)))
    return tuple(starts), tuple(ends)


def expressed(d: Draws, layer: str, x: np.ndarray) -> LayerCase:
    """The same, as expressions of the input's extents."""
    axes = list(subset(d, range(x.ndim)))
    parts = window(d, x)
    names = {1: "w", 2: "hw", 3: "chw", 4: "cdhw"}[x.ndim]

    def text(number: int, axis: int) -> str:
        extent = x.shape[axis]
        forms = [str(number), f"-(0{names[axis]},{extent - number})"]
        if number and extent % number == 0:
            forms.append(f"//(0{names[axis]},{extent // number})")
        return d.choice(forms)

    params: dict[int, Value] = {
        19: ",".join(text(parts[axis][0], axis) for axis in axes),
        20: ",".join(text(parts[axis][1], axis) for axis in axes),
    }
    if axes != list(range(x.ndim)) or d.chance(50):
        params[21] = ",".join(map(str, signed_axes(d, axes, x.ndim)))
    return LayerCase(layer, (x,), params)


def like(d: Draws, layer: str, x: np.ndarray) -> LayerCase:
    """Offsets, and a second input that has the size, of all axes or of all but the outermost."""
    parts = window(d, x)
    if x.ndim > 2 and d.chance(30):
        left = d.integer(1, x.ndim - 2)
        parts[:left] = [(0, extent) for extent in x.shape[:left]]
        shape = tuple(end - start for start, end in parts[left:])
    else:
        shape = tuple(end - start for start, end in parts)
    starts = {id: part[0] for id, part in zip(OFFSETS[x.ndim], parts, strict=True)}
    return LayerCase(layer, (x, d.uniform(shape)), starts)


def computed(d: Draws, layer: str, x: np.ndarray) -> LayerCase:
    """A second input that holds offsets and sizes, innermost axis first."""
    parts = window(d, x)[::-1]
    numbers = [start for start, _ in parts] + [end - start for start, end in parts]
    reference = np.array(numbers, np.int32)
    ids = OFFSETS[x.ndim]
    return LayerCase(layer, (x, reference), {id: ABSENT for id in ids})
