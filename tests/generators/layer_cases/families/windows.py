"""Windows as columns, and deformed ones."""

from __future__ import annotations

import math

import numpy as np

from ...network import Value
from ..case import GENERATORS, LayerCase, raw, tagged
from ..draws import Draws, Unsuitable
from ..tolerance import ARITHMETIC, MOVED, SUM
from .convolution import MOST_WEIGHTS, input_shape, pads, window
from .parts import INFINITIES, activation, given, with_specials


@GENERATORS.add(MOVED, "Unfold")
def unfold(d: Draws, layer: str) -> LayerCase:
    """A column for each window."""
    w = window(d, 2, 4)
    padding, added = pads(d, w)
    x = d.uniform(input_shape(d, d.choice((1, 2, 3, 5)), w, added, 400))
    params: dict[int, Value] = {**w.params(d), **padding}
    if padding:
        params |= given(d, {18: d.choice((0.5, -1.0))}, 40)
    return LayerCase(layer, (x,), params)


@GENERATORS.add(ARITHMETIC, "Fold")
def fold(d: Draws, layer: str) -> LayerCase:
    """Windows that overlap, added up."""
    w = window(d, 2, 4)
    channels = d.choice((1, 2, 3, 5))
    counts = [d.choice((1, 2, 3, 5)) for _ in range(2)]
    triples = zip(counts, w.stride, w.reach, strict=True)
    full = [(count - 1) * stride + reach for count, stride, reach in triples]
    params: dict[int, Value] = w.params(d)
    pad = d.integer(0, 2) if min(full) > 4 and d.chance(40) else 0
    if pad:
        params[4] = pad
    params |= {20: full[0] - 2 * pad, 21: full[1] - 2 * pad}
    x = d.uniform((channels * math.prod(w.kernel), math.prod(counts)))
    return LayerCase(layer, (x,), params)


@GENERATORS.add(SUM, "DeformableConv2D")
def deformable(d: Draws, layer: str) -> LayerCase:
    """Taps that are moved, and perhaps masked."""
    inputs, outputs = d.choice((1, 2, 3, 4, 8, 13)), d.choice((1, 2, 3, 4, 8, 16, 17))
    w = window(d, 2, 3)
    padding, added = pads(d, w)
    if -1 in padding or any(isinstance(p, int) and p < 0 for p in padding.values()):
        raise Unsuitable  # ncnn has no SAME here
    shape = (outputs, inputs, *reversed(w.kernel))
    if math.prod(shape) > MOST_WEIGHTS:
        raise Unsuitable
    x = with_specials(d, d.uniform(input_shape(d, inputs, w, added, 500)), INFINITIES)
    pairs = zip(x.shape[:0:-1], added, w.reach, w.stride, strict=True)
    extents = [(n + more - reach) // stride + 1 for n, more, reach, stride in pairs][::-1]
    taps = math.prod(w.kernel)
    blobs = [x, d.uniform((2 * taps, *extents), -2, 2)]
    if d.chance(50):
        blobs.append(d.uniform((taps, *extents), 0, 1))
    biased = d.chance(50)
    # What activations make of a NaN, the sum of two infinities, ncnn does not say.
    activated = activation(d) if np.isfinite(x).all() else {}
    params = {0: outputs, **w.params(d), **padding, **activated, 6: math.prod(shape)}
    params |= {5: 1} if biased else given(d, {5: 0})
    bias = (raw(d.uniform((outputs,))),) if biased else ()
    weight = d.uniform(shape) / math.sqrt(inputs * taps)
    return LayerCase(layer, tuple(blobs), params, (tagged(d, weight), *bias))
