"""Where tiles lie along one axis of an image, and which outputs are taken from each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from ..diagnostics import OptionValueError


@dataclass(frozen=True)
class OutputReach:
    """
    Element `i` of an output reads the elements `i * step + low` to `i * step + high` of the padded
    image; `extent` elements are wanted.
    """

    step: Fraction
    low: Fraction
    high: Fraction
    extent: int

    def valid(self, tile: int, is_first: bool, is_last: bool) -> tuple[int, int]:
        """
        The first element of a tile's output, and one past the last, that see nothing of what is
        beyond the tile; borders of the image are no borders of the tile.
        """
        first = 0 if is_first else ceil(-self.low / self.step)
        last = floor((tile - 1 - self.high) / self.step) + 1
        return first, self.extent if is_last else last


@dataclass(frozen=True)
class Segment:
    """
    One tile along an axis: from which element of the padded image it starts, and for each output
    the elements `from` to `to` that are taken from it, of which the first is element `within` of
    what the tile gives.
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
    segments: tuple[Segment, ...]


def segments(
    extent: int, tile: int, alignment: int, outputs: Sequence[OutputReach]
) -> tuple[Segment, ...]:
    """
    As few tiles as cover an axis of so many elements; each starts at a multiple of `alignment`, and
    the last, which ends where the image does, is shifted inwards for that.

    Raises: OptionValueError if halos leave nothing of a tile.
    """
    found: list[Segment] = []
    covered = [0] * len(outputs)
    start = 0
    while True:
        is_last = start + tile >= extent
        taken: list[tuple[int, int, int]] = []
        for index, output in enumerate(outputs):
            offset = int(start / output.step)
            _, to = output.valid(tile, not start, is_last)
            to = output.extent if is_last else min(offset + to, output.extent)
            taken.append((covered[index], to, covered[index] - offset))
        found.append(Segment(start, tuple(taken)))
        if is_last:
            return tuple(found)
        if any(to <= first for first, to, _ in taken):
            raise no_room(tile, alignment, outputs)
        covered = [to for _, to, _ in taken]
        following = min(
            _latest_start(output, to) for output, to in zip(outputs, covered, strict=True)
        )
        following = min(following // alignment * alignment, extent - tile)
        if following <= start:
            raise no_room(tile, alignment, outputs)
        start = following


def _latest_start(output: OutputReach, first: int) -> int:
    """Where a tile may start at the latest for element `first` of an output to be valid in it."""
    return floor(first * output.step + output.low)


def no_room(tile: int, alignment: int, outputs: Sequence[OutputReach]) -> OptionValueError:
    """The error for tiles that are all halo."""
    halo = max(max(ceil(-output.low), ceil(output.high)) for output in outputs)
    enough = -(-(4 * halo + alignment) // 64) * 64
    return OptionValueError(
        f"tiles of {tile} pixels have no room for a halo of {halo} on each side; "
        f"hint: tile={enough}, or a smaller halo, which may show seams"
    )
