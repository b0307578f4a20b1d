"""Move the loads of products before earlier products, for in-order cores."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation
from xdsl.passes import ModulePass

from ..common.straight_code import PRODUCTS, is_movable, kernel_blocks, straight_runs
from ..common.target import target_of


class AdvanceLoadsPass(ModulePass):
    """
    Move the loads that a product reads some products earlier.

        %p = simd.fma %a, %w, %s
        %b = simd.broadcast_load %x[%i + 1] : memref<8xf32> -> vector<4xf32>
        %q = simd.fma %b, %w, %t
        -> %b = simd.broadcast_load %x[%i + 1] : memref<8xf32> -> vector<4xf32>
           %p = simd.fma %a, %w, %s
           %q = simd.fma %b, %w, %t

    An in-order core stalls at a product whose operand was loaded just before. The target's record
    has the number of products by which loads are moved, 0 for none; register tiles leave registers
    for the loaded values. Loads are not moved past stores, loops, calls, or products that they
    depend on.
    """

    name = "advance-loads"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        places = target_of(op).loops.loads_ahead
        if not places:
            return
        for block in kernel_blocks(op):
            advance(block, places)


def advance(block: Block, places: int) -> None:
    """Reorder the ops of a block."""
    ops = list(block.ops)
    ordered = [op for run in straight_runs(ops) for op in in_order(run, places)]
    if ordered == ops:
        return
    for op in ops:
        op.detach()
    block.add_ops(ordered)


def in_order(run: Sequence[Operation], places: int) -> Sequence[Operation]:
    """Return the ops of a run, with the operands of products moved `places` products earlier."""
    if sum(isinstance(op, PRODUCTS) for op in run) < 2:
        return run
    readers = first_readers(run)
    slots, done = dict[Operation, int](), 0
    for op in run:
        slots[op] = done
        if isinstance(op, PRODUCTS):
            done += 1
        elif is_movable(op) and op in readers:
            makers = [v.owner for v in op.operands if isinstance(v.owner, Operation)]
            ready = [slots[o] + isinstance(o, PRODUCTS) for o in makers if o in slots]
            slots[op] = min(done, max(readers[op] - places, *ready, 0))
    return sorted(run, key=lambda op: (slots[op], isinstance(op, PRODUCTS)))


def first_readers(run: Sequence[Operation]) -> dict[Operation, int]:
    """Return, for each op of a run, the number of the first product that depends on its result."""
    numbers = dict[Operation, int]()
    number = sum(isinstance(op, PRODUCTS) for op in run)
    for op in reversed(run):
        if isinstance(op, PRODUCTS):
            number -= 1
            found = number
        elif op in numbers:
            found = numbers[op]
        else:
            continue
        for operand in op.operands:
            if isinstance(operand.owner, Operation):
                numbers[operand.owner] = min(found, numbers.get(operand.owner, found))
    return numbers
