"""Place tiles along one axis of an image, and choose the outputs to take from each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor


@dataclass(frozen=True)
class TileOutput:
    """
    An output of a tile: of `step` elements of the padded image there is one; those from `start` to
    before `end` are as in the whole image, wherever the tile lies; `extent` elements are wanted of
    the whole image.
    """

    step: Fraction
    start: int
    end: int
    extent: int


@dataclass(frozen=True)
class AxisTile:
    """
    One tile along an axis: the element of the padded image where it starts, and for each output the
    elements `from` to `to` taken from it, the first of which is element `within` of the tile's
    result.
    """

    start: int
    taken: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class AxisPlan:
    """
    The tiles along one axis. The image is padded by `before` and `after` elements, to `extent`;
    each tile has `tile` of them, its halo included.
    """

    before: int
    after: int
    extent: int
    tile: int
    segments: tuple[AxisTile, ...]


def segments(
    extent: int, tile: int, alignment: int, outputs: Sequence[TileOutput]
) -> tuple[AxisTile, ...] | None:
    """
    As few tiles as cover an axis of so many elements; each starts at a multiple of `alignment`, and
    the last, which ends where the image does, is shifted inwards for that. None if halos leave
    nothing of a tile.
    """
    found: list[AxisTile] = []
    covered = [0] * len(outputs)
    start = 0
    while True:
        is_last = start + tile >= extent
        taken: list[tuple[int, int, int]] = []
        for first, output in zip(covered, outputs, strict=True):
            offset = int(start / output.step)
            to = output.extent if is_last else min(offset + output.end, output.extent)
            taken.append((first, to, first - offset))
        found.append(AxisTile(start, tuple(taken)))
        if is_last:
            return tuple(found)
        covered = [to for _, to, _ in taken]
        following = min(map(_latest_start, outputs, covered))
        following = min(following // alignment * alignment, extent - tile)
        if following <= start or any(to <= first for first, to, _ in taken):
            return None
        start = following


def _latest_start(output: TileOutput, first: int) -> int:
    """Return the last start of a tile in which element `first` of an output is valid."""
    return floor((first - output.start) * output.step)
