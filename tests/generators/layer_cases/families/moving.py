"""Layers that move elements, or repeat them."""

from __future__ import annotations

import numpy as np

from ...network import Value
from ..case import GENERATORS, LayerCase, raw
from ..draws import Draws, Unsuitable
from ..tolerance import MOVED
from .parts import ABSENT, divisors, given, moved_values, signed_axes, subset

EXTENT_IDS = {1: (0,), 2: (0, 1), 3: (0, 1, 2), 4: (0, 1, 11, 2)}
"""Innermost first."""


@GENERATORS.add(MOVED, "Noop")
def noop(d: Draws, layer: str) -> LayerCase:
    """Inputs, and as many outputs or less."""
    count = d.choice((1, 1, 2, 3))
    inputs = tuple(moved_values(d, d.shape(cells=500)) for _ in range(count))
    return LayerCase(layer, inputs, tops=d.integer(1, count))


@GENERATORS.add(MOVED, "DeepCopy", "Flatten")
def copy(d: Draws, layer: str) -> LayerCase:
    """One input."""
    return LayerCase(layer, (moved_values(d, d.shape()),))


@GENERATORS.add(MOVED, "Split")
def split(d: Draws, layer: str) -> LayerCase:
    """Several outputs."""
    return LayerCase(layer, (moved_values(d, d.shape()),), tops=d.integer(1, 4))


@GENERATORS.add(MOVED, "MemoryData")
def memory_data(d: Draws, layer: str) -> LayerCase:
    """Numbers from the file."""
    shape = d.shape()
    params: dict[int, Value] = dict(zip(EXTENT_IDS[len(shape)], reversed(shape), strict=True))
    return LayerCase(layer, (), params, (raw(moved_values(d, shape)),))


PERMUTATIONS = {1: 1, 2: 2, 3: 6, 4: 24}


@GENERATORS.add(MOVED, "Permute")
def permute(d: Draws, layer: str) -> LayerCase:
    """All orders of all ranks."""
    x = moved_values(d, d.shape())
    return LayerCase(layer, (x,), given(d, {0: d.below(PERMUTATIONS[x.ndim])}, 95))


@GENERATORS.add(MOVED, "Flip")
def flip(d: Draws, layer: str) -> LayerCase:
    """Any axes."""
    x = moved_values(d, d.shape())
    axes = subset(d, range(x.ndim))
    return LayerCase(layer, (x,), {0: signed_axes(d, axes, x.ndim)})


@GENERATORS.add(MOVED, "Concat")
def concat(d: Draws, layer: str) -> LayerCase:
    """Inputs that differ in one axis."""
    shape = d.shape(cells=600)
    axis = d.axis(len(shape))
    inputs: list[np.ndarray] = []
    for _ in range(d.integer(1, 5)):
        other = list(shape)
        other[axis] = d.extent(17)
        inputs.append(moved_values(d, tuple(other)))
    return LayerCase(layer, tuple(inputs), given(d, {0: axis}, 90) if axis == 0 else {0: axis})


@GENERATORS.add(MOVED, "Slice")
def slices(d: Draws, layer: str) -> LayerCase:
    """Sizes, of which some are open, or points at which to split."""
    x = moved_values(d, d.shape())
    axis, tops = d.axis(x.ndim), d.integer(1, 4)
    length = x.shape[axis]
    if length < tops:
        raise Unsuitable
    points = sorted(d.generator().choice(np.arange(1, length), tops - 1, replace=False).tolist())
    form = d.choice(("equal", "sizes", "points") if tops > 1 else ("equal", "sizes"))
    params: dict[int, Value] = given(d, {1: axis}) if axis == 0 else {1: axis}
    if form == "points":
        numbers = tuple(p - length if d.chance(40) else p for p in points)
        return LayerCase(layer, (x,), {2: numbers, **params}, tops=tops)
    if form == "equal":
        return LayerCase(layer, (x,), {0: (ABSENT,) * tops, **params}, tops=tops)
    sizes = [b - a for a, b in zip((0, *points), (*points, length), strict=True)]
    opened = d.integer(0, tops - 1)  # all from here on share what is left
    sizes[opened:] = [ABSENT] * (tops - opened)
    return LayerCase(layer, (x,), {0: tuple(sizes), **params}, tops=tops)


@GENERATORS.add(MOVED, "Reshape")
def reshape(d: Draws, layer: str) -> LayerCase:
    """
    Extents that are given, copied (0), inferred (-1), or computed by an expression; perhaps one of
    them is that of a batch.
    """
    x = moved_values(d, d.shape())
    if d.chance(25):
        return reshape_to_batch(d, layer, x)
    rank = d.integer(1, 4)
    extents = factors(d, x.size, rank)  # innermost first
    copied = dict(zip(EXTENT_IDS[x.ndim], reversed(x.shape), strict=True))
    inferred = d.below(rank + 1) - 1
    numbers: list[int] = []
    for place, (id, extent) in enumerate(zip(EXTENT_IDS[rank], extents, strict=True)):
        if place == inferred:
            numbers.append(-1)
        elif copied.get(id) == extent and d.chance(50):
            numbers.append(0)
        else:
            numbers.append(extent)
    if d.chance(25):
        return LayerCase(layer, (x,), {6: reshape_expression(d, x, numbers)})
    return LayerCase(layer, (x,), dict(zip(EXTENT_IDS[rank], numbers, strict=True)))


def reshape_to_batch(d: Draws, layer: str, x: np.ndarray) -> LayerCase:
    """A result that is a batch, which is counted among the new axes, of perhaps several blobs."""
    rank = d.integer(2, 4)
    extents = factors(d, x.size, rank)[::-1]
    axes, params = list(x.shape), dict[int, Value]()
    if d.chance(40):
        place = d.below(x.ndim + 1)
        axes.insert(place, 1)
        params[12] = d.choice((place, place - x.ndim - 1))
    batch = min(range(rank), key=lambda i: abs(extents[i] - 3))  # not one of hundreds, if it can be
    params[13] = d.choice((batch, batch - rank))
    inferred = d.below(rank + 1) - 1
    numbers: list[int] = []
    for i, extent in enumerate(extents):
        copied = i < len(axes) and axes[i] == extent and d.chance(50)
        numbers.append(-1 if i == inferred else 0 if copied else extent)
    numbers.reverse()
    if d.chance(50):
        return LayerCase(layer, (x,), {6: reshape_expression(d, x, numbers), **params})
    return LayerCase(layer, (x,), {**dict(zip(EXTENT_IDS[rank], numbers, strict=True)), **params})


def factors(d: Draws, product: int, count: int) -> list[int]:
    """Numbers of that product."""
    found: list[int] = []
    for _ in range(count - 1):
        found.append(d.choice(divisors(product)))
        product //= found[-1]
    found.append(product)
    return found if d.chance(50) else found[::-1]


def reshape_expression(d: Draws, x: np.ndarray, numbers: list[int]) -> str:
    """The same numbers as expressions of the input's extents."""
    letters = {1: "w", 2: "wh", 3: "whc", 4: "whdc"}[x.ndim]
    extents = dict(zip(letters, reversed(x.shape), strict=True))

    def text(number: int) -> str:
        if number <= 0 or d.chance(40):
            return str(number)
        letter = d.choice(letters)
        extent = extents[letter]
        if number % extent == 0:
            return f"*(0{letter},{number // extent})"
        if extent % number == 0:
            return f"//(0{letter},{extent // number})"
        sign = "+" if number > extent else "-"
        return f"{sign}(0{letter},{abs(number - extent)})"

    return ",".join(map(text, numbers))


@GENERATORS.add(MOVED, "Squeeze")
def squeeze(d: Draws, layer: str) -> LayerCase:
    """Axes of length 1 (and others, which stay), by flags or as a list."""
    shape = tuple(1 if d.chance(50) else n for n in d.shape(cells=500))
    x = moved_values(d, shape)
    if d.chance(50):
        return LayerCase(layer, (x,), given(d, {0: 1, 1: 1, 11: 1, 2: 1}, 50))
    axes = subset(d, range(x.ndim))
    return LayerCase(layer, (x,), {3: signed_axes(d, axes, x.ndim)})


@GENERATORS.add(MOVED, "ExpandDims")
def expand_dims(d: Draws, layer: str) -> LayerCase:
    """New axes anywhere, as places in the result."""
    x = moved_values(d, d.shape(1, 2, 3))
    count = d.integer(1, 4 - x.ndim)
    rank = x.ndim + count
    places = sorted(d.generator().permutation(rank)[:count].tolist())
    return LayerCase(layer, (x,), {3: signed_axes(d, places, rank)})


@GENERATORS.add(MOVED, "Tile")
def tile(d: Draws, layer: str) -> LayerCase:
    """One axis, or repeats of all, which may be more than the input has."""
    x = moved_values(d, d.shape(cells=400))
    if d.chance(50):
        return LayerCase(layer, (x,), {0: d.below(x.ndim), 1: d.integer(1, 5)})
    repeats = tuple(d.integer(1, 3) for _ in range(d.integer(1, 4)))
    return LayerCase(layer, (x,), {2: repeats})


@GENERATORS.add(MOVED, "ShuffleChannel")
def shuffle_channel(d: Draws, layer: str) -> LayerCase:
    """Groups that divide the channels, to and fro."""
    x = moved_values(d, d.shape(3, 4))
    params = given(d, {0: d.choice(divisors(x.shape[0])), 1: d.choice((0, 1))}, 80)
    return LayerCase(layer, (x,), params)


@GENERATORS.add(MOVED, "PixelShuffle")
def pixel_shuffle(d: Draws, layer: str) -> LayerCase:
    """Channels become blocks."""
    factor = d.integer(1, 4)
    channels, height, width = d.shape(3, cells=300)
    x = moved_values(d, (channels * factor * factor, height, width))
    return LayerCase(layer, (x,), {0: factor, **given(d, {1: d.choice((0, 1))})})


@GENERATORS.add(MOVED, "Reorg")
def reorg(d: Draws, layer: str) -> LayerCase:
    """Blocks become channels; remainders at the ends are dropped."""
    stride = d.integer(1, 4)
    channels, height, width = d.shape(3, cells=300)
    rest = d.choice((0, 0, 1)) if stride > 1 else 0
    x = moved_values(d, (channels, height * stride + rest, width * stride + rest))
    return LayerCase(layer, (x,), {0: stride, **given(d, {1: d.choice((0, 1))})})


@GENERATORS.add(MOVED, "Diag")
def diag(d: Draws, layer: str) -> LayerCase:
    """A matrix of a diagonal, or the diagonal of a matrix."""
    x = moved_values(d, d.shape(1, 2, cells=300))
    low, high = (-4, 5) if x.ndim == 1 else (1 - x.shape[0], x.shape[1])
    return LayerCase(layer, (x,), given(d, {0: d.choice((0, *range(1, high), *range(low, 0)))}))


PADDING_TYPES = (0, 1, 2)
INNER_PADS = ((2, 3), (0, 1), (7, 8))
"""Ids of the pads before and after, innermost axis first. The last is of the outermost."""


@GENERATORS.add(MOVED, "Padding")
def padding(d: Draws, layer: str) -> LayerCase:
    """All types, all axes, a value for each channel."""
    x = moved_values(d, d.shape(cells=800))
    kind = d.choice(PADDING_TYPES)
    params: dict[int, Value] = given(d, {4: 0}) if kind == 0 else {4: kind}
    axes = {1: (-1,), 2: (-1, -2), 3: (-1, -2, -3), 4: (-1, -2, -3)}[x.ndim]
    for axis, ids in zip(axes, INNER_PADS, strict=False):
        # A mirror has no more than what it shows.
        most = min(4, x.shape[axis] - 1) if kind == 2 else 4
        params |= given(d, {id: d.integer(0, most) for id in ids}, 70)
    if kind == 0:
        params |= given(d, {5: d.choice((0.0, -1.0, 2.5, 3.0))})
    if kind == 0 and x.ndim == 3 and not {7, 8} & params.keys() and d.chance(30):
        values = raw(d.uniform(x.shape[:1]))
        return LayerCase(layer, (x,), {**params, 6: x.shape[0]}, (values,))
    return LayerCase(layer, (x,), params)


@GENERATORS.add(MOVED, "CopyTo")
def copy_to(d: Draws, layer: str) -> LayerCase:
    """A small blob into a large one, at offsets, or starts of some axes."""
    x = moved_values(d, d.shape())
    small = tuple(d.integer(1, extent) for extent in x.shape)
    starts = tuple(d.integer(0, n - m) for n, m in zip(x.shape, small, strict=True))
    other = moved_values(d, small) + 1000
    if d.chance(50):
        ids = {1: (0,), 2: (1, 0), 3: (2, 1, 0), 4: (2, 13, 1, 0)}[x.ndim]
        return LayerCase(layer, (x, other), dict(zip(ids, starts, strict=True)))
    axes = signed_axes(d, range(x.ndim), x.ndim)
    params: dict[int, Value] = {9: starts}
    return LayerCase(layer, (x, other), {**params, **given(d, {11: axes})})
