"""Register tiles: whole ones and a rest, or tiles of about equal size."""

from __future__ import annotations

import pytest
from ncnnc.passes.loops.emit.building.register_tiles import (
    BalancedTiles,
    RegisterTiles,
    for_register_tiles,
)

from tests.helpers.one_thread import OneThread


@pytest.mark.parametrize("known", [True, False])
def test_register_tiles(known: bool):
    """Of 17 pixels, tiles of 5: three are whole, the last one has 2."""
    done: list[tuple[int, int]] = []
    for first, last in ((0, 2), (2, 2), (2, 3), (3, 4)):
        tiles = RegisterTiles.of(17, 5, first, last) if known else RegisterTiles(first, last, 5, 4)
        for_register_tiles(OneThread(0, 1), tiles, lambda t, n: done.append((t, n)))
    assert done == [(0, 5), (1, 5), (2, 5), (3, 2 if known else 5)]


@pytest.mark.parametrize(("pixels", "sizes"), [(3, [3]), (9, [5, 4]), (17, [6, 6, 5]), (0, [])])
def test_balanced_tiles(pixels: int, sizes: list[int]):
    """Tiles of eight at the most, the larger ones first."""
    b, done = OneThread(0, 1), list[tuple[int, int]]()
    tiles = BalancedTiles.of(b, pixels, 8)
    tiles.each(b, 1, lambda t, n: done.append((t, n)))
    assert done == list(enumerate(sizes))
    assert [tiles.start(b, t) for t in range(len(sizes))] == [
        sum(sizes[:t]) for t in range(len(sizes))
    ]
