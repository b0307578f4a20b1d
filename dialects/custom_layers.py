"""
Custom layers of users: types that ncnn does not have, by name.

The dialect reads shapes and weights from here, the runtime the functions that compute layers, so
nothing heavy is imported. `compiler/layer_registration.py` is the users' interface.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

LayerParam = int | float | str | tuple[int | float, ...]
LayerParams = Mapping[int, LayerParam]
"""The parameters of a layer by id, as in its file, without defaults."""


@dataclass(frozen=True)
class LayerWeight:
    """
    One array that a layer stores in the `.bin`; a layer's arrays are stored in its order.

    `shape(params)` is its shape, outermost extent first. ncnn reads a tagged array with
    `ModelBin::load(n, 0)`: a storage tag precedes it, and it may be float16. Any other array is
    plain float32, `ModelBin::load(n, 1)`.
    """

    name: str
    shape: Callable[[LayerParams], Sequence[int]]
    tagged: bool = False


@dataclass(frozen=True)
class CustomLayer:
    """The user's definition of a layer type; see `ncnnc.register_layer`."""

    type: str
    shape: Callable[..., Any]
    reference: Callable[..., Any]
    weights: tuple[LayerWeight, ...] = ()
    lowering: Callable[..., Any] | None = None


_layers: dict[str, CustomLayer] = {}
_kept: ContextVar[Mapping[str, CustomLayer] | None] = ContextVar("kept layers", default=None)


def registered_layers() -> Mapping[str, CustomLayer]:
    """Return all layers that are registered, by type, as they are now."""
    kept = _kept.get()
    return dict(_layers) if kept is None else kept


def registered_layer(type: str) -> CustomLayer | None:
    kept = _kept.get()
    return (_layers if kept is None else kept).get(type)


@contextmanager
def keeping_layers(layers: Mapping[str, CustomLayer] | None) -> Generator[None]:
    """Replace the registered layers inside the block, on this thread; None changes nothing."""
    token = _kept.set(layers)
    try:
        yield
    finally:
        _kept.reset(token)


def add_layer(layer: CustomLayer) -> CustomLayer:
    """Register a layer, unless its type is registered; return the registered one."""
    return _layers.setdefault(layer.type, layer)


def remove_layer(type: str) -> bool:
    """Remove a layer; return whether it was registered."""
    return _layers.pop(type, None) is not None


def frozen_params(params: Mapping[int, LayerParam | Sequence[float]]) -> LayerParams:
    """Return the parameters for functions of users: read-only, arrays as tuples."""
    return MappingProxyType(
        {id: v if isinstance(v, int | float | str) else tuple(v) for id, v in params.items()}
    )


def described_failure(error: BaseException) -> str:
    """Describe an exception of a user's function, for the end of a one-line error."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text[:200]}" if text else type(error).__name__
