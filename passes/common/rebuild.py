"""
Making an op anew with some operands, properties and types changed (an op's operands are fixed in
number).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import OptionalDef, VariadicDef

from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.layer_attributes import OTHER_PARAMS_ATTRIBUTE

OpT = TypeVar("OpT", bound=NcnnOp)


def rebuild(
    op: OpT,
    *,
    operands: Mapping[str, SSAValue | None] | None = None,
    properties: Mapping[str, Attribute] | None = None,
    result_type: Attribute | None = None,
) -> OpT:
    """
    A detached copy of `op` with other operands (by name; None leaves an optional one out), other
    properties, and another type of its one result.

    Keeps the location. For ops whose regions are empty, as all are before epilogues are fused.
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


def _segment(kind: object, value: Any) -> Any:
    """What `build` wants for one definition: a list where the number is variable."""
    if isinstance(kind, OptionalDef):
        return [] if value is None else [value]
    return list(value) if isinstance(kind, VariadicDef) else value


def _result_types(value: Any, replacement: Attribute | None) -> Any:
    if value is None:
        return None
    if isinstance(value, SSAValue):
        return replacement or value.type
    return [result.type for result in value]


def attributes_for_other_type(op: Operation) -> dict[str, Attribute]:
    """
    What a layer says besides what its op means, for a layer of another type in its place.

    Parameters that its own type does not have may mean something there.
    """
    return {k: v for k, v in op.attributes.items() if k != OTHER_PARAMS_ATTRIBUTE}
