"""Load vectors in halves, which in-order cores load beside products."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from xdsl.context import Context
from xdsl.dialects.builtin import IndexType, ModuleOp, VectorType, i64
from xdsl.ir import Block, Operation
from xdsl.passes import ModulePass

from ...dialects.element_types import bit_width, element_of, lanes_of
from ...dialects.op_creation import make_op
from ...dialects.simd.arithmetic import ConvertOp, DotOp
from ...dialects.simd.memory import (
    LoadIntegerOp,
    LoadOp,
    PrefetchOp,
    address_of,
    load,
    load_integer,
)
from ...dialects.simd.vectors import AppendLanesOp, ShuffleOp
from ..common.straight_code import PRODUCTS, is_movable, kernel_blocks, straight_runs
from ..common.target import target_of

LOADING_PRODUCTS = 3
"""Products that begin while a half is loaded."""


class HalveLoadsPass(ModulePass):
    """
    Load a vector of integers that products read by two loads, each beside a product.

        %p = simd.dot %a, %w, %s
        %q = simd.dot %b, %w, %t
        %v = simd.load %x[%i + 0] : memref<64xi8> -> vector<16xi8>
        -> %h = simd.load_integer %x[%i + 8] : memref<64xi8>
           %p = simd.dot %a, %w, %s
           %l = simd.load %x[%i + 0] : memref<64xi8> -> vector<8xi8>
           %q = simd.dot %b, %w, %t
           %v = simd.append_lanes %l, %h : vector<8xi8> -> vector<16xi8>

    While some in-order cores load 128 bits, no product begins; 64 bits they load beside one. The
    record says how many bytes these are. Halves are loaded three products before they are joined,
    and of all of these no two stand before the same product, where that is possible.

    Source: ncnn, docs/developer-guide/arm-a53-a55-dual-issue.md.
    """

    name = "halve-loads"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if target_of(op).loops.load_bytes > i64.bitwidth // 8:
            return
        for block in kernel_blocks(op):
            halve(block)


def halve(block: Block) -> None:
    """Halve the loads of a block."""
    ops = list(block.ops)
    if not any(map(is_halved, ops)):
        return
    for op in ops:
        op.detach()
    for run in straight_runs(ops):
        block.add_ops(in_halves(run))


def is_halved(op: Operation) -> bool:
    """Return whether an op loads 128 bits of integers, which products alone read."""
    if not isinstance(op, LoadOp) or op.first is not None:
        return False
    type = op.result.type
    bits = lanes_of(type) * bit_width(element_of(type)) if isinstance(type, VectorType) else 0
    return bits == 2 * i64.bitwidth and all(isinstance(reader, DotOp) for reader in readers_of(op))


def readers_of(op: Operation) -> Iterator[Operation]:
    """Yield the ops that read a vector, parts of it, or the same bits as another type."""
    for use in op.results[0].uses:
        if isinstance(use.operation, (ShuffleOp, ConvertOp)):
            yield from readers_of(use.operation)
        else:
            yield use.operation


def in_halves(run: Sequence[Operation]) -> list[Operation]:
    """
    Return the ops of a run with loads in halves, before earlier products.

    The slot of an op is the number of products before it.
    """
    ops, slots, done = list[Operation](), dict[Operation, int](), 0
    for op in run:
        is_index = is_movable(op) and isinstance(op.results[0].type, IndexType)
        slots[op] = ready_at(op, slots) if is_index else done
        done += isinstance(op, PRODUCTS)
    taken = {slots[op] for op in run if isinstance(op, PrefetchOp)}

    def earlier(latest: int, earliest: int) -> int:
        """Return a slot that no other op has: the last one up to the latest, or the earliest."""
        slot = max(latest, earliest)
        while slot > earliest and slot in taken:
            slot -= 1
        taken.add(slot)
        return slot

    for op in run:
        if not slots[op] or not is_halved(op):
            ops.append(op)
            continue
        assert isinstance(op, LoadOp)
        ready = ready_at(op, slots)
        low, high, whole = halves(op)
        slots[whole] = earlier(slots[op], ready)
        for half in (low, high):
            slots[half] = earlier(slots[whole] - LOADING_PRODUCTS, ready)
        ops += [high, low, whole]
    return ordered(ops, slots)


def ready_at(op: Operation, slots: Mapping[Operation, int]) -> int:
    """Return the slot in which all operands of an op are known."""
    makers = (v.owner for v in op.operands)
    return max((slots[m] for m in makers if isinstance(m, Operation) and m in slots), default=0)


def halves(op: LoadOp) -> tuple[LoadOp, LoadIntegerOp, AppendLanesOp]:
    """Return the ops that replace a load."""
    base, index = address_of(op)
    lanes, offset = lanes_of(op.result.type) // 2, op.offset.value.data
    low = load(base, index, offset, VectorType(element_of(op.result.type), [lanes]))
    high = load_integer(base, index, offset + lanes)
    whole = make_op(AppendLanesOp, [low.result, high.result], [op.result.type])
    op.result.replace_all_uses_with(whole.result)
    op.erase()
    return low, high, whole


def ordered(ops: Sequence[Operation], slots: Mapping[Operation, int]) -> list[Operation]:
    """Return ops by slots, of each those last that wait for its loads, and then the product."""
    waiting = set[Operation]()
    for op in ops:
        if isinstance(op, AppendLanesOp) or any(v.owner in waiting for v in op.operands):
            waiting.add(op)
    return sorted(ops, key=lambda op: (slots[op], isinstance(op, PRODUCTS), op in waiting))
