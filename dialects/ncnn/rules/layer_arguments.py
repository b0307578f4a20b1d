"""Parameters and arrays of a layer as a program gives them, checked against the layer's spec."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from xdsl.ir import SSAValue

from ..layer import LayerSpec, Param, ParamValue
from ..shapes import shape_of


def named_params(spec: LayerSpec, params: Mapping[int, Any]) -> dict[str, ParamValue]:
    """All parameters of a layer by name. Raises: ValueError for an id that it does not have."""
    known = {param.id: param for param in spec.params}
    for id in params:
        if id not in known:
            raise ValueError(f"{spec.type} has no parameter {id}, but {sorted(known)}")
    return spec.completed({known[id].name: typed(known[id], v) for id, v in params.items()})


def typed(param: Param, value: Any) -> ParamValue:
    """A value as a parameter has it. Raises: ValueError or TypeError if it cannot be."""
    match param.kind:
        case "int":
            return int(value)
        case "float":
            return float(value)
        case "ints":
            return [int(item) for item in value]
        case "floats":
            return [float(item) for item in value]
        case _:
            return str(value)


def check_weights(
    spec: LayerSpec, params: Mapping[str, ParamValue], arrays: Mapping[str, SSAValue]
) -> None:
    """Raises: ValueError unless the arrays are those that the layer stores."""
    stored = {w.name: w.shape(params) for w in spec.weights if w.present(params)}
    if set(stored) != set(arrays):
        raise ValueError(f"{spec.type} stores {sorted(stored)}, given: {sorted(arrays)}")
    for name, shape in stored.items():
        if shape_of(arrays[name]) != shape:
            given = shape_of(arrays[name])
            raise ValueError(f"array '{name}' of {spec.type} has shape {shape}, given: {given}")
