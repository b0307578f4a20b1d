"""Products whose rows must be packed first."""

from __future__ import annotations

import pytest
from ncnnc.dialects.target.products import BFLOAT16
from ncnnc.dialects.target.records import Target
from ncnnc.dialects.target.x86 import CACHES
from ncnnc.passes.kernels.building.matrix_multiplication import (
    LINES_OF_SET,
    MOST_LINES_OF_SET,
    Matrices,
    lines_in_one_set,
    tile_of_few_rows,
)
from xdsl.dialects.builtin import TensorType, bf16, f32
from xdsl.utils.test_value import create_ssa_value

X = create_ssa_value(TensorType(f32, [1 << 20]))
NARROW = create_ssa_value(TensorType(bf16, [1 << 20]))


@pytest.mark.parametrize(
    ("columns", "lines"),
    # A way of 4 KiB is a row of 1024 floats; the lines of 197 floats are in sets of their own.
    [(1024, 12), (2048, 12), (512, 6), (256, 3), (197, 1), (1040, 1)],
)
def test_rows_a_way_apart_share_a_set(columns: int, lines: int):
    assert lines_in_one_set(Matrices(X, 1, 64, columns, (0, columns, 1)), 12, CACHES) == lines


def test_scattered_elements_pay_only_for_many_columns():
    lines = lines_in_one_set(Matrices(X, 1, 64, 64, (0, 1, 64)), 12, CACHES)
    assert LINES_OF_SET < lines <= MOST_LINES_OF_SET


@pytest.mark.parametrize("columns", [768, 1024, 2048, 3072, 4096])
def test_rows_of_pairs_are_few_where_they_share_a_set(columns: int):
    target = Target.parse("x86-avx512+bf16")
    x = Matrices(NARROW, 1, 197, columns, (0, columns, 1))
    rows, vectors = tile_of_few_rows(target.lanes, target, x, 48)
    lines = lines_in_one_set(x, rows, target.caches)
    assert target.inner_kernel(BFLOAT16).fits(rows, vectors)
    assert lines <= LINES_OF_SET or (rows, vectors) == (6, 4)


def test_many_rows_stay_where_they_are_in_sets_of_their_own():
    target = Target.parse("x86-avx512+bf16")
    x = Matrices(NARROW, 1, 197, 544, (0, 544, 1))
    assert tile_of_few_rows(target.lanes, target, x, 48)[0] > 6
