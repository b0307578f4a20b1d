"""Interpolation between elements."""

from __future__ import annotations

import numpy as np

from ...network import Value
from ..case import GENERATORS, LayerCase
from ..draws import Draws
from ..tolerance import Tolerance
from .parts import INFINITIES, given, with_specials

WEIGHTED = Tolerance(
    "weights are differences of coordinates, which have an error of their own",
    relative=2e-5,
    of_largest=2e-5,
    absolute=2e-6,  # where the larger elements are all infinite
)
NEAREST, BILINEAR, BICUBIC = 1, 2, 3


@GENERATORS.add(WEIGHTED, "Interp")
def interp(d: Draws, layer: str) -> LayerCase:
    """By factors, to a size, an expression, or the size of another blob."""
    x = d.uniform(d.shape(3, 2, 1, cells=600))
    kind = d.choice((NEAREST, BILINEAR, BICUBIC))
    params: dict[int, Value] = {0: kind, **given(d, {6: d.choice((0, 1))}, 50)}
    height, width = d.choice((1, 2, 3, 5, 8, 13, 17)), d.choice((1, 2, 4, 7, 9, 16, 17))
    form = d.choice(("size", "factors", "like", "expression"))
    if x.ndim == 1 or form == "size":
        return LayerCase(layer, (x,), {**params, 3: height, 4: width})
    if form == "factors":
        factors = (1.0, 2.0, 0.5, 1.5, 3.0, 0.75)
        params |= {1: d.choice(factors), 2: d.choice(factors)}
        small = x.shape[-1] * float(str(params[2])) < 1
        low = x.ndim == 3 and x.shape[-2] * float(str(params[1])) < 1
        return LayerCase(layer, (x,), {**params, 1: 2.0, 2: 2.0} if small or low else params)
    if form == "like":
        other = (width,) if x.ndim == 2 else (height, width)
        return LayerCase(layer, (x, d.uniform((x.shape[0], *other))), {**params, 5: 1})
    width_text = d.choice((str(width), "*(0w,2)", "+(0w,3)"))
    height_text = d.choice((str(height), "*(0h,2)", "+(0h,1)"))
    return LayerCase(
        layer, (x,), {**params, 9: width_text if x.ndim == 2 else f"{width_text},{height_text}"}
    )


@GENERATORS.add(WEIGHTED, "GridSample")
def grid_sample(d: Draws, layer: str) -> LayerCase:
    """Planes and volumes, points inside and outside."""
    x = with_specials(d, d.uniform(d.shape(3, 4, cells=600)), INFINITIES)
    kind = d.choice((BILINEAR - 1, 2, 3)) if x.ndim == 3 else d.choice((1, 2))
    axes = x.ndim - 1
    extents = tuple(d.choice((1, 2, 3, 5, 8, 9)) for _ in range(axes))
    # Steps such that no point is where a nearest element jumps.
    grid = d.integers((*extents, axes), -40, 40).astype(np.float32) / 32 + np.float32(0.003)
    planar = d.chance(40)
    grid = np.moveaxis(grid, -1, 0) if planar else grid
    params = {0: kind} if kind != 1 else given(d, {0: 1})
    params |= given(d, {1: d.choice((1, 2, 3)), 2: d.choice((0, 1))}, 80)
    params |= {3: 1} if planar else given(d, {3: 0})
    return LayerCase(layer, (x, np.ascontiguousarray(grid)), params)
