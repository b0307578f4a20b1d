"""
Tells decisions that hang on last bits from wrong ones.

A layer that suppresses overlaps compares scores and areas, which two right ways to compute may
round differently: boxes change places, or another one of two is kept. Such a case is no measure.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator

import numpy as np

from .case import LayerCase, Make
from .tolerance import Arrays

NUDGE = 2e-6
"""Relative to a value: some units in the last place."""
NUDGES = 8
YOLO_SCORES = {"YoloDetectionOutput": False, "Yolov3DetectionOutput": True}
"""Layers that compute scores, and whether they do so as version 3."""

DECIDING: set[Make] = set()
"""Generators of cases whose results are decisions."""


def decides(make: Make) -> Make:
    """Mark the function: results of its cases are decisions."""
    DECIDING.add(make)
    return make


def is_sensitive(case: LayerCase, run: Callable[[LayerCase], Arrays | None]) -> bool:
    """
    Decide if last bits decide: two scores are nearly equal, or nudged inputs find other rows.

    `run` computes a case by the oracle, and may fail (None).
    """
    if case.layer in YOLO_SCORES and has_near_scores(case, YOLO_SCORES[case.layer]):
        return True
    found = run(case)
    return found is not None and any(
        other is not None and differs(found, other) for other in map(run, nudged(case))
    )


def nudged(case: LayerCase) -> Iterator[LayerCase]:
    """The case with other inputs, in which values that were equal are still equal."""
    for seed in range(NUDGES):
        inputs = tuple(nudged_array(array, seed) for array in case.inputs)
        yield dataclasses.replace(case, inputs=inputs)


def nudged_array(array: np.ndarray, seed: int) -> np.ndarray:
    """The array, each value times `1 + NUDGE * s` with an s in -1..1 that hangs on the value."""
    bits = array.astype(np.float32).view(np.uint32).astype(np.uint64)
    mixed = (bits + np.uint64(seed)) * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(40)
    with np.errstate(invalid="ignore"):
        moved = array * (1 + NUDGE * (mixed.astype(np.float64) / 2**23 - 1))
    return moved.astype(np.float32)


def differs(found: Arrays, other: Arrays) -> bool:
    """Return true if other boxes were found, or in another order."""
    for name, array in found.items():
        if array.shape != other[name].shape:
            return True
        if not np.allclose(array, other[name], 1e-3, 1e-4, equal_nan=True):
            return True
    return False


def has_near_scores(case: LayerCase, is_v3: bool) -> bool:
    """
    Return whether two scores, or one and the threshold, are neither equal nor clearly apart.

    Those of version 2 must be apart: the wheel's softmax of equal inputs differs between vectors
    and what follows them.
    """
    classes, boxes = case.param(0, 20), case.param(1, 5)
    least = float(str(case.params.get(2, 0.01)))
    found: list[np.ndarray] = []
    with np.errstate(all="ignore"):
        for blob in case.inputs:
            fields = blob.reshape(boxes, 5 + classes, -1).astype(np.float64)
            found.append(yolo_scores(fields[:, 4], fields[:, 5:], is_v3).reshape(-1))
    scores = np.concatenate(found)
    scores = np.sort(scores[scores > least * (1 - NUDGE)])
    if (np.abs(scores - least) < NUDGE * least).any():
        return True
    gaps = np.diff(scores)
    near = gaps < NUDGE * scores[1:]
    return bool((near & (gaps > 0)).any() if is_v3 else near.any())


def yolo_scores(objectness: np.ndarray, classes: np.ndarray, is_v3: bool) -> np.ndarray:
    """Scores of boxes in double precision."""
    best = np.nanmax(np.where(np.isnan(classes), -np.inf, classes), axis=1)
    if is_v3:
        return 1 / (1 + np.exp(-objectness) * (1 + np.exp(-best)))
    return 1 / (1 + np.exp(-objectness)) / np.exp(classes - best[:, None]).sum(axis=1)
