"""The ops that read a value."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue


def readers_of(value: SSAValue) -> list[Operation]:
    """The ops that read a value, each once, in the order in which they stand."""
    return sorted({use.operation for use in value.uses}, key=position_of)


def position_of(op: Operation) -> int:
    """Which op of its block it is."""
    block = op.parent_block()
    assert block is not None
    return block.get_operation_index(op)
