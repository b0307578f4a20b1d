"""The layers of a model's file as a graph with coordinates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from ..analysis.rounding import SPLIT
from ..format.records import LayerRecord, ModelRecord
from .blocks import Repeat, find_repeats
from .layered import Edge, draw

MOST_READERS = 6
"""Readers of a layer on the way from block to block: a mask has more."""


@dataclass(frozen=True)
class LayerGraph:
    """Layers in an order in which they can run; edges are pairs of places in it."""

    layers: tuple[LayerRecord, ...]
    edges: tuple[Edge, ...]
    blobs: tuple[str, ...]
    """Of each edge, the blob that goes along it."""


def layer_graph(record: ModelRecord) -> LayerGraph:
    """The graph of a file, without layers that only split; inputs of one layer right before it."""
    renamed: dict[str, str] = {}
    layers: list[LayerRecord] = []
    for layer in record.layers:
        bottoms = tuple(renamed.get(blob, blob) for blob in layer.bottoms)
        if layer.type == SPLIT:
            renamed.update(dict.fromkeys(layer.tops, bottoms[0]))
        else:
            layers.append(replace(layer, bottoms=bottoms))
    order = places_of_sources(layers)
    makers = {blob: place for place, number in enumerate(order) for blob in layers[number].tops}
    found = [
        ((makers[blob], place), blob)
        for place, number in enumerate(order)
        for blob in layers[number].bottoms
        if makers.get(blob, place) < place
    ]
    edges, blobs = zip(*found, strict=True) if found else ((), ())
    return LayerGraph(tuple(layers[number] for number in order), edges, blobs)


def places_of_sources(layers: Sequence[LayerRecord]) -> list[int]:
    """The order of the file, but a layer without inputs that one layer reads comes before that."""
    readers = Counter(blob for layer in layers for blob in set(layer.bottoms))
    sources = {
        layer.tops[0]: number
        for number, layer in enumerate(layers)
        if not layer.bottoms and len(layer.tops) == 1 and readers[layer.tops[0]] == 1
    }
    order: list[int] = []
    for number, layer in enumerate(layers):
        if not layer.bottoms and layer.tops and layer.tops[0] in sources:
            continue
        order += dict.fromkeys(sources[blob] for blob in layer.bottoms if blob in sources)
        order.append(number)
    return order


def drawn(graph: LayerGraph, kinds: Sequence[Hashable]) -> list[dict[str, Any]]:
    """
    The parts of a drawing, one below the other: runs of layers, and each repetition of a block.

    A part has its layers from `first` on, their `x` and rows, and its edges with bends. Its `inlet`
    is the nearest layer above from which an edge leads to it and which few read, `inlet_x` the
    place below which that should be.
    """
    repeats = find_repeats(kinds, crossings(graph))
    incoming: dict[int, list[int]] = {}
    readers = Counter(source for source, _ in graph.edges)
    for source, target in graph.edges:
        incoming.setdefault(target, []).append(source)
    parts: list[dict[str, Any]] = []
    for first, end, block in part_ranges(len(graph.layers), repeats):
        edges = [(s, t) for t in range(first, end) for s in incoming.get(t, ())]
        above = {source for source, _ in edges if source < first}
        inlet = max(above, key=lambda s: (readers[s] <= MOST_READERS, s), default=None)
        parts.append(part_record(first, end, edges, inlet) | {"block": block})
        if not edges:
            parts[-1]["x"] = fanned([readers[place] for place in range(first, end)])
    return parts


def part_record(first: int, end: int, edges: Sequence[Edge], inlet: int | None) -> dict[str, Any]:
    """Draw a part; above its layers stands the one from which an edge comes in, for its bends."""
    numbers = {inlet: 0} | {place: place - first + 1 for place in range(first, end)}
    places = [inlet, *range(first, end)]
    inner = [(numbers[s], numbers[t]) for s, t in edges if s in numbers]
    drawing = draw(len(places), inner)
    top = min(drawing.rows[1:], default=0)
    return {
        "first": first,
        "count": end - first,
        "height": drawing.height - top,
        "x": [round(at, 2) for at in drawing.x[1:]],
        "rows": [row - top for row in drawing.rows[1:]],
        "bends": [
            [places[source], places[target], [[round(at, 2), row - top] for at, row in bends]]
            for (source, target), bends in drawing.bends.items()
        ],
        "inlet": inlet,
        "inlet_x": round(drawing.x[0], 2),
    }


def fanned(readers: Sequence[int]) -> list[float]:
    """Places of layers without edges: in the middle the one that fewest read."""
    x = [0.0] * len(readers)
    for turn, place in enumerate(sorted(range(len(readers)), key=lambda i: readers[i])):
        x[place] = float((turn + 1) // 2 * (1 if turn % 2 else -1))
    return x


def crossings(graph: LayerGraph) -> list[int]:
    """The number of blobs that are handed over before each layer."""
    last: dict[str, tuple[int, int]] = {}
    for (source, target), blob in zip(graph.edges, graph.blobs, strict=True):
        last[blob] = source, max(target, last.get(blob, (0, 0))[1])
    changes = [0] * (len(graph.layers) + 2)
    for source, target in last.values():
        changes[source + 1] += 1
        changes[target + 1] -= 1
    return list(accumulate(changes))


def part_ranges(
    count: int, repeats: Sequence[Repeat]
) -> list[tuple[int, int, tuple[int, int, int] | None]]:
    """First layer, end, and of a repetition the number of its block, of itself, and of all."""
    found: list[tuple[int, int, tuple[int, int, int] | None]] = []
    at = 0
    for number, repeat in enumerate(repeats):
        if at < repeat.start:
            found.append((at, repeat.start, None))
        for turn in range(repeat.count):
            first = repeat.start + turn * repeat.period
            found.append((first, first + repeat.period, (number, turn, repeat.count)))
        at = repeat.end
    if at < count:
        found.append((at, count, None))
    return found
