"""Tiles of a model that is compiled for one shape, and whose graph is not known any more."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, lcm

from ..diagnostics import OptionValueError
from .axis_plan import AxisPlan, TileOutput, segments
from .plan import ImageSize, TilePlan, Wanted, given_halo, no_room, rounded_up

LARGEST_DENOMINATOR = 4
"""Largest denominator of a scale: 3/2 and 4/3 are scales, 484/256 is a network without padding."""


class FixedPlanner:
    """
    Plans tiles of one shape, for a halo that is given.

    The scale is what outputs have more than inputs; where that is no simple fraction, the network
    does not pad, and the next larger whole number is meant.
    """

    unbounded = ""

    def __init__(self, tile: ImageSize, made: Sequence[ImageSize], wanted: Wanted):
        """Raises: OptionValueError if no halo is given."""
        if wanted.halo is None:
            raise OptionValueError(
                "the receptive field of a model compiled for one shape is unknown; "
                "hint: halo=32, or ncnnc.compile(..., dynamic=True)"
            )
        self.tile = tile
        self._made = tuple(made)
        self._wanted = wanted
        self.scales = tuple(
            (scale_of(tile[0], height), scale_of(tile[1], width)) for height, width in made
        )

    def halo(self) -> int:
        """Return the given options."""
        return self._wanted.halo or 0

    def plan(self, size: ImageSize) -> TilePlan:
        """Plan the tiles of an image. Raises: OptionValueError if they are too small for halos."""
        rows, columns = (self._axis(axis, size[axis]) for axis in (0, 1))
        extents = tuple((ceil(size[0] * h), ceil(size[1] * w)) for h, w in self.scales)
        return TilePlan(rows, columns, self.scales, extents, self.halo(), "")

    def _axis(self, axis: int, size: int) -> AxisPlan:
        """The tiles along the height (0) or the width (1)."""
        tile = self.tile[axis]
        pairs = [
            (scale[axis], made[axis]) for scale, made in zip(self.scales, self._made, strict=True)
        ]
        margin = max(ceil((tile * scale - made) / scale) for scale, made in pairs)
        alignment = lcm(self._wanted.multiple or 1, *((1 / s).numerator for s, _ in pairs))
        extent = tile + rounded_up(max(0, size + margin - tile), alignment)
        before = margin // 2
        outputs: list[TileOutput] = [
            given_halo(scale, before, self.halo(), tile, made, ceil(size * scale))
            for scale, made in pairs
        ]
        found = segments(extent, tile, alignment, outputs)
        if found is None:
            raise no_room(tile, self.halo(), alignment)
        return AxisPlan(before, extent - size - before, extent, tile, found)


def scale_of(tile: int, made: int) -> Fraction:
    """Return the number of output elements per pixel, for a network that may not pad."""
    exact = Fraction(made, tile)
    if exact.denominator <= LARGEST_DENOMINATOR:
        return exact
    return Fraction(ceil(exact))
