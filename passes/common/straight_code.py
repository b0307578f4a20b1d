"""Straight-line code of kernels, without stores in between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation
from xdsl.traits import IsTerminator, Pure

from ...dialects.main_function import is_kernel
from ...dialects.simd.arithmetic import DotOp, FmaOp
from ...dialects.simd.memory import BroadcastLoadOp, LoadOp, PrefetchOp
from .walk import walk

PRODUCTS = (FmaOp, DotOp)
"""Ops that multiply and add."""
READING = (LoadOp, BroadcastLoadOp)


def kernel_blocks(module: ModuleOp) -> list[Block]:
    """Return the blocks of all kernels that multiply and add."""
    kernels = [f for f in module.body.block.ops if isinstance(f, FuncOp) and is_kernel(f)]
    blocks = [op.parent for kernel in kernels for op in walk(kernel) if isinstance(op, PRODUCTS)]
    return [block for block in dict.fromkeys(blocks) if block is not None]


def is_movable(op: Operation) -> bool:
    """Return whether only operands and stores limit how early an op may be placed."""
    is_pure = op.has_trait(Pure) and not op.regions and not op.has_trait(IsTerminator)
    return isinstance(op, READING) or is_pure


def straight_runs(ops: Sequence[Operation]) -> Iterator[list[Operation]]:
    """
    Yield runs of ops between those that may store or have a block, and each of the latter alone.
    """
    run: list[Operation] = []
    for op in ops:
        if is_movable(op) or isinstance(op, PrefetchOp):
            run.append(op)
            continue
        yield run
        yield [op]
        run = []
    yield run
