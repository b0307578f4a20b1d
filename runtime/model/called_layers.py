"""Describe and call the custom layers of a compiled model."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ..errors import ArrayShapeError, ArrayTypeError, mark_origin
from .tensors import TensorSpec

if TYPE_CHECKING:
    from ...dialects.custom_layers import LayerParams


@dataclass(frozen=True)
class CallBack:
    """A layer computed by a call-back; its number is its index among all call-backs."""

    type: str
    layer: str
    """Name of the layer."""
    params: str
    """Parameters by id, as JSON."""
    inputs: tuple[TensorSpec, ...]
    """The input blobs, then the stored arrays."""
    outputs: tuple[TensorSpec, ...]

    @classmethod
    def of(
        cls,
        type: str,
        layer: str,
        params: LayerParams,
        inputs: Iterable[TensorSpec],
        outputs: Iterable[TensorSpec],
    ) -> CallBack:
        return cls(type, layer, json.dumps(dict(params)), tuple(inputs), tuple(outputs))

    def user_params(self) -> LayerParams:
        """Return the parameters as a user's function receives them."""
        from ...dialects.custom_layers import frozen_params

        described = cast("dict[str, Any]", json.loads(self.params))  # an object
        return frozen_params({int(id): value for id, value in described.items()})

    def __str__(self) -> str:
        return f"layer '{self.layer}' ({self.type})"


Reference = Callable[..., Any]
"""A user's function: maps parameters and arrays to one or several arrays."""


def computed(
    reference: Reference,
    params: LayerParams,
    arrays: Sequence[np.ndarray],
    call: CallBack,
    shapes: Sequence[tuple[int, ...]],
) -> list[np.ndarray]:
    """
    Return a custom function's results, checked against `shapes`. Raises: its error, or
    ArrayTypeError, ArrayShapeError.
    """
    try:
        returned: object = reference(params, *arrays)
    except BaseException as error:
        mark_origin(error, str(call))
        raise
    several = isinstance(returned, (list, tuple))
    results = list(cast("Sequence[object]", returned)) if several else [returned]  # a caller's
    if len(results) != len(call.outputs):
        counts = f"returned {len(results)} arrays, it has {len(call.outputs)} outputs"
        raise ArrayShapeError(f"{call}: its function {counts}")
    return [
        checked_result(call, spec.dtype, shape, result)
        for spec, shape, result in zip(call.outputs, shapes, results, strict=True)
    ]


def checked_result(
    call: CallBack, dtype: str, shape: tuple[int, ...], result: object
) -> np.ndarray:
    """Return `result` if it is an array of this shape and type. Raises: as `computed`."""
    what = f"{call}: its function returned"
    if not isinstance(result, np.ndarray):
        raise ArrayTypeError(f"{what} {type(result).__name__}, not an array")
    array = cast("np.ndarray", result)  # a caller's
    if array.dtype != dtype:
        hint = f"hint: use .astype(np.{dtype})"
        raise ArrayTypeError(f"{what} {array.dtype}, not {dtype}; {hint}")
    if array.shape != shape:
        raise ArrayShapeError(f"{what} shape {array.shape}, its shape rule gives {shape}")
    return array
