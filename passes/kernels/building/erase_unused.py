"""Erase unused ops."""

from __future__ import annotations

from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from ....dialects.kernel import KernelOp
from ....dialects.kernel.structure import ViewOp


def erase_unused(block: Block) -> None:
    """Erase unused ops: gathers absorbed by later ones, destinations, weights."""
    for op in reversed(list(block.ops)):
        if is_unused(op):
            op.detach()
            op.erase()


def is_unused(op: Operation) -> bool:
    """Return true for an op with unused results, unless it writes to a state."""
    if not op.results or any(result.first_use is not None for result in op.results):
        return False
    return not (isinstance(op, KernelOp) and any(map(is_in_argument, op.outputs)))


def is_in_argument(value: SSAValue) -> bool:
    """Return whether a value is stored in the memory of an argument."""
    while isinstance(value.owner, ViewOp):
        value = value.owner.source
    return isinstance(value, BlockArgument)
