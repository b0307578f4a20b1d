"""Register tiles: of rows whose length is known only at run time, and of small matrices."""

from __future__ import annotations

from dataclasses import replace

import pytest
from ncnnc.dialects.target.products import FLOAT32, INT8, INT16
from ncnnc.dialects.target.records import ISAS, Target
from ncnnc.passes.schedule.cost.register_tile import (
    choose_register_tile,
    tile_cycles,
    tile_of_any_row,
)


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


def test_of_tiles_as_good_one_that_loads_less_is_chosen():
    """Products by element load inputs of four channels at once: weights are what to share."""
    kernel = Target.parse("aarch64").inner_kernel(FLOAT32)
    pixels, vectors = choose_register_tile(kernel, 14, 64, 1152, 4)
    assert tile_cycles(kernel, 14, 1, 4) * vectors * pixels == 14 * tile_cycles(
        kernel, pixels, vectors, 4
    )
    assert pixels / 4 + vectors < pixels * vectors * (14 / 4 + 1) / 14


def test_tiles_of_small_matrices():
    """They have whole pairs of pixels, and leave registers to the weights of two rows."""
    kernel = Target.parse("aarch64+i8mm").block_kernel(INT8)
    assert kernel is not None
    for vectors in (1, 2, 3, 4):
        most = kernel.most_pixels(vectors)
        assert most % 2 == 0
        assert most * vectors + 2 * vectors + 1 <= kernel.registers
        pixels, _ = choose_register_tile(kernel, 13, vectors, 9, 4, (vectors,))
        assert pixels in range(2, most + 1, 2)
    assert choose_register_tile(kernel, 1, 2, 9, 4) == (1, 1)


def test_an_instruction_of_half_of_the_pipes_takes_twice_as_long():
    kernel = Target.parse("aarch64").inner_kernel(INT16)
    whole = replace(kernel, product=replace(kernel.product, rate=1.0))
    assert tile_cycles(kernel, 10, 2, 4) == 2 * tile_cycles(whole, 10, 2, 4)
