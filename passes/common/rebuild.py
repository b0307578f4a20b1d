"""Rebuild an op with other operands, properties and types; its number of operands is fixed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar, cast

from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import OptionalDef, VariadicDef

from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.layer_attributes import OTHER_PARAMS_ATTRIBUTE

NcnnOpT = TypeVar("NcnnOpT", bound=NcnnOp)
_T = TypeVar("_T")


def rebuild(
    op: NcnnOpT,
    *,
    operands: Mapping[str, SSAValue | None] | None = None,
    properties: Mapping[str, Attribute] | None = None,
    result_type: Attribute | None = None,
) -> NcnnOpT:
    """
    Return a detached copy of `op` with other operands (by name; None omits an optional one), other
    properties, and another type of its only result.

    Keeps the location. The op's regions must be empty, as all are before epilogues are fused.
    """
    definition = op.get_irdl_definition()
    changed = operands or {}
    arguments = [
        _segment(kind, changed[name] if name in changed else getattr(op, name))
        for name, kind in definition.operands
    ]
    results = [
        _segment(kind, _result_types(getattr(op, name), result_type))
        for name, kind in definition.results
    ]
    kept = {name: op.properties[name] for name in definition.properties if name in op.properties}
    copy = type(op).build(
        operands=arguments,
        properties={**kept, **(properties or {})},
        attributes=op.attributes,
        result_types=results,
        regions=[[] for _ in definition.regions],
    )
    copy.location = op.location
    return copy


def _segment(kind: object, value: _T | Sequence[_T] | None) -> _T | list[_T]:
    """Return the argument of `build` for one definition: a list if it is variadic."""
    values = _listed(value)
    return values if isinstance(kind, OptionalDef | VariadicDef) else values[0]


def _listed(value: _T | Sequence[_T] | None) -> list[_T]:
    """Return no value, one or several as a list."""
    if value is None:
        return []
    return [*cast(Sequence[_T], value)] if isinstance(value, Sequence) else [value]  # values


def _result_types(
    value: SSAValue | Sequence[SSAValue] | None, replacement: Attribute | None
) -> list[Attribute]:
    values = _listed(value)
    if replacement is not None and len(values) == 1:
        return [replacement]
    return [result.type for result in values]


def attributes_for_other_type(op: Operation) -> dict[str, Attribute]:
    """Return discardable attributes, without parameters that another type may interpret."""
    return {k: v for k, v in op.attributes.items() if k != OTHER_PARAMS_ATTRIBUTE}
