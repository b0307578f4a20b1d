"""Choose the scales of an int8 layer: the factors of its weights and its input."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...dialects.int8_rounding import LARGEST_INT8, SMALLEST_SCALED
from .histogram import Histogram
from .layers import QuantizableLayer
from .methods import METHODS


@dataclass(frozen=True)
class LayerScales:
    """The scales of one layer; `weight` has one for each output channel, or group."""

    weight: np.ndarray
    input: np.float32


ScalesByLayer = Mapping[str, LayerScales]
"""Scales by the name of the layer; missing layers stay float32."""


def scale_of(threshold: float) -> np.float32 | None:
    """Return the scale that maps a magnitude to 127; None if there is none."""
    return np.float32(LARGEST_INT8 / threshold) if threshold >= SMALLEST_SCALED else None


def input_scales(histograms: Mapping[str, Histogram], method: str) -> dict[str, np.float32 | None]:
    """Return the scale of every blob by name; None for a blob of zeros."""
    choose = METHODS[method]
    return {
        blob: scale_of(choose(histogram)) if histogram.total else None
        for blob, histogram in histograms.items()
    }


LARGEST_FOR_WINOGRAD = 31.0
"""ncnn2table's limit of weights where ncnn may compute a layer by Winograd."""
LARGEST_WINOGRAD_SUM = 2**31 // 24**2
"""Of products of integers: ncnn sums 24^2 as much in 32 bits."""


def layer_scales(layer: QuantizableLayer, scale: np.float32, small_winograd: bool) -> LayerScales:
    """
    Return the scales of a layer, chosen as ncnn2table does for `small_winograd`. Raises:
    ModelError.
    """
    is_small = small_winograd and layer.may_be_winograd
    return LayerScales(
        layer.weight_scales(LARGEST_FOR_WINOGRAD if is_small else LARGEST_INT8), scale
    )


def may_overflow(layer: QuantizableLayer, scales: LayerScales, largest: np.ndarray) -> bool:
    """Return whether ncnn's Winograd may overflow at these magnitudes before activation."""
    if not layer.may_be_winograd:
        return False
    return bool((largest * scales.weight * scales.input).max() > LARGEST_WINOGRAD_SUM)
