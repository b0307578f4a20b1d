"""Check the parameters and arrays that a program gives a layer against the layer's spec."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from xdsl.ir import SSAValue

from ..layer import LayerSpec, Param, ParamValue
from ..shapes import shape_of


def named_params(spec: LayerSpec, params: Mapping[int, Any]) -> dict[str, ParamValue]:
    """Return all parameters of a layer by name. Raises: ValueError for an unknown id."""
    known = {param.id: param for param in spec.params}
    for id in params:
        if id not in known:
            raise ValueError(f"{spec.type} has no parameter {id}, but {sorted(known)}")
    return spec.completed({known[id].name: typed(known[id], v) for id, v in params.items()})


def typed(param: Param, value: Any) -> ParamValue:
    """Convert a value to a parameter's kind. Raises: ValueError or TypeError if impossible."""
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
