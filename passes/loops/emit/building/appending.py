"""Insert the loops of a kernel in place of its op."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager

from xdsl.ir import Block, Operation

from .....dialects.target.records import Target
from .builder import LoopBuilder


@contextmanager
def appended_in_place_of(
    op: Operation, target: Target, builder: Callable[[Block, Target], LoopBuilder] = LoopBuilder
) -> Generator[LoopBuilder]:
    """Yield a builder that appends where the op was; erase the op at the end."""
    block = op.parent_block()
    assert block is not None
    following = list(block.ops)[block.get_operation_index(op) + 1 :]
    for other in (op, *following):
        other.detach()
    yield builder(block, target)
    op.erase()
    block.add_ops(following)
