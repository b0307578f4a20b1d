"""Products whose rows must be packed first."""

from __future__ import annotations

import pytest
from ncnnc.dialects.target.products import BFLOAT16, FLOAT32
from ncnnc.dialects.target.records import Target
from ncnnc.dialects.target.x86 import CACHES
from ncnnc.passes.common.geometry.matrices import Matrices, one_matrix
from ncnnc.passes.schedule.cost.matrix_tile import (
    lines_in_one_set,
    puts_rows_in_panels,
    tile_of_dynamic_rows,
    tile_of_few_rows,
)

FLOAT, BF16 = 4, 2
"""Bytes of an element."""


@pytest.mark.parametrize(
    ("columns", "lines"),
    # A way of 4 KiB is a row of 1024 floats; the lines of 197 floats are in sets of their own.
    [(1024, 12), (2048, 12), (512, 6), (256, 3), (197, 1), (1040, 1)],
)
def test_rows_a_way_apart_share_a_set(columns: int, lines: int):
    assert lines_in_one_set(one_matrix(64, columns), 12, FLOAT, CACHES) == lines


def test_scattered_elements_pay_only_for_many_columns():
    x, target = Matrices(1, 64, 64, (0, 1, 64)), Target.parse("x86-avx2")
    lines = lines_in_one_set(x, 12, FLOAT, CACHES)
    assert CACHES.ways_of_rows < lines <= CACHES.l1_ways
    assert puts_rows_in_panels(x, 64, 12, FLOAT, target)
    assert not puts_rows_in_panels(x, 63, 12, FLOAT, target)
    assert puts_rows_in_panels(x, 63, 12, FLOAT, Target.parse("x86-avx2+panel_columns=63"))


@pytest.mark.parametrize(
    ("name", "rows", "outputs", "pays"),
    [
        ("aarch64", 8, 64, True),
        ("aarch64", 8, 63, False),
        ("aarch64", 3, 64, False),
        ("aarch64+cortex-a55", 8, 64, False),
    ],
)
def test_panels_pay_where_an_instruction_loads_elements_of_several_rows(
    name: str, rows: int, outputs: int, pays: bool
):
    target, x = Target.parse(name), one_matrix(64, 197)
    assert puts_rows_in_panels(x, outputs, rows, FLOAT, target) == pays
    assert not puts_rows_in_panels(x, outputs, rows, BF16, target)


@pytest.mark.parametrize("columns", [768, 1024, 2048, 3072, 4096])
def test_rows_of_pairs_are_few_where_they_share_a_set(columns: int):
    target = Target.parse("x86-avx512+bf16")
    x = one_matrix(197, columns)
    rows, vectors = tile_of_few_rows(x, 48, target)
    lines = lines_in_one_set(x, rows, BF16, target.caches)
    assert target.inner_kernel(BFLOAT16).fits(rows, vectors)
    assert lines <= CACHES.ways_of_rows or (rows, vectors) == (6, 4)


def test_many_rows_stay_where_they_are_in_sets_of_their_own():
    target = Target.parse("x86-avx512+bf16")
    x = one_matrix(197, 544)
    assert tile_of_few_rows(x, 48, target)[0] > 6


def test_a_row_is_not_left_for_itself():
    """Of 32 rows a tile of 28 would leave four sums, which wait for each other."""
    rows, vectors = tile_of_few_rows(one_matrix(32, 768), 48, Target.parse("x86-avx512+bf16"))
    assert vectors > 1
    assert 32 % rows * vectors not in range(1, 8)


@pytest.mark.parametrize(
    ("name", "tile"), [("x86-avx512", (12, 2)), ("x86-avx2", (4, 3)), ("x86-64", (6, 2))]
)
@pytest.mark.parametrize("columns", [768, 3072])
def test_tiles_of_dynamic_rows(columns: int, name: str, tile: tuple[int, int]):
    """Of eight rows two tiles of 4 x 2 would have as many sums as are under way, none to spare."""
    target = Target.parse(name)
    kernel = target.inner_kernel(FLOAT32)
    assert tile_of_dynamic_rows(kernel, 512, 96, columns, target.lanes) == tile
    assert tile_of_dynamic_rows(kernel, 2, 96, columns, target.lanes)[0] == 2
