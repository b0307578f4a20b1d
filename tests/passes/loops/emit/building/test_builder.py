"""`LoopBuilder`: what is known while building costs no op."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.reference.integers import FUNCTIONS
from ncnnc.dialects.simd.memory import LoadOp, StoreOp
from ncnnc.dialects.target.records import Target
from ncnnc.passes.loops.emit.building.builder import LoopBuilder
from xdsl.dialects import arith, func, scf
from xdsl.dialects.builtin import IndexType, IntegerAttr, MemRefType, ModuleOp, f32
from xdsl.ir import Block, Operation, Region, SSAValue

TARGET = Target.parse("x86-avx2")


@pytest.fixture
def block() -> Block:
    """The body of a function with an index and 64 floats."""
    return Block(arg_types=[IndexType(), MemRefType(f32, [64])])


def ops(block: Block) -> list[type[Operation]]:
    return [type(op) for op in block.ops]


def verify(block: Block) -> None:
    """Check all ops, as the body of a function."""
    block.add_op(func.ReturnOp())
    types = [argument.type for argument in block.args]
    ModuleOp([func.FuncOp("f", (types, []), Region(block))]).verify()


def test_known_indices_fold(block: Block):
    b, i = LoopBuilder(block, TARGET), block.args[0]
    assert b.add(2, b.mul(3, 4)) == 14
    assert (b.sub(2, 5), b.div(7, 2), b.rem(7, 2), b.min(1, 2), b.max(1, 2)) == (-3, 3, 1, 1, 2)
    assert b.add(i, 0) is i
    assert b.add(0, i) is i
    assert b.sub(i, 0) is i
    assert b.mul(1, i) is i
    assert b.mul(i, 0) == 0
    assert b.div(i, 1) is i
    assert b.rem(i, 1) == 0
    assert ops(block) == []


def test_powers_of_two_shift_and_mask(block: Block):
    b, i = LoopBuilder(block, TARGET), block.args[0]
    b.div(i, 8)
    b.rem(i, 8)
    b.div(i, 6)
    b.rem(i, 6)
    made = [op for op in ops(block) if op is not arith.ConstantOp]
    assert made == [arith.ShRUIOp, arith.AndIOp, arith.DivUIOp, arith.RemUIOp]
    verify(block)


@pytest.mark.parametrize("divisor", [1, 2, 3, 8])
def test_quotients_of_negative_numbers_round_down(block: Block, divisor: int):
    b, i = LoopBuilder(block, TARGET), block.args[0]
    quotient, numbers = b.floor_div(i, divisor), np.arange(-9, 10)
    values: dict[SSAValue, np.ndarray] = {i: numbers}
    for op in block.ops:
        if isinstance(op, arith.ConstantOp):
            assert isinstance(op.value, IntegerAttr)
            values[op.result] = np.full_like(numbers, op.value.value.data)
        else:
            values[op.results[0]] = FUNCTIONS[type(op)](*(values[x] for x in op.operands))
    assert isinstance(quotient, SSAValue)
    assert (values[quotient] == numbers // divisor).all()
    verify(block)


def test_bodies_take_turns(block: Block):
    b, (i, floats) = LoopBuilder(block, TARGET), block.args

    def body(offset: int, terms: int):
        value = b.load(floats, i, offset, 1)
        for _ in range(terms):
            value = b.mulf(value, value)
        return value

    first, second = b.interleaved([lambda: body(0, 1), lambda: body(1, 1)])
    b.store(b.addf(first, second), floats, i, 0)
    assert ops(block) == [LoadOp, LoadOp, arith.MulfOp, arith.MulfOp, arith.AddfOp, StoreOp]
    assert [op.operands[0].owner for op in list(block.ops)[2:4]] == list(block.ops)[:2]
    verify(block)


def test_longer_bodies_take_longer_turns(block: Block):
    b, (i, floats) = LoopBuilder(block, TARGET), block.args

    def loads(count: int):
        return [b.load(floats, i, n, 1) for n in range(count)][-1]

    def stores(value):
        for n in range(2):
            b.store(value, floats, i, n)

    one = b.constant(1.0, f32)
    b.interleaved([lambda: loads(6), lambda: stores(one)])
    made = [op for op in ops(block) if op is not arith.ConstantOp]
    assert made == [*[LoadOp] * 3, StoreOp] * 2
    verify(block)


def test_constants_are_made_once_and_first(block: Block):
    b, i = LoopBuilder(block, TARGET), block.args[0]

    def body(j) -> None:
        b.store(b.constant(0.5, f32), block.args[1], b.add(j, 3), 0)
        b.add(j, 3)

    b.add(i, 3)
    b.loop(0, 8, 1, body)
    constants = [op for op in block.walk() if isinstance(op, arith.ConstantOp)]
    assert len(constants) == len({str(op.value) for op in constants})
    assert ops(block)[: len(constants)] == [arith.ConstantOp] * len(constants)
    verify(block)


def test_negative_zero_is_another_constant(block: Block):
    b = LoopBuilder(block, TARGET)
    assert b.constant(-0.0, f32) is not b.constant(0.0, f32)
    assert b.constant(0.0, f32) is b.constant(0.0, f32)


@pytest.mark.parametrize(("upper", "loops", "calls"), [(0, 0, 0), (1, 0, 1), (4, 0, 1), (5, 1, 1)])
def test_loops_that_run_once_or_never_are_not_made(block: Block, upper, loops, calls):
    b, called = LoopBuilder(block, TARGET), []
    b.loop(0, upper, 4, called.append)
    assert ops(block).count(scf.ForOp) == loops
    assert len(called) == calls


def test_loops_carry_values(block: Block):
    b = LoopBuilder(block, TARGET)
    one = b.constant(1.0, f32)
    [total] = b.loop(0, block.args[0], 1, lambda i, s: [b.addf(s, one)], [b.constant(0.0, f32)])
    b.store(total, block.args[1], 0, 0)
    assert [unchanged for unchanged in b.loop(3, 3, 1, lambda i, s: [b.addf(s, one)], [one])] == [
        one
    ]
    verify(block)


def test_conditions_have_results(block: Block):
    b, i = LoopBuilder(block, TARGET), block.args[0]
    one, two = b.constant(1.0, f32), b.constant(2.0, f32)
    [value] = b.when(b.compare("slt", i, 4), lambda: [one], lambda: [two])
    b.when(b.compare("eq", i, 0), lambda: b.store(value, block.args[1], i, 0))
    b.parallel(4, lambda j: b.store(value, block.args[1], j, 0))
    verify(block)


def test_whole_vectors_have_no_mask(block: Block):
    b = LoopBuilder(block, TARGET)
    assert b.load(block.args[1], 0, 0, 8, 8).owner.first is None
    assert b.load(block.args[1], 0, 0, 8, 3).owner.first.value.data == 3
    assert b.broadcast(block.args[1], 0, 5, 1).type == f32
