"""Free parts of a block of memory."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from ncnnc.runtime.weights.free_space import FreeSpace


def test_the_first_range_that_is_large_enough_is_taken():
    space = FreeSpace(100)
    assert [space.take(size) for size in (10, 20, 30)] == [0, 10, 30]
    assert space.give_back(10, 20) == (10, 30)
    assert [space.take(size) for size in (30, 15, 5)] == [60, 10, 25]


def test_what_is_too_large_is_not_taken():
    space = FreeSpace(100)
    assert space.take(101) is None
    assert space.take(100) == 0
    assert space.take(1) is None


def test_free_ranges_grow_together():
    space = FreeSpace(30)
    for _ in range(3):
        space.take(10)
    space.give_back(0, 10)
    space.give_back(20, 10)
    assert space.take(20) is None
    assert space.give_back(10, 10) == (0, 30)
    assert space.take(30) == 0


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 40)), max_size=60))
def test_ranges_that_are_taken_never_overlap(steps: list[tuple[bool, int]]):
    space = FreeSpace(200)
    taken: dict[int, int] = {}
    for takes, size in steps:
        if not takes and taken:
            offset = sorted(taken)[size % len(taken)]
            space.give_back(offset, taken.pop(offset))
            continue
        offset = space.take(size)
        if offset is not None:
            assert 0 <= offset <= 200 - size
            assert all(offset + size <= o or o + n <= offset for o, n in taken.items())
            taken[offset] = size
    for offset, size in taken.items():
        space.give_back(offset, size)
    assert space.take(200) == 0
