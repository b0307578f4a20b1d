"""The activation fused into a layer of products: parameters, property, range."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DenseArrayBase, f32
from xdsl.ir import Attribute

from ..attributes import ACTIVATION_CODES, ACTIVATION_PARAMETERS, Activation, ActivationAttr
from ..errors import InvalidLayerError
from ..layer import Param, Params
from ..param_values import int_param, numbers_of
from ..rules.value_range import ANY, POSITIVE, UNIT, Range

NO_FLOATS = DenseArrayBase.from_list(f32, [])
NO_ACTIVATION = ActivationAttr(Activation.NONE)

ACTIVATION_PARAMS = (
    Param(9, "activation_type", "int", 0),
    Param(10, "activation_params", "floats", []),
)


def activation_properties(params: Params) -> dict[str, Attribute]:
    """Return the activation's properties. Raises: InvalidLayerError for an unknown one."""
    code = int_param(params, "activation_type")
    if not 0 <= code < len(ACTIVATION_CODES):
        raise InvalidLayerError(f"activation_type {code} is unknown, ncnn has 0 to 6")
    kind = ACTIVATION_CODES[code]
    count = ACTIVATION_PARAMETERS[kind]
    values = numbers_of(params["activation_params"])
    if len(values) < count:
        given = f"{count} parameters, {len(values)} given"
        raise InvalidLayerError(f"activation {kind.value} takes {given}")
    return {
        "activation": ActivationAttr(kind),
        "activation_params": DenseArrayBase.from_list(f32, [float(v) for v in values[:count]]),
    }


def range_of_activation(kind: Activation, params: Sequence[float]) -> Range:
    """Return the bounds of an activation's results."""
    match kind:
        case Activation.RELU:
            return POSITIVE
        case Activation.CLIP:
            return Range(params[0], params[1])
        case Activation.SIGMOID:
            return UNIT
        case _:
            return ANY
