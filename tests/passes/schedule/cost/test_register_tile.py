"""Register tiles of rows whose length is known only at run time."""

from __future__ import annotations

import pytest
from ncnnc.dialects.target.products import FLOAT32
from ncnnc.dialects.target.records import ISAS, Target
from ncnnc.passes.schedule.cost.register_tile import choose_register_tile, tile_of_any_row


@pytest.mark.parametrize("name", ISAS)
@pytest.mark.parametrize("blocks", [1, 2, 3, 10])
def test_a_tile_of_any_row_is_cheap_for_short_ones_too(name: str, blocks: int):
    target = Target.parse(name)
    kernel = target.inner_kernel(FLOAT32)
    for width in (1, 5, 16, 100):
        usual = choose_register_tile(kernel, width, blocks, 672, target.lanes)
        widths = (width, -(-width // 2), -(-width // 4))
        pixels, vectors = tile_of_any_row(kernel, usual, widths, blocks, 672, target.lanes)
        assert kernel.fits(pixels, vectors)
        assert vectors <= blocks


def test_sums_of_few_pixels_do_not_wait_for_each_other():
    """Sums of one vector each of four pixels wait, of two they do not."""
    target = Target.parse("x86-avx512")
    kernel = target.inner_kernel(FLOAT32)
    _, vectors = tile_of_any_row(kernel, (28, 1), (16, 8, 4), 10, 672, target.lanes)
    assert vectors > 1
    assert tile_of_any_row(kernel, (30, 1), (120, 60, 30), 1, 672, target.lanes) == (30, 1)


def test_few_vectors_of_weights_are_waited_for_at_once():
    """A tile reads fewer vectors of weights that take as long to come as eight multiply-adds."""
    target = Target.parse("x86-avx512")
    kernel, counts = target.inner_kernel(FLOAT32), (9, 16, 25)
    _, usual = tile_of_any_row(kernel, (8, 3), counts, 16, 128, target.lanes)
    _, streaming = tile_of_any_row(kernel, (8, 3), counts, 16, 128, target.lanes, 8.0)
    assert streaming < usual
