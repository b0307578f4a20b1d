"""Lanes of code on a target."""

from __future__ import annotations

import pytest
from ncnnc.dialects.target.records import Target
from ncnnc.passes.common.target import lanes_for
from xdsl.dialects.builtin import (
    IntegerType,
    MemRefType,
    Signedness,
    bf16,
    f32,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute

LANES = {
    "x86-64": {f32: 4, bf16: 8, i8: 16, i16: 8, i32: 4, i64: 2},
    "x86-avx": {f32: 8, bf16: 16, i8: 16, i16: 8, i32: 4, i64: 2},  # integers in half of a vector
    "x86-avx2": {f32: 8, bf16: 16, i8: 32, i16: 16, i32: 8, i64: 4},
    "x86-avx512": {f32: 16, bf16: 32, i8: 64, i16: 32, i32: 16, i64: 8},
}


@pytest.mark.parametrize("name", LANES)
def test_lanes_of_one_type(name: str):
    target = Target.parse(name)
    for element, lanes in LANES[name].items():
        assert lanes_for(target, MemRefType(element, [5])) == lanes, str(element)
    assert lanes_for(target, IntegerType(8, Signedness.UNSIGNED)) == LANES[name][i8]


@pytest.mark.parametrize(
    ("name", "types", "lanes"),
    [
        ("x86-avx512", (i8, f32), 16),
        ("x86-avx512", (bf16, i8), 32),
        ("x86-avx", (i8, f32), 8),
        ("x86-avx", (f32, i32), 4),  # the integers decide, though both have 32 bits
    ],
)
def test_the_type_with_the_fewest_lanes_decides(
    name: str, types: tuple[Attribute, ...], lanes: int
):
    assert lanes_for(Target.parse(name), *types) == lanes
    assert lanes_for(Target.parse(name), *reversed(types)) == lanes


def test_masks_are_no_elements():
    with pytest.raises(TypeError, match="buffer cannot hold"):
        lanes_for(Target.parse("x86-64"), i1)
