"""The ops that read a value, in order."""

from __future__ import annotations

from ncnnc.passes.common.users import users_of
from xdsl.dialects import test
from xdsl.dialects.builtin import f32
from xdsl.ir import Block


def test_readers_come_once_and_in_their_order():
    block = Block(arg_types=[f32])
    source = test.TestOp(result_types=[f32])
    (value,) = source.results
    last = test.TestOp([value])
    other = test.TestOp(block.args)
    first = test.TestOp([value, value])
    block.add_ops([source, first, other, last])
    assert users_of(value) == [first, last]
    assert users_of(block.args[0]) == [other]
    block.insert_op_before(test.TestOp(block.args), source)
    assert users_of(block.args[0]) == [source.prev_op, other]


def test_value_without_readers():
    source = test.TestOp(result_types=[f32])
    assert users_of(source.results[0]) == []
