"""Register layers that users define."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, cast, overload

from ..dialects.custom_layers import CustomLayer, LayerWeight, add_layer, remove_layer
from ..runtime.errors import ArgumentError, ArgumentTypeError, shortened
from .format.layer_types import LAYER_TYPES

TYPE_NAME = re.compile(r"[A-Za-z_][\w.:\-]{0,254}", re.ASCII)
LayerFunction = Callable[..., Any]


@overload
def register_layer(
    type: str,
    *,
    shape: LayerFunction,
    reference: LayerFunction,
    weights: Sequence[LayerWeight] = (),
    lowering: LayerFunction | None = None,
) -> CustomLayer: ...
@overload
def register_layer(
    type: str,
    *,
    shape: LayerFunction,
    weights: Sequence[LayerWeight] = (),
    lowering: LayerFunction | None = None,
) -> Callable[[LayerFunction], LayerFunction]: ...
def register_layer(
    type: str,
    *,
    shape: LayerFunction,
    reference: LayerFunction | None = None,
    weights: Sequence[LayerWeight] = (),
    lowering: LayerFunction | None = None,
) -> CustomLayer | Callable[[LayerFunction], LayerFunction]:
    """
    Register a layer type that ncnn does not have. Its functions receive the layer's parameters by
    id, as in the file: integers, floats, texts, arrays as tuples.

    `shape(params, *input_shapes)` gives the shape of the output, or a list of shapes.
    `reference(params, *arrays)` computes the layer: it receives the inputs and the stored arrays,
    all float32, read-only, and valid until it returns. It returns a float32 array, or a list or
    tuple with one for each output. It must be pure: it is not called if its results are unused.
    `weights` describes the stored arrays. `lowering(builder, params, inputs, weights)` builds the
    layer from ncnn's layers, see `CustomLayerBuilder`; it returns the outputs, or None to decline,
    so that the reference is called.

    Without `reference`, this decorates that function. Registering the same again is allowed.

    Raises: ArgumentError for a type of ncnn's, one registered differently, or an invalid name;
    ArgumentTypeError for a value that is not a function.
    """
    check_name(type)
    check_functions(shape=shape, reference=reference, lowering=lowering)

    def register(function: LayerFunction) -> CustomLayer:
        check_functions(reference=function)
        layer = CustomLayer(type, shape, function, checked_weights(weights), lowering)
        if add_layer(layer) != layer:
            hint = f"ncnnc.unregister_layer({type!r}) first"
            raise ArgumentError(f"layer type '{type}' is registered already; hint: {hint}")
        return layer

    def decorate(function: LayerFunction) -> LayerFunction:
        register(function)
        return function

    return decorate if reference is None else register(reference)


def unregister_layer(type: str) -> None:
    """Forget a layer type; loaded models keep its functions. Raises: ArgumentError if unknown."""
    # Callers may be untyped.
    if not isinstance(cast("object", type), str) or not remove_layer(type):  # untyped caller
        raise ArgumentError(f"layer type {shortened(repr(type))} is not registered")


def check_name(type: object) -> None:
    """Raises: ArgumentError or ArgumentTypeError for an invalid name of a layer type."""
    if not isinstance(type, str):
        raise ArgumentTypeError(f"a layer type is a str, not {type.__class__.__name__}")
    if TYPE_NAME.fullmatch(type) is None:
        raise ArgumentError(f"{shortened(repr(type))} cannot be the name of a layer type")
    if type in LAYER_TYPES:
        raise ArgumentError(f"layer type '{type}' is ncnn's; hint: choose another name")


def check_functions(**functions: object) -> None:
    """Raises: ArgumentTypeError for a value that is neither a function nor None."""
    for name, function in functions.items():
        if function is not None and not callable(function):
            raise ArgumentTypeError(f"{name} must be a function, not {type(function).__name__}")


def checked_weights(weights: object) -> tuple[LayerWeight, ...]:
    """Raises: ArgumentTypeError or ArgumentError for an invalid description of stored arrays."""
    given: list[LayerWeight] = []
    for weight in weights if isinstance(weights, Sequence) else (weights,):
        if not isinstance(weight, LayerWeight):
            kind = type(weight).__name__
            raise ArgumentTypeError(f"weights must be of ncnnc.LayerWeight, not {kind}")
        check_functions(shape=weight.shape)
        given.append(weight)
    names = [weight.name for weight in given]
    if len(set(names)) < len(names):
        raise ArgumentError(f"two of the weights have one name: {', '.join(names)}")
    return tuple(given)
