"""Addresses that ops on memory access."""

from __future__ import annotations

import pytest
from ncnnc.dialects.simd import memory
from xdsl.dialects.builtin import IndexType, MemRefType, VectorType, f32
from xdsl.ir import Block


@pytest.mark.parametrize("with_index", [False, True])
def test_addresses_are_the_operands_of_that_name(with_index: bool):
    vector = VectorType(f32, [4])
    block = Block(arg_types=[MemRefType(f32, [64]), IndexType(), vector])
    base, number, value = block.args
    index = number if with_index else None
    ops = [
        memory.load(base, index, 4, vector),
        memory.broadcast_load(base, index, 4, vector),
        memory.store(value, base, index, 4),
        memory.prefetch(base, index, 4),
    ]
    for op in ops:
        assert memory.address_of(op) == (op.base, op.index) == (base, index)
