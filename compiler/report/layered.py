"""
Places the nodes of a graph in rows, from sources down, with few crossings and straight edges.

The time is linear in nodes and edges: edges over more than `MOST_SPAN` rows are drawn without a
place of their own in the rows between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

MOST_SPAN = 24
SWEEPS = 7
NODE_WIDTH = 1.0
BEND_WIDTH = 0.2
"""Width of a place where an edge goes through a row."""

Edge = tuple[int, int]


@dataclass
class Drawing:
    """Units: `x` widths of a node with its gap, from the middle; `rows` from 0."""

    x: list[float]
    rows: list[int]
    bends: dict[Edge, list[tuple[float, int]]] = field(default_factory=dict)
    """The places of an edge in the rows between its ends."""

    @property
    def height(self) -> int:
        """Number of rows."""
        return max(self.rows, default=-1) + 1


@dataclass
class Rows:
    """Nodes and bends, by row and by neighbour."""

    rows: list[list[int]]
    widths: list[float]
    above: list[list[int]]
    below: list[list[int]]
    chains: dict[Edge, list[int]]
    loose: set[int] = field(default_factory=set[int])
    """Sources below the first row: they stand beside what they join."""
    x: list[float] = field(default_factory=list[float])


def draw(count: int, edges: Sequence[Edge]) -> Drawing:
    """Place nodes 0 to `count`, whose edges go from smaller numbers to larger ones."""
    ranks = rank(count, edges)
    table = rows_of(ranks, edges)
    for sweep in range(SWEEPS):
        downwards = sweep % 2 == 0
        order = table.rows if downwards else table.rows[::-1]
        near = table.above if downwards else table.below
        for row in order:
            place_row(table, row, near, reorder=sweep < SWEEPS - 2)
    for row in table.rows:
        pull_loose(table, row)
    bends = {
        edge: [(table.x[bend], ranks[edge[0]] + 1 + step) for step, bend in enumerate(chain)]
        for edge, chain in table.chains.items()
        if chain
    }
    return Drawing(table.x[:count], ranks, bends)


def rank(count: int, edges: Sequence[Edge]) -> list[int]:
    """The row of each node: below all that it reads; sources right above what reads them."""
    ranks = [0] * count
    has_source = [False] * count
    for source, target in sorted(edges, key=lambda edge: edge[1]):
        ranks[target] = max(ranks[target], ranks[source] + 1)
        has_source[target] = True
    lowest: dict[int, int] = {}
    for source, target in edges:
        lowest[source] = min(lowest.get(source, ranks[target]), ranks[target])
    for node, row in lowest.items():
        if not has_source[node]:
            ranks[node] = row - 1
    return ranks


def rows_of(ranks: Sequence[int], edges: Sequence[Edge]) -> Rows:
    """Rows of nodes, and of bends of the edges that go through them."""
    rows: list[list[int]] = [[] for _ in range(max(ranks, default=-1) + 1)]
    for node, row in enumerate(ranks):
        rows[row].append(node)
    table = Rows(rows, [NODE_WIDTH] * len(ranks), [], [], {})
    links: list[Edge] = []
    for source, target in dict.fromkeys(edges):
        span = ranks[target] - ranks[source]
        chain: list[int] = []
        if 1 < span <= MOST_SPAN:
            for row in range(ranks[source] + 1, ranks[target]):
                chain.append(len(table.widths))
                rows[row].append(chain[-1])
                table.widths.append(BEND_WIDTH)
        table.chains[source, target] = chain
        path = [source, *chain, target]
        if span <= MOST_SPAN:
            links += pairwise(path)
    table.above, table.below = ([[] for _ in table.widths] for _ in range(2))
    for upper, lower in links:
        table.above[lower].append(upper)
        table.below[upper].append(lower)
    nodes = enumerate(ranks)
    table.loose = {node for node, row in nodes if row > 0 and not table.above[node]}
    table.x = [0.0] * len(table.widths)
    for row in rows:
        spread(table, row, [0.0] * len(row))
    return table


def place_row(table: Rows, row: list[int], near: Sequence[Sequence[int]], reorder: bool) -> None:
    """Move the members of a row to the middle of their neighbours, in that order if they may."""
    wanted: dict[int, float] = {}
    for node in row:
        members = [n for n in near[node] if n not in table.loose] or near[node]
        wanted[node] = middle([table.x[n] for n in members], table.x[node])
    if reorder:
        row.sort(key=lambda node: wanted[node])
    spread(table, row, [wanted[node] for node in row])


def pull_loose(table: Rows, row: Sequence[int]) -> None:
    """Move sources of a row towards what reads them, as far as their neighbours let them."""
    for place, node in enumerate(row):
        if node not in table.loose or not table.below[node]:
            continue
        wanted = middle([table.x[reader] for reader in table.below[node]], 0.0)
        for step, limit in ((-1, max), (1, min)):
            if 0 <= place + step < len(row):
                beside = row[place + step]
                gap = (table.widths[beside] + table.widths[node]) / 2
                wanted = limit(wanted, table.x[beside] - step * gap)
        table.x[node] = wanted


def middle(places: list[float], default: float) -> float:
    """The median; of an even number the mean of the two in the middle."""
    if not places:
        return default
    places.sort()
    half = len(places) // 2
    return places[half] if len(places) % 2 else (places[half - 1] + places[half]) / 2


def spread(table: Rows, row: Sequence[int], wanted: Sequence[float]) -> None:
    """
    Place the members of a row in order, without overlaps, as near to `wanted` as squares say:
    those that would overlap form groups, each around the mean place of its members.
    """
    groups: list[tuple[float, int]] = []
    offsets: list[float] = []
    at = 0.0
    for node, want in zip(row, wanted, strict=True):
        at += table.widths[node] / 2
        offsets.append(at)
        group = (want - at, 1)
        at += table.widths[node] / 2
        while groups and groups[-1][0] / groups[-1][1] >= group[0] / group[1]:
            total, size = groups.pop()
            group = (group[0] + total, group[1] + size)
        groups.append(group)
    shifts = [total / size for total, size in groups for _ in range(size)]
    for node, offset, shift in zip(row, offsets, shifts, strict=True):
        table.x[node] = offset + shift
