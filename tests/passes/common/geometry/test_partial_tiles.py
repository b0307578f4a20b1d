"""Tiles for what a run leaves behind whole ones."""

from __future__ import annotations

from itertools import pairwise

import pytest
from ncnnc.passes.common.geometry.partial_tiles import computed_pixels, partial_sizes


@pytest.mark.parametrize("size", range(1, 33))
def test_partial_tiles_hold_any_rest(size: int):
    sizes = sorted({1, min(2, size), *partial_sizes(size), size})
    assert all(b <= 2 * a for a, b in pairwise(sizes))  # each once, they are any number
    for pixels in range(1, 3 * size):
        whole, last = computed_pixels(pixels, size)
        assert pixels <= whole * size + last < pixels + size
        assert last in (0, *partial_sizes(size))
