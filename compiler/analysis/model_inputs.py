"""Make input arrays: from `.npy` files, from images, or from a seed."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ...runtime.files.input_files import open_input
from ...runtime.model.program import Program
from ...runtime.model.symbols import ExtentExpression, solve_extents
from ...runtime.model.tensors import TensorSpec, given_inputs
from ..diagnostics import ModelError, UsageError, unknown_name
from ..image import Image

if TYPE_CHECKING:
    from PIL.Image import Image as PillowImage

SEED = 7
MODES = {"rgb": "RGB", "bgr": "RGB", "gray": "L", "rgba": "RGBA", "bgra": "RGBA"}
"""Pixel order -> pillow's mode, before blue and red are exchanged."""
PLAIN = Image()
"""Preprocessing that leaves pixels unchanged."""
USUAL_SIZE = (480, 640)
"""Height and width of an image if a model accepts any."""


def seeded_inputs(specs: Iterable[TensorSpec], seed: int = SEED) -> dict[str, np.ndarray]:
    """Return seeded random numbers in -1..1, or between an integer's bounds."""
    generator = np.random.default_rng(seed)
    return {
        spec.name: _numbers_of(spec, generator.uniform(-1, 1, sample_shape(spec))) for spec in specs
    }


def specs_of_run(program: Program, given: Mapping[str, tuple[int, ...]]) -> list[TensorSpec]:
    """
    Return the inputs of a first run, given some shapes; unknown extents are the largest.

    Raises: ArrayShapeError for shapes that do not fit.
    """
    numbers = extents_of_run(program, given)
    return [
        replace(spec, shape=tuple(ExtentExpression(e).value(numbers) for e in spec.symbolic))
        if spec.symbolic
        else spec
        for spec in given_inputs(program.inputs)
    ]


def extents_of_run(program: Program, given: Mapping[str, tuple[int, ...]]) -> dict[str, int]:
    """
    Return the extents of a first run, given shapes of inputs; unknown ones are the largest.

    Raises: ArrayShapeError for shapes that do not fit.
    """
    known = [
        (spec.name, tuple(map(ExtentExpression, spec.symbolic)), given[spec.name])
        for spec in given_inputs(program.inputs)
        if spec.symbolic and spec.name in given
    ]
    begun = dict.fromkeys(lengths_of_states(program), 0)
    largest = {symbol.name: symbol.most for symbol in program.symbols}
    return largest | solve_extents(program.symbols, known, begun)


def lengths_of_states(program: Program) -> list[str]:
    """Return the extents that are numbers of rows of growing states."""
    pairs = (zip(spec.symbolic, spec.extents_after, strict=False) for spec in program.states)
    return [before for one in pairs for before, after in one if before != after]


def sample_shape(spec: TensorSpec) -> tuple[int, ...]:
    """Return the shape of an array for an input; images of any size get a usual one."""
    if not spec.extents:
        return spec.shape
    *items, height, width, channels = spec.shape
    return (*items, *map(min, (height, width), USUAL_SIZE), channels)


def _numbers_of(spec: TensorSpec, array: np.ndarray) -> np.ndarray:
    """Convert numbers in -1..1 for an input: integers spread between their bounds."""
    if spec.bounds:
        low, high = spec.bounds
        array = np.rint(low + (array.astype(np.float64) + 1) / 2 * (high - low))
    return array.astype(spec.dtype, copy=False)


def smooth_inputs(specs: Iterable[TensorSpec]) -> dict[str, np.ndarray]:
    """Return waves of a few periods in -1..1, different per channel; noise would hide rounding."""
    arrays: dict[str, np.ndarray] = {}
    for spec in specs:
        shape = sample_shape(spec)
        phase = np.zeros(shape, np.float32)
        for axis, extent in enumerate(shape):
            steps = np.arange(extent, dtype=np.float32) / np.float32(extent)
            waves = np.float32(2 * np.pi * (axis + 1)) * steps + np.float32(axis)
            phase += waves.reshape([-1 if i == axis else 1 for i in range(len(shape))])
        arrays[spec.name] = _numbers_of(spec, np.sin(phase))
    return arrays


def npy_array(path: str) -> np.ndarray:
    """Read a `.npy` file. Raises: ModelError for another file."""
    try:
        with open_input(path) as file:
            array = np.load(file, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise ModelError(f"no readable .npy file: {reason_of(error)}", file=path) from error
    if not isinstance(array, np.ndarray):
        raise ModelError("holds several arrays, not one", file=path, hint="save it as .npy")
    return array


def image_shape(path: str) -> tuple[int, int, int]:
    """Return the shape `c,h,w` of an image, with 3 channels. Raises: as `opened_image`."""
    with opened_image(path) as image:
        width, height = image.size
    return 3, height, width


@contextmanager
def opened_image(path: str) -> Generator[PillowImage]:
    """Open an image. Raises: ModelError for another file; UsageError if pillow is missing."""
    if not os.path.exists(path):
        raise ModelError("no readable image: there is no such file", file=path)
    try:
        from PIL import Image as images
        from PIL import UnidentifiedImageError
    except ImportError as error:
        raise UsageError("reading images needs pillow: pip install 'ncnnc[image]'") from error
    try:
        with open_input(path) as file, images.open(file) as image:
            yield image
    except UnidentifiedImageError as error:
        raise ModelError("no readable image: unknown format", file=path) from error
    except (OSError, ValueError, images.DecompressionBombError) as error:
        raise ModelError(f"no readable image: {reason_of(error)}", file=path) from error


def image_array(path: str, spec: TensorSpec, image: Image = PLAIN) -> np.ndarray:
    """
    An image, resized to the input, as ncnn's `from_pixels_resize` and `substract_mean_normalize`
    give it. The bytes of an image themselves if the input takes these.

    Shapes: `c,h,w` with 3 channels, in the order of `image`, or 1 (grey); values are `(0..255 -
    mean) * norm`.
    Raises: ModelError if it is no image; UsageError if the input takes none, or pillow is missing.
    """
    if spec.pixels:
        return fitting_pixels(read_pixels(path, spec.pixels), spec)
    if len(spec.shape) != 3 or spec.shape[0] not in (1, 3):
        raise UsageError(f"an image has 1 or 3 channels and does not fit {spec}")
    from ..reference.from_pixels import blob_of_image

    image = replace(
        image, order="gray" if spec.shape[0] == 1 else image.order, resize=spec.shape[1:]
    )
    return blob_of_image(read_pixels(path, image.order), image)


def read_pixels(path: str, order: str, upright: bool = False) -> np.ndarray:
    """Return bytes `h,w,channels` of an image, `upright` on request. Raises: as `image_shape`."""
    with opened_image(path) as image:
        if upright:
            from PIL import ImageOps

            image = ImageOps.exif_transpose(image)
        pixels = np.asarray(eight_bits(image).convert(MODES[order]))
    pixels = pixels.reshape(*pixels.shape[:2], -1)
    if order in ("bgr", "bgra"):
        pixels = pixels[..., [2, 1, 0, 3][: pixels.shape[2]]]
    return np.ascontiguousarray(pixels)


def eight_bits(image: PillowImage) -> PillowImage:
    """Return the high bytes of 16-bit gray, as OpenCV does; pillow saturates at 255."""
    if not image.mode.startswith("I"):
        return image
    from PIL import Image as images

    return images.fromarray(np.clip(np.asarray(image) >> 8, 0, 255).astype(np.uint8))


def fitting_pixels(pixels: np.ndarray, spec: TensorSpec) -> np.ndarray:
    """Return pixels fitted to an input: resized if it accepts only one size."""
    if spec.extents or pixels.shape == spec.shape:
        return pixels
    from ..pixels import resized_pixels

    return resized_pixels(pixels, *spec.shape[:2]).astype(np.uint8)


def reason_of(error: Exception) -> str:
    """Return why a file cannot be read, without its name."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def is_image(path: str) -> bool:
    """Return whether a file name is that of an image, not of an array."""
    return Path(path).suffix.lower() != ".npy"


def read_inputs(
    specs: Iterable[TensorSpec],
    files: Mapping[str, str],
    image: Image = PLAIN,
) -> dict[str, np.ndarray]:
    """Read every input's file, or seed it. Raises: UsageError; ModelError; others."""
    by_name = {spec.name: spec for spec in specs}
    arrays = seeded_inputs(by_name.values())
    for name, path in files.items():
        if name not in by_name:
            raise unknown_name("input", name, list(by_name))
        arrays[name] = file_array(by_name[name], path, image)
    return arrays


def file_array(spec: TensorSpec, path: str, image: Image = PLAIN) -> np.ndarray:
    """Read a file for an input. Raises: ModelError if it cannot be read; as `TensorSpec.check`."""
    return fitted(spec, image_array(path, spec, image) if is_image(path) else npy_array(path))


def fitted(spec: TensorSpec, array: np.ndarray) -> np.ndarray:
    """Convert an array of any number type for an input. Raises: as `TensorSpec.check`."""
    converts = np.dtype(spec.dtype).kind == "f" and array.dtype.kind in "biuf"
    return spec.check(array.astype(spec.dtype, copy=False) if converts else array)


def dequantized(
    specs: Iterable[TensorSpec], arrays: Mapping[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """Return inputs as the model's files expect them: integers become the floats they represent."""
    scales = {spec.name: np.float32(spec.scale) for spec in specs if spec.scale}
    return {
        name: array.astype(np.float32) / scales[name] if name in scales else array
        for name, array in arrays.items()
    }


def items_of(arrays: Mapping[str, np.ndarray], batch: int) -> list[Mapping[str, np.ndarray]]:
    """Yield the inputs of each item of a batch; without a batch (0), all inputs at once."""
    if not batch:
        return [arrays]
    return [{name: array[i] for name, array in arrays.items()} for i in range(batch)]


def results_of(items: Sequence[Mapping[str, np.ndarray]], batch: int) -> dict[str, np.ndarray]:
    """Join the outputs of items to those of a batch."""
    if not batch:
        return dict(items[0])
    return {name: np.stack([item[name] for item in items]) for name in items[0]}
