"""Makes the ops of loops: thousands of them, which take a tenth of a compilation to make."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from xdsl.dialects.builtin import UNKNOWN_LOC
from xdsl.ir import Attribute, Operation, OpResult, Region, SSAValue, SSAValues, Use

OpT = TypeVar("OpT", bound=Operation)


def make_op(
    kind: type[OpT],
    operands: Sequence[SSAValue] = (),
    result_types: Sequence[Attribute] = (),
    properties: dict[str, Attribute] | None = None,
    regions: Sequence[Region] = (),
) -> OpT:
    """
    As `kind.create`, in half the time: of an op without successors or attributes.

    The properties, which become the op's own, are all that it has: defaults are not added.
    """
    op = kind.__new__(kind)
    # What `Operation.operands` does, where there are none before.
    uses = tuple([Use(op, index) for index in range(len(operands))])
    for operand, use in zip(operands, uses, strict=True):
        operand.add_use(use)
    op._operands = SSAValues(operands)
    op._operand_uses = uses
    results = [OpResult(type, op, index) for index, type in enumerate(result_types)]
    op.results = SSAValues(results)
    op.properties = {} if properties is None else properties
    op.attributes = {}
    op.location = UNKNOWN_LOC
    op.regions = ()
    for region in regions:
        op.add_region(region)
    return op
