"""Tiles for what a run leaves behind whole ones."""

from __future__ import annotations

from itertools import pairwise

import pytest
from ncnnc.passes.common.geometry.partial_tiles import (
    equal_sizes,
    equal_tiles,
    partial_sizes,
    row_tiles,
)


@pytest.mark.parametrize("size", range(1, 33))
def test_partial_tiles_hold_any_rest(size: int):
    sizes = sorted({1, min(2, size), *partial_sizes(size), size})
    assert all(b <= 2 * a for a, b in pairwise(sizes))  # each once, they are any number
    for pixels in range(1, 3 * size):
        computed = sum(n * count for n, count in row_tiles(pixels, size))
        assert pixels <= computed < pixels + size
        assert {n for n, count in row_tiles(pixels, size) if count} <= {size, *partial_sizes(size)}


@pytest.mark.parametrize("size", range(1, 33))
def test_equal_tiles_compute_few_pixels_more(size: int):
    assert max(equal_sizes(size)) == size
    for pixels in range(1, 4 * size):
        ((n, count),) = equal_tiles(pixels, size)
        assert count == -(-pixels // size)
        assert pixels <= n * count <= count * size
        if count > 1:
            assert n * count <= 1.2 * pixels + count
