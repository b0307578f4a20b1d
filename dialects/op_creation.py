"""Create ops from operands, types and properties, without the checks of their constructors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from xdsl.ir import Attribute, Operation, Region, SSAValue

OpT = TypeVar("OpT", bound=Operation)


def make_op(
    kind: type[OpT],
    operands: Sequence[SSAValue] = (),
    result_types: Sequence[Attribute] = (),
    properties: dict[str, Attribute] | None = None,
    regions: Sequence[Region] = (),
) -> OpT:
    """Return `kind.create` of these; defaults of properties are not added."""
    return kind.create(
        operands=operands, result_types=result_types, properties=properties or {}, regions=regions
    )
