"""Derive a layer's numbered parameters from the named properties of its op."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from xdsl.dialects.builtin import NoneAttr, TensorType
from xdsl.ir import Operation, SSAValue

from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.layer import LayerSpec, ParamKind, Params, ParamValue
from ...dialects.ncnn.param_values import number_of, numbers_of
from ...dialects.ncnn.rules.axes import AXIS_NAMES
from ...dialects.ncnn.shapes import Shape
from ..diagnostics import ModelError
from ..format.records import RecordValue
from ..frontend.locations import model_error_from


def written_parameters(spec: LayerSpec, given: Params) -> dict[int, RecordValue]:
    """Return the parameters of a layer that differ from their defaults, by id."""
    params = spec.completed(given)
    written: dict[int, RecordValue] = {}
    for param in spec.params:
        value = typed(params[param.name], param.kind)
        default = typed(param.default_for(params), param.kind)
        if not _is_same(value, default, param.kind):
            written[param.id] = value
    return written


def typed(value: ParamValue, kind: ParamKind) -> RecordValue:
    """Convert a parameter to the file's type; floats are rounded to float32."""
    match kind:
        case "int":
            return int(number_of(value))
        case "float":
            return float(np.float32(number_of(value)))
        case "ints":
            return [int(v) for v in numbers_of(value)]
        case "floats":
            return [float(np.float32(v)) for v in numbers_of(value)]
        case _:
            return str(value)


def _is_same(value: RecordValue, default: RecordValue, kind: ParamKind) -> bool:
    """Compare values; floats by their bits, so that -0.0 differs from 0.0."""
    if not kind.startswith("float"):
        return value == default
    return np.asarray(value, np.float32).tobytes() == np.asarray(default, np.float32).tobytes()


def extent_parameters(shape: Shape) -> dict[str, ParamValue]:
    """Return the extents of a blob by ncnn's names."""
    return dict(zip(AXIS_NAMES[len(shape)], shape, strict=True))


def check_layout(op: Operation, values: Iterable[SSAValue]) -> None:
    """Raises: ModelError for a packed value of `op`, which only later levels have."""
    for type in (value.type for value in values):
        if isinstance(type, TensorType) and not isinstance(type.encoding, NoneAttr):
            raise _inexpressible(op, "a packed layout")


def check_level(op: NcnnOp) -> None:
    """Raises: ModelError for attributes that later levels add, such as an algorithm."""
    if op.properties.get("algorithm") is not None:
        raise _inexpressible(op, "a chosen algorithm")
    if any(region.blocks for region in op.regions):
        raise _inexpressible(op, "an epilogue")
    if op.properties.get("causal") is not None:
        raise _inexpressible(op, "causal attention")


def _inexpressible(op: Operation, what: str) -> ModelError:
    return model_error_from(op, f"{op.name} has {what}, which ncnn's format cannot express")
