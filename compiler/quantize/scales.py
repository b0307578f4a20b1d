"""The scales of an int8 layer: what its weights and its input are multiplied by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...dialects.properties import LARGEST_INT8, SMALLEST_SCALED
from .histogram import Histogram
from .layers import Int8Layer
from .methods import METHODS


@dataclass(frozen=True)
class LayerScales:
    """
    The scales of one layer.

    Shapes: `weight` has one element for every output channel; of ConvolutionDepthWise, every group.
    """

    weight: np.ndarray
    input: np.float32


Scales = Mapping[str, LayerScales]
"""By the name of the layer; one that is missing stays float32."""


def scale_of(threshold: float) -> np.float32 | None:
    """What makes of a magnitude 127; None if there is none."""
    return np.float32(LARGEST_INT8 / threshold) if threshold >= SMALLEST_SCALED else None


def input_scales(histograms: Mapping[str, Histogram], method: str) -> dict[str, np.float32 | None]:
    """The scale of every blob by name; None for a blob of zeros."""
    choose = METHODS[method]
    return {blob: scale_of(choose(histogram)) for blob, histogram in histograms.items()}


def layer_scales(layer: Int8Layer, scale: np.float32) -> LayerScales:
    """The scales of a layer whose input has this one. Raises: as `Int8Layer.weight_scales`."""
    return LayerScales(layer.weight_scales(), scale)
