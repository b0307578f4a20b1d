"""
Divide an image into tiles so that results equal those of the whole image.

All tiles have one shape and share one specialisation. Tiles start at multiples of the network's
strides (`Fields.alignment`) and cover the rest of the image at the same alignment, so a tile at a
border ends with the image and is padded like it. Elsewhere, outputs within the receptive field of a
tile's border come from its neighbour.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, lcm

from ...runtime.errors import ArrayShapeError
from ..diagnostics import OptionValueError
from .axis_plan import AxisPlan, TileOutput, segments
from .geometry import Geometry
from .plan import ImageSize, TilePlan, Wanted, given_halo, no_room, rounded_up
from .reach import Reach
from .receptive_field import Fields

PROBE = 64
"""Extents that are multiples of this are taken by nearly all networks; their scale is found so."""
DOUBLINGS = 4
"""Most doublings of an alignment, for layers that need extents that are larger multiples."""


class Planner:
    """Plans tiles for one network, with inputs of given channels."""

    def __init__(self, geometry: Geometry, wanted: Wanted, size: ImageSize):
        """Find the network's scales near `size`. Raises: ArrayShapeError if there are none."""
        self.geometry = geometry
        self.wanted = wanted
        multiple = lcm(PROBE, wanted.multiple or 1)
        smaller = min(wanted.tile[0], size[0]), min(wanted.tile[1], size[1])
        first = rounded_up(smaller[0], multiple), rounded_up(smaller[1], multiple)
        if not geometry.takes(first):
            geometry.measured(size)  # Its error speaks of what the caller has given.
        unit = lcm(multiple, geometry.measured(first).fields.alignment)
        rows, columns = rounded_up(smaller[0], unit), rounded_up(smaller[1], unit)
        self.probe = rows, columns
        small = geometry.measured(self.probe)
        large = geometry.measured((rows + unit, columns + unit))
        pairs = zip(small.extents, large.extents, strict=True)
        self.scales = tuple(
            (Fraction(after[0] - before[0], unit), Fraction(after[1] - before[1], unit))
            for before, after in pairs
        )
        if min(map(min, self.scales), default=0) <= 0:
            raise ArrayShapeError("an output does not grow with the images: it cannot be tiled")
        self.fields = small.fields
        self.unbounded = next((f.unbounded for f in self.fields.outputs if f.unbounded), "")

    def plan(self, size: ImageSize) -> TilePlan:
        """Plan the tiles of an image. Raises: ArrayShapeError; OptionValueError for halos."""
        plans = [self._axis(axis, size[axis]) for axis in (0, 1)]
        extents = [(ceil(size[0] * rows), ceil(size[1] * columns)) for rows, columns in self.scales]
        return TilePlan(
            plans[0], plans[1], self.scales, tuple(extents), self.halo(), self.unbounded
        )

    def halo(self) -> int:
        """Return the given halo, or the reach of outputs beyond their places; 0 if unknown."""
        outputs = range(len(self.scales))
        return max(self._halo(output, axis) for output in outputs for axis in (0, 1))

    def _axis(self, axis: int, size: int) -> AxisPlan:
        """The tiles along the height (0) or the width (1)."""
        margin = self._margin(axis)
        extent = self._padded_extent(axis, size, margin)
        tile, alignment = extent, 1
        if extent > self.wanted.tile[axis]:
            tile, alignment = self._tile(axis, extent)
        if tile < extent and self.unbounded and self.wanted.halo is None:
            raise OptionValueError(
                f"{self.unbounded} reads the whole image, so that no halo gives the same results "
                "tile by tile; hint: say how much is enough, halo=32, or use a tile as large as "
                "the image"
            )
        outputs = [self._output(i, axis, size, tile) for i in range(len(self.scales))]
        found = segments(extent, tile, alignment, outputs)
        if found is None:
            raise no_room(tile, self.halo(), self.fields.alignment)
        before = margin // 2
        return AxisPlan(before, extent - size - before, extent, tile, found)

    def _margin(self, axis: int) -> int:
        """Pixels that unpadded outputs lack. Raises: ArrayShapeError if outputs differ."""
        margins: set[int] = set()
        for scale, made in zip(
            self.scales, self.geometry.measured(self.probe).extents, strict=True
        ):
            margins.add(ceil((self.probe[axis] * scale[axis] - made[axis]) / scale[axis]))
        if len(margins) > 1 or min(margins) < 0:
            raise ArrayShapeError(
                "the outputs are no scaled images of one size; hint: compile with outputs="
            )
        return margins.pop()

    def _with(self, axis: int, extent: int) -> ImageSize:
        """Extents as probed, but for one axis."""
        return (extent, self.probe[1]) if axis == 0 else (self.probe[0], extent)

    def _multiples(self) -> list[int]:
        """Return candidates for the multiple that extents must have, the smallest first."""
        if self.wanted.multiple is not None:
            return [lcm(self.wanted.multiple, self.fields.alignment)]
        return [self.fields.alignment << shift for shift in range(DOUBLINGS + 1)]

    def _padded_extent(self, axis: int, size: int, margin: int) -> int:
        """Return the smallest accepted extent that gives all outputs. Raises: ArrayShapeError."""
        least = size + margin
        multiples = self._multiples()
        candidates = [rounded_up(least, multiple) for multiple in multiples]
        if self.wanted.multiple is None:
            candidates.insert(0, least)
        for extent in candidates:
            extents = self._with(axis, extent)
            if not self.geometry.takes(extents):
                continue
            measured = self.geometry.measured(extents)
            enough = all(
                made[axis] >= ceil(size * scale[axis])
                for scale, made in zip(self.scales, measured.extents, strict=True)
            )
            if enough and self._moves_alike(axis, extents):
                return extent
        self.geometry.measured(self._with(axis, candidates[-1]))
        raise ArrayShapeError(
            f"the network takes no images of {size} pixels, nor of some more; hint: multiple="
        )

    def _moves_alike(self, axis: int, extents: ImageSize) -> bool:
        """Return true if outputs have the same strides for these extents as elsewhere."""
        found = self.geometry.measured(extents).fields
        steps = [
            [None if reach is None else reach.step for reach in field.axes]
            for fields in (found, self.fields)
            for field in fields.outputs
        ]
        half = len(steps) // 2
        return steps[:half] == steps[half:]

    def _tile(self, axis: int, extent: int) -> tuple[int, int]:
        """Return the tiles' extent, and its alignment. Raises: OptionValueError if none fits."""
        wanted = self.wanted.tile[axis]
        whole = self.geometry.measured(self._with(axis, extent))
        for multiple in self._multiples():
            tile = wanted - (wanted - extent) % multiple
            if tile < 1 or not self.geometry.takes(self._with(axis, tile)):
                continue
            part = self.geometry.measured(self._with(axis, tile))
            shifted = all(
                large[axis] - small[axis] == (extent - tile) * scale[axis]
                for scale, small, large in zip(
                    self.scales, part.extents, whole.extents, strict=True
                )
            )
            if shifted and part.fields == whole.fields:
                return tile, multiple
        raise OptionValueError(
            f"the network does not treat tiles of {wanted} pixels as it does images of {extent}; "
            "hint: another tile=, or multiple="
        )

    def _reach(self, fields: Fields, output: int, axis: int) -> Reach | None:
        """The reach of an output along an axis; None if it has no bounds."""
        field = fields.outputs[output]
        found = [reach for reach in field.axes if reach is not None and not field.unbounded]
        return next((reach for reach in found if reach.image_axis == axis - 2), None)

    def _halo(self, output: int, axis: int) -> int:
        if self.wanted.halo is not None:
            return self.wanted.halo
        reach, centre = self._reach(self.fields, output, axis), Fraction(self._margin(axis) // 2)
        return 0 if reach is None else max(ceil(centre - reach.low), ceil(reach.high - centre))

    def _output(self, output: int, axis: int, size: int, tile: int) -> TileOutput:
        """Return the valid part of an output of a tile."""
        scale = self.scales[output][axis]
        extent = ceil(size * scale)
        of_tile = self.geometry.measured(self._with(axis, tile))
        reach = self._reach(of_tile.fields, output, axis)
        if self.wanted.halo is None and reach is not None:
            return TileOutput(1 / scale, reach.start, reach.end, extent)
        before, made = self._margin(axis) // 2, of_tile.extents[output][axis]
        return given_halo(scale, before, self.wanted.halo or 0, tile, made, extent)
