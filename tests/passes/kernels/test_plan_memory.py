"""Planned buffers: those alive together never overlap, and the arena is no larger than needed."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st
from ncnnc.dialects.element_types import CACHE_LINE_BYTES, aligned
from ncnnc.dialects.kernel.copy import CopyOp
from ncnnc.dialects.kernel.structure import ViewOp
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


@dataclass
class Joined:
    """Buffers of so many cache lines, and copies between parts of them: buffer, start, length."""

    sizes: list[int]
    copies: list[tuple[tuple[int, int, int], tuple[int, int, int]]]


@st.composite
def joined_programs(draw) -> Joined:
    """Up to 6 buffers of up to 6 cache lines, and up to 16 copies of parts."""
    sizes = draw(st.lists(st.integers(1, 6), min_size=1, max_size=6))
    copies = []
    for _ in range(draw(st.integers(1, 16))):
        ends = []
        for _ in range(2):
            buffer = draw(st.integers(0, len(sizes) - 1))
            start = draw(st.integers(0, sizes[buffer] - 1))
            ends.append((buffer, start, draw(st.integers(1, sizes[buffer] - start))))
        copies.append((ends[0], ends[1]))
    return Joined(sizes, copies)


def module_of_parts(program: Joined) -> ModuleOp:
    """The program with a view for each part."""
    block = Block(arg_types=[])
    line = CACHE_LINE_BYTES // 4
    allocs = [memref.AllocOp.get(f32, shape=[size * line]) for size in program.sizes]
    block.add_ops(allocs)
    for ends in program.copies:
        views = [
            ViewOp(allocs[buffer].memref, start * line, MemRefType(f32, [length * line]))
            for buffer, start, length in ends
        ]
        block.add_ops([*views, CopyOp.make([views[0].result], [views[1].result])])
    block.add_op(func.ReturnOp())
    return ModuleOp([func.FuncOp("main", ([], []), Region(block))])


def lives_by_line(program: Joined) -> dict[tuple[int, int], tuple[int, int]]:
    """The first and last copy that uses each cache line of each buffer."""
    lives: dict[tuple[int, int], tuple[int, int]] = {}
    for time, ends in enumerate(program.copies):
        for buffer, start, length in ends:
            for line in range(start, start + length):
                first, _ = lives.get((buffer, line), (time, time))
                lives[buffer, line] = first, time
    return lives


@given(joined_programs())
def test_parts_alive_together_never_overlap(program: Joined):
    module = module_of_parts(program)
    PlanMemoryPass().apply(Context(), module)
    arena, views = accesses(module)
    shifts = iter(sorted((v[0].time, i, v[0].start) for i, v in enumerate(views)))
    placed: dict[int, int] = {}
    for ends in program.copies:
        for buffer, start, _ in ends:
            _, _, at = next(shifts)
            offset = at // CACHE_LINE_BYTES - start
            assert placed.setdefault(buffer, offset) == offset
    lives = lives_by_line(program)
    users: dict[int, list[tuple[int, int]]] = {}
    for (buffer, line), life in lives.items():
        at = placed[buffer] + line
        assert 0 <= at < arena // CACHE_LINE_BYTES
        assert all(life[0] > last or first > life[1] for first, last in users.get(at, []))
        users.setdefault(at, []).append(life)
    bound = max(
        sum(first <= time <= last for first, last in lives.values())
        for time in range(len(program.copies))
    )
    assert arena >= bound * CACHE_LINE_BYTES


def test_an_order_without_gaps_is_found():
    """The largest two first, both at the start, would leave room for the others side by side."""
    module = build([16 * lines for lines in (2, 1, 1, 2)], [(0, 1), (1, 2), (2, 3)])
    PlanMemoryPass().apply(Context(), module)
    assert accesses(module)[0] == 3 * 64


def test_a_chain_needs_two_buffers():
    module = build([16] * 6, [(i, i + 1) for i in range(5)])
    PlanMemoryPass().apply(Context(), module)
    assert accesses(module)[0] == 2 * 64
