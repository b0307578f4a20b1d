"""Inputs with the shape of the blob they are added to."""

from __future__ import annotations

import pytest

from tests.helpers.shape_search import fits, solve, text_of

CELLS_AS_CHANNELS = text_of(
    "Reshape r 1 1 x r 0=-1 1=16 2=1",
    "Permute t 1 1 r t 0=4",
    "BinaryOp b 2 1 t p b 0=0",
    "Reshape s 1 1 b s 0=16 1=-1",
    "InnerProduct i 1 1 s y 0=4 1=0 2=64",
    inputs="x p",
)
"""Positions `cells,1,16` that are added to the cells of an image."""


def test_two_extents_of_positions_follow_the_image():
    solution = solve(CELLS_AS_CHANNELS)
    height, width = solution.shapes["x"][1:]
    assert solution.shapes["p"][0] in (1, height * width)
    assert solution.shapes["p"][1:] == (1, 16)
    assert fits(CELLS_AS_CHANNELS, dict(solution.shapes))


def test_both_orders_of_operands():
    text = CELLS_AS_CHANNELS.replace(b"2 1 t p b", b"2 1 p t b")
    solution = solve(text, {"x": (16, 7, 9)})
    assert solution.shapes["p"] == (63, 1, 16)


@pytest.mark.parametrize("operation", ["Concat k 2 1 t p y 0=0", "MatMul m 2 1 t p y"])
def test_other_ops_do_not_make_their_operands_alike(operation: str):
    text = text_of(
        "Reshape r 1 1 x r 0=-1 1=16 2=1", "Permute t 1 1 r t 0=4", operation, inputs="x p"
    )
    solution = solve(text, {"x": (16, 7, 9)})
    assert solution.shapes["p"] != (63, 1, 16)
    assert fits(text, dict(solution.shapes))
