"""Measure how much outputs change when the last bit of the inputs changes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .relative_error import Arrays, output_errors

NUDGE = 2.0**-23
"""Relative change of an element, up or down: one or two units in the last place of float32."""
NUDGES = 2
"""Number of runs on changed inputs, each with different signs."""


def sensitivities(run: Callable[[Arrays], Arrays], inputs: Arrays) -> dict[str, float] | None:
    """Return the largest error of each output for changed inputs; None without float inputs."""
    if not any(np.issubdtype(array.dtype, np.floating) for array in inputs.values()):
        return None
    expected = dict(run(inputs))
    largest = dict.fromkeys(expected, 0.0)
    for seed in range(NUDGES):
        for name, error in output_errors(expected, run(nudged(inputs, seed))).items():
            largest[name] = max(largest[name], error)
    return largest


def nudged(inputs: Arrays, seed: int) -> dict[str, np.ndarray]:
    """Return inputs with each float element times `1 + NUDGE` or `1 - NUDGE`."""
    dice = np.random.default_rng(seed)
    moved: dict[str, np.ndarray] = {}
    for name, array in inputs.items():
        if np.issubdtype(array.dtype, np.floating):
            factors = 1 + NUDGE * dice.choice((-1.0, 1.0), array.shape)
            array = (array.astype(np.float64) * factors).astype(array.dtype)
        moved[name] = array
    return moved
