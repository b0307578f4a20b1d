"""Pooling over windows, over everything, and over adaptive parts."""

from __future__ import annotations

from ...network import Value
from ..case import GENERATORS, LayerCase
from ..draws import Draws, Shape
from ..tolerance import ARITHMETIC, SUM
from .parts import ABSENT, given

KERNEL, STRIDE = (1, 11, 21), (2, 12, 22)
PADS = ((3, 14), (13, 15), (23, 16))
OUTPUT = (8, 18, 28)


@GENERATORS.add(SUM, "Pooling", "Pooling1D", "Pooling3D")
def pooling(d: Draws, layer: str) -> LayerCase:
    """Maxima and means."""
    axes = {"1D": 1, "3D": 3}.get(layer[-2:], 2)
    kind = d.choice((0, 1))
    form = d.choice(("window", "window", "window", "global", "adaptive"))
    params = given(d, {0: 0}) if kind == 0 else {0: 1}
    if form == "window":
        more, shape = windowed(d, axes)
    else:
        shape = d.shape(axes + 1, cells=1500)
        more = {4: 1} if form == "global" else {7: 1, **adaptive(d, shape)}
    return LayerCase(layer, (d.uniform(shape),), {**params, **more})


def adaptive(d: Draws, shape: Shape) -> dict[int, Value]:
    """Sizes of the output, of which some are those of the input."""
    params: dict[int, Value] = {}
    sizes = [
        ABSENT if len(shape) > 2 and d.chance(15) else d.integer(1, extent + 2)
        for extent in reversed(shape[1:])
    ]
    for place, (id, size) in enumerate(zip(OUTPUT, sizes, strict=False)):
        if place == 0 or size != sizes[0] or d.chance(50):
            params[id] = size
    return params


def windowed(d: Draws, axes: int) -> tuple[dict[int, Value], Shape]:
    """Parameters, and a shape that windows fit into."""
    square = d.chance(70)

    def numbers(options: tuple[int, ...]) -> tuple[int, ...]:
        first = d.choice(options)
        return tuple(first if square else d.choice(options) for _ in range(axes))

    kernel, stride = numbers((2, 3, 1, 4, 5, 7)[: 6 if axes < 3 else 4]), numbers((1, 2, 3))
    params: dict[int, Value] = {}
    for ids, given_numbers in ((KERNEL, kernel), (STRIDE, stride)):
        for place, (id, number) in enumerate(zip(ids, given_numbers, strict=False)):
            if place == 0 or number != given_numbers[0] or d.chance(30):
                params[id] = number
    mode = d.choice((0, 1, 2, 3))
    params |= given(d, {5: 0}) if mode == 0 else {5: mode}
    added = [0] * axes
    if mode < 2 and d.chance(60):
        padding, added = window_pads(d, kernel)
        params |= padding
    params |= given(d, {6: d.choice((1, 0))}, 50)
    cells, extents = 300, []
    for reach, more in zip(kernel, added, strict=True):
        extents.append(max(d.extent(max(1, min(17, cells))), reach - more, 1))
        cells = max(1, cells // extents[-1])
    return params, (d.choice((1, 2, 3, 4, 7, 8, 16, 17)), *reversed(extents))


def window_pads(d: Draws, kernel: tuple[int, ...]) -> tuple[dict[int, Value], list[int]]:
    """Pads on each side, less than a kernel."""
    if d.chance(40):
        pad = d.integer(1, max(1, min(kernel) // 2))
        return {3: pad}, [2 * pad] * len(kernel)
    params: dict[int, Value] = {}
    added: list[int] = []
    for (before, after), extent in zip(PADS, kernel, strict=False):
        amounts = d.integer(0, min(2, extent - 1)), d.integer(0, min(2, extent - 1))
        params |= {before: amounts[0], after: amounts[1]}
        added.append(sum(amounts))
    return params, added


@GENERATORS.add(SUM, "StatisticsPooling")
def statistics_pooling(d: Draws, layer: str) -> LayerCase:
    """Means of channels, and their deviations."""
    return LayerCase(layer, (d.uniform(d.shape(3, 4)),), given(d, {0: d.choice((0, 1))}, 80))


REDUCTIONS = 11
POSITIVE, EXACT = (9, 10), (4, 5)
PRODUCT = 6


@GENERATORS.add(SUM, "Reduction")
def reduction(d: Draws, layer: str) -> LayerCase:
    """All operations over all sets of axes."""
    operator = d.below(REDUCTIONS)
    shape = d.shape()
    low, high = {9: (0.1, 3.0), PRODUCT: (0.8, 1.25)}.get(operator, (-1.2, 1.2))
    x = d.uniform(shape, low, high)
    params = given(d, {0: 0}) if operator == 0 else {0: operator}
    if d.chance(70):
        axes = tuple(axis for axis in range(x.ndim) if d.chance(50))
        axes = tuple(axis - x.ndim if d.chance(30) else axis for axis in axes)
        params |= {1: 0, 3: axes, 5: 1}
    else:
        params |= given(d, {1: 1, 5: d.choice((0, 1))})
    params |= given(d, {2: d.choice((0.5, 2.0, -1.5)), 4: d.choice((1, 0))}, 50)
    return LayerCase(layer, (x,), params, tolerance=ARITHMETIC if operator in EXACT else None)
