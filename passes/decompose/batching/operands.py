"""Operands of batched layers: per item, or shared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from xdsl.ir import SSAValue

from .blob import BatchedBlob

Operand: TypeAlias = BatchedBlob | SSAValue
Operands: TypeAlias = Sequence[Operand]


def only_batched(operands: Operands) -> Sequence[BatchedBlob] | None:
    """The operands, if each item has its own of all of them, with room for one more axis."""
    blobs = [x for x in operands if isinstance(x, BatchedBlob) and x.can_stack]
    return blobs if len(blobs) == len(operands) else None


def behind(axis: int, batch: int) -> int:
    """Return the place of an item's axis once the batch axis exists."""
    return axis + (batch <= axis)


def one_batched(operands: Operands) -> tuple[BatchedBlob, list[SSAValue]] | None:
    """The first operand, if each item has its own of it, and the others, if they are shared."""
    x, *others = operands
    shared = [value for value in others if isinstance(value, SSAValue)]
    if not isinstance(x, BatchedBlob) or len(shared) < len(others):
        return None
    return x, shared
