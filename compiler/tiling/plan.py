"""The plan by which images of one size are cut into tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil

from ...runtime.errors import ArrayShapeError
from ..diagnostics import OptionValueError
from .axis_plan import AxisPlan, AxisTile, TileOutput

ImageSize = tuple[int, int]
"""Height and width."""
ROUND = 64
"""Extents of tiles that are proposed are multiples of this."""


@dataclass(frozen=True)
class TilePlan:
    """
    The division of images of one size into tiles.

    `scales` are those of the outputs, along both axes; `halo` is the reach of an output beyond its
    own place in pixels of the image, or the given halo; `unbounded` names the layer that makes this
    reach infinite (results may then differ from those of the whole image), and is empty if there is
    none.
    """

    rows: AxisPlan
    columns: AxisPlan
    scales: tuple[tuple[Fraction, Fraction], ...]
    extents: tuple[ImageSize, ...]
    """Height and width of each output."""
    halo: int
    unbounded: str

    @property
    def tile_extents(self) -> ImageSize:
        """Height and width of each tile, with its halo."""
        return self.rows.tile, self.columns.tile

    @property
    def count(self) -> int:
        return len(self.rows.segments) * len(self.columns.segments)

    def tiles(self) -> Iterator[tuple[AxisTile, AxisTile]]:
        """The tiles, row by row."""
        return product(self.rows.segments, self.columns.segments)


@dataclass(frozen=True)
class Wanted:
    """The caller's options; see `tiled`. `tile` is a height and a width."""

    tile: ImageSize
    halo: int | None
    multiple: int | None


def rounded_up(number: int, multiple: int) -> int:
    """The next multiple, or the number itself if it is one."""
    return -(-number // multiple) * multiple


def no_room(tile: int, halo: int, alignment: int) -> OptionValueError:
    enough = rounded_up(4 * halo + alignment, ROUND)
    return OptionValueError(
        f"tiles of {tile} pixels have no room for a halo of {halo} on each side; "
        f"hint: tile={enough}, or a smaller halo, which may show seams"
    )


def not_an_image(output: str, axes: int) -> ArrayShapeError:
    """The error for an output that no tiles make."""
    return ArrayShapeError(
        f"output '{output}' is no image c,h,w, but has {axes} axes; hint: compile with outputs="
    )


def given_halo(
    scale: Fraction, before: int, halo: int, tile: int, made: int, extent: int
) -> TileOutput:
    """Return the valid part of a tile's `made` elements; `before` pixels are prepended."""
    start = max(0, ceil((halo - before) * scale))
    end = min(made, ceil((tile - before - halo) * scale))
    return TileOutput(1 / scale, start, end, extent)
