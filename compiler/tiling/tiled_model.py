"""Run a network on images of any size, tile by tile; `ncnnc.tiled` of the API."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

import numpy as np

from ...runtime.errors import ArrayShapeError, ArrayTypeError
from ...runtime.model.program_set import Shape
from ...runtime.sessions.compiled_model import CompiledModel
from ...runtime.sessions.dynamic_model import DynamicModel
from ..diagnostics import OptionTypeError, OptionValueError, UsageError
from ..driver.cached_programs import CachedSpecialiser
from ..option_values import as_integer, checked_integer, kind, listed
from .axis_plan import AxisPlan
from .fixed_tiles import FixedPlanner
from .plan import TilePlan, Wanted, not_an_image

if TYPE_CHECKING:
    from ..driver.specialise import Specialiser
    from .planning import Planner

TILE = 256
LARGEST = 1 << 16
"""Pixels along an axis of a tile, a halo, or a multiple."""
BORDERS = ("edge", "reflect")
TileProgress = Callable[[int, int], None]
"""Called with the number of finished tiles and of all tiles."""


def tiled(
    model: DynamicModel | CompiledModel,
    *,
    tile: int | tuple[int, int] | None = None,
    halo: int | None = None,
    multiple: int | None = None,
    border: str = "edge",
    progress: TileProgress | None = None,
) -> TiledModel:
    """
    Run a network from image to image tile by tile, in memory that does not grow with the image and
    with code for one shape. Results are those of the whole image, up to the rounding of another
    algorithm.

        model = ncnnc.compile("x4.param", dynamic=True, threads=4)
        upscale = ncnnc.tiled(model, tile=256)
        large = upscale(image)  # (3, h, w) to (3, 4 * h, 4 * w)

    `model` comes from `ncnnc.compile` with `dynamic=True`, and keeps its threads, target and cache.
    `tile` is the height and width of the network's input (256). `halo` is the overlap of
    neighbouring tiles on each side in pixels, by default the receptive field of the network. A
    network that reads whole images (by a global pooling, attention, a normalization over the image,
    a warp) has an unbounded receptive field: it needs a `halo`, and results are approximate. A
    given halo may also be smaller than the receptive field, which may be impractically large in
    deep networks; results are then approximate too.

    If the network needs extents that are multiples of some number (pixel-unshuffle, skip
    connections between scales), the image is padded at the bottom and the right, and the result
    cropped; if its convolutions are unpadded, the image is padded on all sides. `border` is the
    padding mode as in `numpy.pad`: `edge` or `reflect`. `multiple` is needed if the layers do not
    show it, such as for window attention.

    A model compiled for one shape, such as one from `ncnnc.load`, uses tiles of that shape and
    needs a `halo`. Images are padded at the bottom and the right if they are smaller than a tile,
    or if strides require it.

    Raises: NcnncError for options that cannot be, and a model for several shapes that has no graph.
    """
    return TiledModel(
        model, tile=tile, halo=halo, multiple=multiple, border=border, progress=progress
    )


class TiledModel:
    """A network from image to image, called with images of any size; see `tiled`."""

    def __init__(
        self,
        model: DynamicModel | CompiledModel,
        *,
        tile: int | tuple[int, int] | None = None,
        halo: int | None = None,
        multiple: int | None = None,
        border: str = "edge",
        progress: TileProgress | None = None,
    ):
        """Raises: NcnncError, as `tiled`."""
        if border not in BORDERS:
            raise OptionValueError(f"border must be one of {', '.join(BORDERS)}, not '{border}'")
        if progress is not None and not callable(cast("object", progress)):  # untyped caller
            raise OptionTypeError(f"progress must be a function, not {kind(progress)}")
        self.model = model
        self.border = border
        self.progress = progress
        self._wanted = Wanted(
            _tile_extents(TILE if tile is None else tile),
            None if halo is None else checked_integer(halo, "halo", 0, LARGEST),
            None if multiple is None else checked_integer(multiple, "multiple", 1, LARGEST),
        )
        self._fixed: FixedPlanner | None = None
        self._specialiser: Specialiser | None = None
        if isinstance(model, CompiledModel):
            self._fixed = _fixed_tiles(model, self._wanted, tile is not None)
        else:
            self._specialiser = _specialiser_of(model)
        self._planners: dict[tuple[Shape | int, ...], Planner] = {}

    def __repr__(self) -> str:
        rows, columns = self._wanted.tile if self._fixed is None else self._fixed.tile
        return f"<TiledModel {self.model.source!r}: tiles of {rows}x{columns}>"

    def plan(self, *shapes: Shape) -> TilePlan:
        """Return the division of images into tiles. Raises: as a call does."""
        planner = self._planner(shapes)
        height, width = shapes[_images(shapes)[0]][1:]
        return planner.plan((height, width))

    def halo(self, *shapes: Shape) -> int | None:
        """Return the halo in pixels, None if unbounded. Raises: as a call does."""
        planner = self._planner(shapes)
        bounded = self._wanted.halo is not None or not planner.unbounded
        return planner.halo() if bounded else None

    def _planner(self, shapes: Sequence[Shape]) -> Planner | FixedPlanner:
        """Return the planner for images with these channels. Raises: ArrayShapeError."""
        self._check_count(len(shapes))
        if self._fixed is not None:
            return self._fixed
        # What is loaded without its graph needs neither xDSL nor LLVM.
        from .geometry import Geometry
        from .planning import Planner

        assert self._specialiser is not None
        images = _images(shapes)
        key = tuple(s[0] if i in images else s for i, s in enumerate(shapes))
        if key not in self._planners:
            geometry = Geometry(self._specialiser, shapes, images)
            height, width = shapes[images[0]][1:]
            self._planners[key] = Planner(geometry, self._wanted, (height, width))
        return self._planners[key]

    def _check_count(self, given: int) -> None:
        """Raises: ArrayShapeError for another number of inputs than the model has."""
        needed = len(_input_names(self.model))
        if given != needed:
            raise ArrayShapeError(f"the model takes {needed} inputs, not {given}")

    def __call__(
        self, *arrays: np.ndarray, progress: TileProgress | None = None
    ) -> np.ndarray | tuple[np.ndarray, ...]:
        """
        Run on arrays in the order of the inputs; an array, or a tuple if there are several outputs.

        The first array of three axes is an image `c,h,w`, and so are others of the same height and
        width, such as a second frame; any others (a time, a strength) are given to each tile as
        they are. `progress` takes the place of the one given before.

        Raises: ArrayShapeError (a ValueError) for shapes that the network does not take, or an
        output that is no image; OptionValueError for a halo that leaves nothing of a tile, or is
        missing.
        """
        names = _input_names(self.model)
        self._check_count(len(arrays))
        for name, array in zip(names, arrays, strict=True):
            if not isinstance(cast("object", array), np.ndarray):  # the same
                given = type(array).__name__
                raise ArrayTypeError(f"blob '{name}' needs a numpy array, not {given}")
        images = _images([array.shape for array in arrays])
        plan = self.plan(*(array.shape for array in arrays))
        padded = [
            _padded(array, plan.rows, plan.columns, self.border) if i in images else array
            for i, array in enumerate(arrays)
        ]
        return self._run(plan, padded, images, progress or self.progress)

    def _run(
        self,
        plan: TilePlan,
        arrays: Sequence[np.ndarray],
        images: Sequence[int],
        progress: TileProgress | None,
    ) -> np.ndarray | tuple[np.ndarray, ...]:
        """Run all tiles, and copy the valid part of each to its place."""
        height, width = plan.tile_extents
        results: list[np.ndarray] = []
        for done, (row, column) in enumerate(plan.tiles(), 1):
            rows = slice(row.start, row.start + height)
            columns = slice(column.start, column.start + width)
            parts = [
                np.ascontiguousarray(array[:, rows, columns]) if i in images else array
                for i, array in enumerate(arrays)
            ]
            made = self.model(*parts)
            outputs = made if isinstance(made, tuple) else (made,)
            if not results:
                results = [
                    np.empty((len(output), *extents), output.dtype)
                    for output, extents in zip(outputs, plan.extents, strict=True)
                ]
            for index, output in enumerate(outputs):
                top, bottom, y = row.taken[index]
                left, right, x = column.taken[index]
                taken = output[:, y : y + bottom - top, x : x + right - left]
                results[index][:, top:bottom, left:right] = taken
            if progress is not None:
                progress(done, plan.count)
        return results[0] if len(results) == 1 else tuple(results)


def _specialiser_of(model: object) -> Specialiser:
    """Return the compiler of tile shapes. Raises: NcnncError if the model has none."""
    compiles = model.compile_shapes if isinstance(model, DynamicModel) else None
    if not isinstance(compiles, CachedSpecialiser):
        raise OptionTypeError(
            f"tiled takes a model of ncnnc.compile(..., dynamic=True) or for one shape, "
            f"not {kind(model)}"
        )
    options = compiles.specialiser.options
    for name in ("batch", "preprocess", "postprocess"):
        if getattr(options, name):
            raise UsageError(f"tiles are single blobs c,h,w; hint: compile without {name}=")
    return compiles.specialiser


def _fixed_tiles(model: CompiledModel, wanted: Wanted, checks_tile: bool) -> FixedPlanner:
    """Return the planner for tiles of a model's shape. Raises: NcnncError without images."""
    for spec in (*model.inputs, *model.outputs):
        if spec.is_batch or spec.pixels:
            raise UsageError(f"blob '{spec.name}' is no single blob c,h,w; hint: compile another")
    shapes = [spec.shape for spec in model.inputs]
    height, width = shapes[_images(shapes)[0]][1:]
    if checks_tile and wanted.tile != (height, width):
        raise OptionValueError(f"the model is compiled for tiles of {height}x{width}, no others")
    made: list[tuple[int, int]] = []
    for spec in model.outputs:
        if len(spec.shape) != 3 or spec.has_found_rows:
            raise not_an_image(spec.name, len(spec.shape))
        made.append((spec.shape[1], spec.shape[2]))
    return FixedPlanner((height, width), made, wanted)


def _input_names(model: DynamicModel | CompiledModel) -> list[str]:
    return [blob if isinstance(blob, str) else blob.name for blob in model.inputs]


def _images(shapes: Sequence[Shape]) -> list[int]:
    """Return the inputs that are images of the same extents. Raises: ArrayShapeError if none is."""
    first = next((shape for shape in shapes if len(shape) == 3), None)
    if first is None:
        raise ArrayShapeError("no input is an image c,h,w")
    return [i for i, shape in enumerate(shapes) if len(shape) == 3 and shape[1:] == first[1:]]


def _padded(array: np.ndarray, rows: AxisPlan, columns: AxisPlan, border: str) -> np.ndarray:
    """An image with what the network needs around it."""
    pads = ((0, 0), (rows.before, rows.after), (columns.before, columns.after))
    if not any(map(any, pads)):
        return array
    return np.pad(array, pads, "reflect" if border == "reflect" else "edge")


def _tile_extents(tile: object) -> tuple[int, int]:
    """A height and a width, given as one number or as two. Raises: NcnncError."""
    if as_integer(tile) is not None:
        extent = checked_integer(tile, "tile", 1, LARGEST)
        return extent, extent
    given = listed(tile, "tile", "numbers")
    if len(given) != 2:
        raise OptionValueError(f"tile must be a number, or a height and a width, not {kind(tile)}")
    height, width = (checked_integer(extent, "tile", 1, LARGEST) for extent in given)
    return height, width
