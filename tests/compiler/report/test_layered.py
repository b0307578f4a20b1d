"""Drawings have edges that go down, rows without overlaps, and straight lines where they can be."""

from __future__ import annotations

import random
import time
from itertools import pairwise

from ncnnc.compiler.report.layered import NODE_WIDTH, Drawing, Edge, draw


def check(drawing: Drawing, edges: list[Edge]) -> None:
    assert all(drawing.rows[source] < drawing.rows[target] for source, target in edges)
    for row in range(drawing.height):
        places = sorted(x for x, at in zip(drawing.x, drawing.rows, strict=True) if at == row)
        assert all(b - a >= NODE_WIDTH - 1e-9 for a, b in pairwise(places))
    for (source, target), bends in drawing.bends.items():
        rows = [drawing.rows[source], *(row for _, row in bends), drawing.rows[target]]
        assert rows == list(range(rows[0], rows[-1] + 1))


def test_a_chain_is_one_straight_line():
    drawing = draw(5, [(place, place + 1) for place in range(4)])
    assert drawing.rows == [0, 1, 2, 3, 4]
    assert len(set(drawing.x)) == 1


def test_branches_stand_beside_each_other():
    edges = [(0, 1), (0, 2), (1, 3), (2, 3)]
    drawing = draw(4, edges)
    check(drawing, edges)
    assert drawing.x[0] == drawing.x[3] == (drawing.x[1] + drawing.x[2]) / 2


def test_an_edge_over_rows_goes_around_what_stands_there():
    edges = [(0, 1), (1, 2), (2, 3), (0, 3)]
    drawing = draw(4, edges)
    check(drawing, edges)
    assert [row for _, row in drawing.bends[0, 3]] == [1, 2]
    assert all(abs(x - drawing.x[row]) >= NODE_WIDTH / 2 for x, row in drawing.bends[0, 3])


def test_a_source_stands_right_above_its_reader():
    assert draw(4, [(0, 1), (1, 3), (2, 3)]).rows == [0, 1, 1, 2]


def test_large_graphs_in_linear_time_and_always_alike():
    generator = random.Random(0)
    edges = [
        (generator.randrange(max(0, target - 9), target), target)
        for target in range(1, 5000)
        for _ in range(2)
    ]
    started = time.process_time()
    drawing = draw(5000, edges)
    assert time.process_time() - started < 4
    check(drawing, edges)
    assert draw(5000, edges) == drawing


def test_nothing():
    assert draw(0, []).height == 0
