"""Convolutions and deconvolutions of one to three spatial axes, dense and by group."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from ...network import Value
from ..case import GENERATORS, LayerCase, raw, tagged
from ..draws import Draws, Shape, Unsuitable
from ..tolerance import SUM, sum_of_products
from .matrices import ONE_STEP, ROUNDED_INPUT, input_scale, int8_weights
from .parts import SAME_LOWER, SAME_UPPER, activation, given

KERNEL, DILATION, STRIDE = (1, 11, 21), (2, 12, 22), (3, 13, 23)
"""Ids for width, height, depth."""
PADS = ((4, 15), (14, 16), (24, 17))
OUTPUT_PADS, OUTPUT_SIZES = (18, 19, 20), {1: (20,), 2: (20, 21), 3: (25, 26, 27)}
DYNAMIC_CONVOLUTION, DYNAMIC_DECONVOLUTION = 19, 28
"""Ids; the weights of the latter have the input's channels outermost."""
MOST_WEIGHTS = 6000
WITH_INT8 = ("Convolution", "ConvolutionDepthWise")
CHANNELS = (1, 2, 3, 4, 5, 7, 8, 13, 16, 17)


@dataclass(frozen=True)
class Window:
    """Kernel, dilation and stride of each axis, innermost first."""

    kernel: tuple[int, ...]
    dilation: tuple[int, ...]
    stride: tuple[int, ...]

    @property
    def reach(self) -> tuple[int, ...]:
        """Elements that a window covers."""
        pairs = zip(self.kernel, self.dilation, strict=True)
        return tuple((k - 1) * dilation + 1 for k, dilation in pairs)

    def params(self, d: Draws) -> dict[int, Value]:
        """As parameters; of an axis that is like the innermost one they may be left out."""
        params: dict[int, Value] = {}
        for ids, numbers in (
            (KERNEL, self.kernel),
            (DILATION, self.dilation),
            (STRIDE, self.stride),
        ):
            first = numbers[0]
            if ids == KERNEL or first != 1 or d.chance(50):
                params[ids[0]] = first
            for id, number in zip(ids[1:], numbers[1:], strict=False):
                if number != first or d.chance(30):
                    params[id] = number
        return params


def window(d: Draws, axes: int, most: int = 5) -> Window:
    """The same along all axes, or another one along each."""

    def numbers(options: tuple[int, ...], each: int) -> tuple[int, ...]:
        if d.chance(each):
            return tuple(d.choice(options) for _ in range(axes))
        return (d.choice(options),) * axes

    kernel = numbers(tuple(k for k in (1, 3, 2, 4, 5, 7) if k <= most), 30)
    return Window(kernel, numbers((1, 1, 1, 2, 3), 15), numbers((1, 1, 2, 3), 20))


def pads(d: Draws, w: Window) -> tuple[dict[int, Value], list[int]]:
    """Parameters, and what they add to each axis, innermost first."""
    axes = len(w.kernel)
    kind = d.choice(("none", "same on all sides", "each", "upper", "lower"))
    if kind == "none":
        return {}, [0] * axes
    if kind == "same on all sides":
        pad = d.integer(1, max(1, w.reach[0] // 2))
        return {4: pad}, [2 * pad] * axes
    if kind == "each":
        found: dict[int, Value] = {}
        added: list[int] = []
        for before, after in PADS[:axes]:
            amounts = d.integer(0, 2), d.integer(0, 2)
            found |= {before: amounts[0], after: amounts[1]}
            added.append(sum(amounts))
        return found, added
    # ncnn computes what SAME adds, which may be less than nothing, from the kernel and the stride.
    if any(reach < stride for reach, stride in zip(w.reach, w.stride, strict=True)):
        raise Unsuitable
    code = SAME_UPPER if kind == "upper" else SAME_LOWER
    return {4: code}, [reach - 1 for reach in w.reach]


def input_shape(d: Draws, channels: int, w: Window, added: list[int], cells: int) -> Shape:
    """Extents that a window fits into, with the padding."""
    cells //= channels
    extents: list[int] = []
    for reach, more in zip(w.reach, added, strict=True):
        least = max(1, reach - more)
        # ncnn gathers dilated windows into images, of which none may be empty.
        extent = max(d.extent(max(1, min(17, cells))), least)
        extents.append(extent)
        cells = max(1, cells // extent)
    return (channels, *reversed(extents))


def axes_of(layer: str) -> int:
    """Spatial axes, by the name of the type."""
    return {"1D": 1, "3D": 3}.get(layer[-2:], 2)


def groups(d: Draws, layer: str) -> tuple[int, int, int]:
    """Input channels, output channels and groups: mostly one group for each channel."""
    if "DepthWise" not in layer:
        return d.choice(CHANNELS), d.choice(CHANNELS), 1
    if d.chance(60):
        channels = d.choice(CHANNELS)
        return channels, channels, channels
    group = d.choice((1, 2, 3, 4, 5, 8))
    return group * d.choice((1, 2, 3, 4, 8)), group * d.choice((1, 2, 3, 4, 8)), group


@GENERATORS.add(
    SUM,
    "Convolution",
    "Convolution1D",
    "Convolution3D",
    "ConvolutionDepthWise",
    "ConvolutionDepthWise1D",
    "ConvolutionDepthWise3D",
)
def convolution(d: Draws, layer: str) -> LayerCase:
    """Windows of any kind, paddings, activations; weights stored in any way, or from blobs."""
    axes, (inputs, outputs, group) = axes_of(layer), groups(d, layer)
    w = window(d, axes, 7 if axes == 1 else 5 if axes == 2 else 3)
    padding, added = pads(d, w)
    channels, *size = input_shape(d, inputs, w, added, 1200)
    # Layers of images read the first one of a volume.
    depth = (d.integer(1, 3),) if axes == 2 and d.chance(10) else ()
    x = d.uniform((channels, *depth, *size))
    shape = (outputs, inputs // group, *reversed(w.kernel))
    if math.prod(shape) > MOST_WEIGHTS:
        raise Unsuitable
    params = {0: outputs, **w.params(d), **padding, **activation(d)}
    if padding:
        params |= given(d, {18: d.choice((0.5, -1.0))}, 25)
    if "DepthWise" in layer:
        params |= {7: group} if group > 1 else given(d, {7: 1})
    if layer in WITH_INT8 and d.chance(20):
        return quantized(d, layer, x, shape, params)
    dynamic = axes < 3 and d.chance(15)
    return with_weights(d, layer, x, shape, params, DYNAMIC_CONVOLUTION if dynamic else None)


def quantized(
    d: Draws, layer: str, x: np.ndarray, shape: Shape, params: dict[int, Value]
) -> LayerCase:
    """Weights of 8 bits, by their scales; the result may be of 8 bits, too."""
    rows = shape[0] if layer == "Convolution" else int(str(params.get(7, 1)))
    term = d.choice((1, 2, 101, 102))
    if term % 100 == 2 and layer == "ConvolutionDepthWise":
        rows = 1
    biased = d.chance(60)
    bias = (raw(d.uniform(shape[:1])),) if biased else ()
    weight = d.uniform(shape) / np.float32(math.sqrt(math.prod(shape[1:])))
    weights = (*int8_weights(d, weight, rows, bias), input_scale(x))
    params = {**params, 6: weight.size, 8: term, **({5: 1} if biased else given(d, {5: 0}))}
    params.pop(18, None)  # of the input in 8 bits, which the wheel pads in several ways
    if term > 100:
        weights = (*weights, raw(d.uniform((1,), 30, 60)))
    tolerance = ONE_STEP if term > 100 else ROUNDED_INPUT
    return LayerCase(layer, (x,), params, weights, tolerance=tolerance)


def with_weights(
    d: Draws, layer: str, x: np.ndarray, shape: Shape, params: dict[int, Value], dynamic: int | None
) -> LayerCase:
    """The case with such weights, from the file or, if there is an id for that, from blobs."""
    biased = d.chance(60)
    params = {**params, **({5: 1} if biased else given(d, {5: 0}))}
    weight = d.uniform(shape) / np.float32(math.sqrt(math.prod(shape[1:])))
    bias = (d.uniform(shape[:1]),) if biased else ()
    if dynamic is not None:
        if dynamic == DYNAMIC_DECONVOLUTION:
            weight = weight.reshape((x.shape[0], shape[0] * shape[1] // x.shape[0], *shape[2:]))
        known_from_blob = (0, 1, 11) if d.chance(50) else ()
        params = {id: value for id, value in params.items() if id not in known_from_blob}
        params |= {dynamic: 1} | given(d, {6: 0})
        return LayerCase(layer, (x, weight, *bias), params)
    params[6] = math.prod(shape)
    return LayerCase(layer, (x,), params, (tagged(d, weight), *map(raw, bias)))


@GENERATORS.add(
    SUM,
    "Deconvolution",
    "Deconvolution1D",
    "Deconvolution3D",
    "DeconvolutionDepthWise",
    "DeconvolutionDepthWise1D",
    "DeconvolutionDepthWise3D",
)
def deconvolution(d: Draws, layer: str) -> LayerCase:
    """Windows of any kind; the result is cut by pads, or to a size."""
    axes, (inputs, outputs, group) = axes_of(layer), groups(d, layer)
    w = window(d, axes, 5 if axes < 3 else 3)
    cells = {1: 300, 2: 300, 3: 120}[axes] // inputs
    extents: list[int] = []
    for _ in range(axes):
        extents.append(d.extent(max(1, min(13, cells))))
        cells //= extents[-1]
    x = d.uniform((inputs, *reversed(extents)))
    shape = (outputs, inputs // group, *reversed(w.kernel))
    if math.prod(shape) > MOST_WEIGHTS:
        raise Unsuitable
    params = {0: outputs, **w.params(d), **cutting(d, w, extents), **activation(d)}
    if "DepthWise" in layer:
        params |= {7: group} if group > 1 else given(d, {7: 1})
    dynamic = axes < 3 and d.chance(15)
    case = with_weights(d, layer, x, shape, params, DYNAMIC_DECONVOLUTION if dynamic else None)
    weight = case.inputs[1] if dynamic else case.weights[0].array
    largest = float(np.abs(x).max() * np.abs(weight).max())
    return replace(case, tolerance=sum_of_products(math.prod(shape[1:]), largest))


def cutting(d: Draws, w: Window, extents: list[int]) -> dict[int, Value]:
    """Pads, more at the ends, or SAME and the size."""
    axes = len(extents)
    params: dict[int, Value] = {}
    extra = [d.choice((0, 0, 1, 2)) if d.chance(40) else 0 for _ in range(axes)]
    for id, number in zip(OUTPUT_PADS, extra, strict=False):
        if number or d.chance(30):
            params[id] = number
    # What is left out is as the innermost one, or nothing.
    if axes > 1 and OUTPUT_PADS[0] in params:
        for id, number in zip(OUTPUT_PADS[1:axes], extra[1:], strict=True):
            params[id] = number
    triples = zip(extents, w.reach, w.stride, extra, strict=True)
    full = [(n - 1) * stride + reach + more for n, reach, stride, more in triples]
    kind = d.choice(("none", "pads", "all", "upper", "lower"))
    if kind == "pads":
        for (before, after), extent in zip(PADS, full, strict=False):
            first = d.integer(0, min(2, extent - 1))
            params |= {before: first, after: d.integer(0, min(2, extent - 1 - first))}
    elif kind == "all" and min(full) > 2:
        params[4] = 1
    elif kind in ("upper", "lower"):
        params[4] = SAME_UPPER if kind == "upper" else SAME_LOWER
        for id, extent in zip(OUTPUT_SIZES[axes], full, strict=True):
            params[id] = d.integer(max(1, extent - 3), extent)
    return params
