"""Making an op anew with some operands and properties changed (operands of an op have fixed segments)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import OptOperandDef, VarOperandDef

from ...dialects.ncnn.base import NcnnOp

OpT = TypeVar("OpT", bound=NcnnOp)


def rebuild(
    op: OpT,
    *,
    operands: Mapping[str, SSAValue] | None = None,
    properties: Mapping[str, Attribute] | None = None,
    result_types: list[Attribute] | None = None,
) -> OpT:
    """
    A detached copy of `op`, with operands (by name) and properties replaced or added.

    Keeps the location. For ops whose regions are empty, as all are before epilogues are fused.
    """
    definition = op.get_irdl_definition()
    changed = operands or {}
    arguments: list[Any] = []
    for name, kind in definition.operands:
        value = changed.get(name, getattr(op, name))
        if isinstance(kind, VarOperandDef) and not isinstance(kind, OptOperandDef):
            arguments.append(list(value))
        elif isinstance(kind, OptOperandDef):
            arguments.append([] if value is None else [value])
        else:
            arguments.append(value)
    kept = {name: op.properties[name] for name in definition.properties if name in op.properties}
    copy = type(op).build(
        operands=arguments,
        properties={**kept, **(properties or {})},
        attributes=op.attributes,
        result_types=result_types or op.result_types,
        regions=[[] for _ in definition.regions],
    )
    copy.location = op.location
    return copy
