"""Order inputs that a caller gives by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import numpy as np

from ..errors import ArrayShapeError, ArrayTypeError
from ..suggestions import did_you_mean
from .tensors import blobs_only


def arrays_in_order(
    arrays: object, names: Sequence[str], absent: Mapping[str, np.ndarray]
) -> list[np.ndarray]:
    """
    Return arrays in the order of names; `absent` ones may be missing. Raises: ArrayTypeError,
    ArrayShapeError.
    """
    if not isinstance(arrays, Mapping):
        kind = type(arrays).__name__
        hint = f"model(array), or model.run({{{names[0]!r}: array}})" if names else "model()"
        raise ArrayTypeError(f"run() takes arrays by name in a dict, not {kind}; hint: {hint}")
    if not all(isinstance(name, str) for name in cast("Mapping[object, object]", arrays)):
        raise ArrayTypeError("run() takes arrays by name, and names are text")
    blobs = {**absent, **blobs_only(cast("Mapping[str, np.ndarray]", arrays))}  # checked
    if set(names) != set(blobs):
        raise wrong_inputs(names, sorted(blobs))
    return [blobs[name] for name in names]


def wrong_inputs(names: Sequence[str], given: Sequence[str]) -> ArrayShapeError:
    """Return the error for missing or unknown inputs."""
    unknown = next((name for name in given if name not in names), "")
    guess = did_you_mean(unknown, names) if unknown else ""
    listed = f"the model's inputs are {', '.join(names)}; given: {', '.join(given) or 'none'}"
    return ArrayShapeError(f"{listed}; hint: {guess}" if guess else listed)
