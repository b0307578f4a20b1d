"""Planned buffers: those alive together never overlap, and the arena is no larger than needed."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st
from ncnnc.dialects.element_types import CACHE_LINE_BYTES, aligned
from ncnnc.dialects.kernel.copy import CopyOp
from ncnnc.passes.kernels.plan_memory import PlanMemoryPass
from xdsl.context import Context
from xdsl.dialects import arith, func, memref
from xdsl.dialects.builtin import IntegerAttr, MemRefType, ModuleOp, f32
from xdsl.ir import Block, Region, SSAValue


@dataclass
class Access:
    """An access of the arena: when, and which bytes."""

    time: int
    start: int
    end: int


def build(sizes: list[int], copies: list[tuple[int, int]]) -> ModuleOp:
    """Buffers of so many floats, and copies between them: of equal buffers, for the verifier."""
    block = Block(arg_types=[MemRefType(f32, [1])])
    buffers: list[SSAValue] = []
    for size in sizes:
        alloc = memref.AllocOp.get(f32, shape=[size])
        block.add_op(alloc)
        buffers.append(alloc.memref)
    for source, destination in copies:
        block.add_op(CopyOp.make([buffers[source]], [buffers[destination]]))
    block.add_op(func.ReturnOp())
    function = func.FuncOp("main", ([MemRefType(f32, [1])], []), Region(block))
    return ModuleOp([function])


def accesses(module: ModuleOp) -> tuple[int, list[list[Access]]]:
    """Size of the arena, and the accesses of each view."""
    main = module.body.block.first_op
    assert isinstance(main, func.FuncOp)
    found: dict[SSAValue, list[Access]] = {}
    for time, op in enumerate(main.body.block.ops):
        if not isinstance(op, CopyOp):
            continue
        for value in op.operands:
            view = value.owner
            assert isinstance(view, memref.ViewOp)
            assert isinstance(view.result.type, MemRefType)
            shift = view.byte_shift.owner
            assert isinstance(shift, arith.ConstantOp)
            assert isinstance(shift.value, IntegerAttr)
            start = shift.value.value.data
            end = start + 4 * view.result.type.get_shape()[0]
            found.setdefault(value, []).append(Access(time, start, end))
    arena = main.body.block.args[-1].type
    assert isinstance(arena, MemRefType)
    return arena.get_shape()[0], list(found.values())


@st.composite
def programs(draw) -> tuple[list[int], list[tuple[int, int]]]:
    """Up to 8 buffers of up to 5 cache lines, and up to 20 copies."""
    sizes = draw(st.lists(st.integers(1, 80), min_size=1, max_size=8))
    index = st.integers(0, len(sizes) - 1)
    return sizes, draw(st.lists(st.tuples(index, index), min_size=1, max_size=20))


@given(programs())
def test_buffers_alive_together_never_overlap(program):
    sizes, copies = program
    module = build(sizes, copies)
    PlanMemoryPass().apply(Context(), module)
    arena, buffers = accesses(module)
    lives = [
        (min(a.time for a in uses), max(a.time for a in uses), uses[0].start, uses[0].end)
        for uses in buffers
    ]
    for i, (first, last, start, end) in enumerate(lives):
        assert start % CACHE_LINE_BYTES == 0
        assert end <= arena
        for other_first, other_last, other_start, other_end in lives[:i]:
            if first <= other_last and other_first <= last:
                assert end <= other_start or other_end <= start


@given(programs())
def test_the_arena_is_no_larger_than_all_buffers_together(program):
    sizes, copies = program
    module = build(sizes, copies)
    PlanMemoryPass().apply(Context(), module)
    arena, _ = accesses(module)
    assert arena <= sum(aligned(size * 4) for size in sizes)


def test_a_chain_needs_two_buffers():
    module = build([16] * 6, [(i, i + 1) for i in range(5)])
    PlanMemoryPass().apply(Context(), module)
    assert accesses(module)[0] == 2 * 64
