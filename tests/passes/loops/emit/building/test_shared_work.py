"""Threads share work: all of it is done once, and shares are as equal as possible."""

from __future__ import annotations

from collections import Counter
from itertools import chain, product
from typing import Any

import pytest
from ncnnc.passes.loops.emit.building.shared_work import share_blocks_of_tiles, share_ranges

from tests.helpers.one_thread import OneThread

THREADS = (1, 2, 3, 5, 16)


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize(("outer", "inner"), [(1, 7), (3, 1), (3, 14), (16, 5)])
def test_ranges(outer: int, inner: int, threads: int):
    shares = []
    for thread in range(threads):
        done: list[tuple[int, int]] = []
        share_ranges(
            OneThread(thread, threads),
            *(outer, inner),
            lambda i, first, last, done=done: done.extend((i, j) for j in range(first, last)),
        )
        shares.append(done)
    assert list(chain.from_iterable(shares)) == [(i, j) for i in range(outer) for j in range(inner)]
    assert max(map(len, shares)) - min(map(len, shares)) <= 1


@pytest.mark.parametrize(("blocks", "vectors"), [(1, 1), (4, 4), (5, 4), (3, 4), (16, 3)])
def test_tiles(blocks: int, vectors: int):
    for tiles, most, threads in product((1, 3, 16, 131), (1, 5, 1000), THREADS):
        check_tiles(tiles, most, blocks, vectors, threads)


def check_tiles(tiles: int, most: int, blocks: int, vectors: int, threads: int) -> None:
    """Check that each tile and vector is done once, in shares that differ by a tile at most."""
    shares, widest = [], min(blocks, vectors)
    for thread in range(threads):
        done: list[tuple[int, int]] = []

        def body(vector: Any, count: int, first: Any, last: Any, done: Any = done) -> None:
            assert first < last or last < tiles  # the last tile may be a partial one
            assert count in (vectors, blocks % vectors)
            assert vector % vectors == 0
            done += [(t, vector + n) for t in range(first, last) for n in range(count)]

        share_blocks_of_tiles(OneThread(thread, threads), tiles, most, blocks, vectors, body)
        shares.append(done)
    everything = Counter(chain.from_iterable(shares))
    assert everything == Counter((t, n) for t in range(tiles) for n in range(blocks))
    assert max(map(len, shares)) - min(map(len, shares)) <= 2 * widest


def test_blocks_are_worked_on_one_after_the_other():
    order: list[tuple[int, int, int]] = []
    share_blocks_of_tiles(OneThread(0, 1), 10, 4, 3, 2, lambda f, n, a, z: order.append((f, a, z)))
    assert order == [(0, 0, 4), (2, 0, 4), (0, 4, 8), (2, 4, 8), (0, 8, 10), (2, 8, 10)]
