"""Find blobs that layers read as int32, and their sources."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, SSAValue

from ..base import NcnnOp
from ..internal.weight import WeightOp

Bounds = tuple[int, int]
"""The least and the largest number."""


def integer_sources(function: FuncOp) -> dict[SSAValue, Bounds]:
    """
    Return the arguments and constant blobs with elements that reach, moved but unchanged, an
    operand that ncnn reads as int32, with the bounds of useful numbers there.

    A constant stored by another layer than MemoryData is not included. If bounds of several
    operands exclude each other, the first ones are kept.
    """
    sources: dict[SSAValue, Bounds] = {}
    for op in function.body.block.ops:
        if not isinstance(op, NcnnOp) or not op.INTEGER_OPERANDS:
            continue
        for name, operand in zip(op.operand_names(), op.operands, strict=True):
            if name in op.INTEGER_OPERANDS:
                for source in _sources_of(operand):
                    bounds = op.integer_bounds(name)
                    sources[source] = _common(sources.get(source, bounds), bounds)
    return sources


def _common(first: Bounds, second: Bounds) -> Bounds:
    low, high = max(first[0], second[0]), min(first[1], second[1])
    return (low, high) if low <= high else first


def _sources_of(value: SSAValue) -> Iterator[SSAValue]:
    """Return the arguments and constant blobs behind a value, through ops that only move them."""
    pending, seen = [value], {value}
    while pending:
        value = pending.pop()
        owner = value.owner
        if isinstance(value, BlockArgument):
            yield value
        elif isinstance(owner, WeightOp) and owner.memory_data is not None:
            yield value
        elif isinstance(owner, NcnnOp) and owner.moves_elements():
            named = zip(owner.operand_names(), owner.operands, strict=True)
            moved = [v for name, v in named if name not in owner.SHAPE_OPERANDS and v not in seen]
            pending += moved
            seen.update(moved)
