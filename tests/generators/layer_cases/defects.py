"""Defects of the wheel: cases of which its results mean nothing, though it gives some."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .case import LayerCase, Storage, Weight


@dataclass(frozen=True)
class Defect:
    """What the wheel does wrong to the cases of a layer that the predicate tells."""

    layers: tuple[str, ...]
    text: str
    has: Callable[[LayerCase], bool]
    example: Callable[[], LayerCase] | None = None
    """A case that shows it."""


def has_large_dilation(case: LayerCase) -> bool:
    """Whether the output of a dilated convolution is smaller than the dilation."""
    kernel, dilation, stride = (case.param(id, 1) for id in (1, 2, 3))
    if case.params.get(19):
        kernel = case.inputs[1].shape[-1]
    square = case.param(11, kernel) == kernel and case.param(12, dilation) == dilation
    if dilation == 1 or stride != 1 or case.param(13, stride) != 1 or not square:
        return False
    reach, left, top = (kernel - 1) * dilation + 1, case.param(4), case.param(14, case.param(4))
    pads = left + case.param(15, left), top + case.param(16, top)
    if left < 0:
        pads = (reach - 1,) * 2
    extents = zip(case.inputs[0].shape[:-3:-1], pads, strict=True)
    return any(extent + pad - reach + 1 < dilation for extent, pad in extents)


def dilated_convolution() -> LayerCase:
    """A kernel of 3 with dilation 2 that fits in once."""
    x = np.ones((16, 5, 5), np.float32)
    weight = Weight(np.ones((16, 16, 3, 3), np.float32), Storage.FLOAT32)
    return LayerCase("Convolution", (x,), {0: 16, 1: 3, 2: 2, 6: weight.array.size}, (weight,))


def finds_nothing(case: LayerCase) -> bool:
    """Whether no box of a YoloDetectionOutput has the confidence that is asked for."""
    classes, boxes, threshold = case.param(0, 20), case.param(1, 5), case.params.get(2, 0.01)
    x = case.inputs[0].reshape(boxes, 5 + classes, -1).astype(np.float64)
    powers = np.exp(x[:, 5:])
    scores = powers.max(axis=1) / powers.sum(axis=1) / (1 + np.exp(-x[:, 4]))
    return bool(scores.max() < float(str(threshold)))


def yolo_of_nothing() -> LayerCase:
    """Objectness near 0."""
    x = np.full((6, 2, 2), -9, np.float32)
    return LayerCase("YoloDetectionOutput", (x,), {0: 1, 1: 1, 2: 0.5, 4: (1.0, 1.4)})


DEFECTS: tuple[Defect, ...] = (
    Defect(
        ("Convolution", "ConvolutionDepthWise"),
        "crashes if the output of a dilated convolution is smaller than the dilation",
        has_large_dilation,
        dilated_convolution,
    ),
    Defect(
        ("YoloDetectionOutput",),
        "works in place: where nothing is detected the result is its input, not an empty blob",
        finds_nothing,
        yolo_of_nothing,
    ),
)


def known_defect(case: LayerCase) -> Defect | None:
    """The defect that a case meets."""
    found = (defect for defect in DEFECTS if case.layer in defect.layers and defect.has(case))
    return next(found, None)
