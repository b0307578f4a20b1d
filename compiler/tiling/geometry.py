"""The extents of a network's outputs, and what these depend on, for any extents of its images."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...dialects.main_function import find_main
from ...dialects.ncnn.shapes import has_shape, shape_of
from ...runtime.errors import ArrayShapeError
from ...runtime.model.program_set import Shape
from ..driver.specialise import Specialiser
from .plan import ImageSize, not_an_image
from .receptive_field import Fields, receptive_fields


@dataclass(frozen=True)
class Measured:
    """The geometry of a network for images of one size; `extents` are those of its outputs."""

    extents: tuple[ImageSize, ...]
    fields: Fields


class Geometry:
    """A network with inputs of given shapes, of which those at `images` take other extents, too."""

    def __init__(self, specialiser: Specialiser, shapes: Sequence[Shape], images: Sequence[int]):
        self.specialiser = specialiser
        self.images = tuple(images)
        self._shapes = tuple(shapes)
        self._known: dict[ImageSize, Measured] = {}

    def shapes(self, extents: ImageSize) -> list[Shape]:
        return [
            (shape[0], *extents) if index in self.images else shape
            for index, shape in enumerate(self._shapes)
        ]

    def measured(self, extents: ImageSize) -> Measured:
        """Outputs' extents and receptive fields. Raises: ArrayShapeError for invalid images."""
        if extents not in self._known:
            self._known[extents] = self._measure(extents)
        return self._known[extents]

    def takes(self, extents: ImageSize) -> bool:
        """Return true if the layers of the network take images of these extents."""
        try:
            self.measured(extents)
        except ArrayShapeError:
            return False
        return True

    def _measure(self, extents: ImageSize) -> Measured:
        main = find_main(self.specialiser.inferred(self.shapes(extents)))
        results = main.body.block.last_op
        assert results is not None
        found: list[ImageSize] = []
        for name, value in zip(self.specialiser.interface.outputs, results.operands, strict=True):
            shape = shape_of(value) if has_shape(value) else ()
            if len(shape) != 3:
                raise not_an_image(name, len(shape))
            found.append((shape[1], shape[2]))
        return Measured(tuple(found), receptive_fields(main, self.images))
