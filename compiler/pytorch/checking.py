"""Compare the results of a compiled model with those of the module."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..analysis.relative_error import LEAST_SCALE, relative_error
from ..diagnostics import ModelError
from ..options.choices import Precision

FAR_OFF = {Precision.FP32.value: 1e-3}
ROUNDED_FAR_OFF = 0.1
"""The limit of models that round. Both are parts of the largest magnitude of an output."""


class OutputDifference(NamedTuple):
    """The largest difference of an output."""

    output: int
    largest: float
    magnitude: float
    """The magnitude of the output's largest number."""

    @property
    def relative(self) -> float:
        return self.largest / self.magnitude if self.magnitude else self.largest

    def __str__(self) -> str:
        return f"{self.largest:.1e} of {self.magnitude:.1e} (output {self.output})"


def differences(
    wanted: Sequence[np.ndarray], computed: Sequence[np.ndarray]
) -> list[OutputDifference]:
    """Return the largest difference of each output; those of other sizes are infinitely far off."""
    found: list[OutputDifference] = []
    for place, (right, ours) in enumerate(zip(wanted, computed, strict=True)):
        expected = right.astype(np.float64).ravel()
        magnitude = float(np.abs(expected[np.isfinite(expected)]).max(initial=0))
        error = relative_error(ours.astype(np.float64).ravel(), expected)
        found.append(OutputDifference(place, error * max(magnitude, LEAST_SCALE), magnitude))
    return found


def check_differences(
    found: Sequence[OutputDifference], name: str, precision: str
) -> OutputDifference:
    """Return the largest difference. Raises: ModelError if it is more than rounding explains."""
    worst = max(found, key=lambda each: each.relative)
    if not worst.relative <= FAR_OFF.get(precision, ROUNDED_FAR_OFF):
        hint = (
            "a trace keeps what depends on the values or the shapes of the examples; "
            "check=False (--no-check) leaves this out; ncnnc.optimize writes the layers"
        )
        raise ModelError(f"differs from the module by {worst}", file=name, hint=hint)
    return worst
