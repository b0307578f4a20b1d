"""Blocks that repeat are found, with their beginning where least is handed over."""

from __future__ import annotations

from ncnnc.compiler.report.blocks import Repeat, find_repeats

BLOCK = ["norm", "gemm", "gemm", "attend", "add"]


def test_blocks_of_a_decoder_between_other_layers():
    kinds = ["input", "embed", *BLOCK * 6, "norm", "head"]
    crossing = [1 if (place - 2) % 5 == 0 else 3 for place in range(len(kinds))]
    assert find_repeats(kinds, crossing) == [Repeat(2, 5, 6)]


def test_two_kinds_of_blocks():
    kinds = [*BLOCK * 4, "pool", *["conv", "swish", "mul", "conv"] * 3]
    found = find_repeats(kinds, [1] * len(kinds))
    assert [(one.period, one.count) for one in found] == [(5, 4), (4, 3)]
    assert [one.end for one in found] == [20, 33]


def test_the_beginning_moves_to_where_one_blob_crosses():
    kinds = ["add", *BLOCK * 3, *BLOCK[:3]]
    crossing = [2] * len(kinds)
    crossing[3] = 1
    assert find_repeats(kinds, crossing) == [Repeat(3, 5, 3)]


def test_what_does_not_repeat_is_no_block():
    assert find_repeats([str(place) for place in range(50)], [1] * 50) == []
    assert find_repeats(["relu"] * 4, [1] * 4) == []
    assert find_repeats([], []) == []
