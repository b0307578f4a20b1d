"""Describe the preprocessing of an image input; `ncnnc.Image` of the API."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, cast

from ..dialects.pixel_types import PIXEL_TYPES, formats_of
from ..runtime.errors import shortened
from . import option_values
from .diagnostics import OptionTypeError, OptionValueError, UsageError, unknown_name

if TYPE_CHECKING:
    import numpy as np

    from ..runtime.model.array_hints import Shape

LARGEST = 16384
"""Largest number of rows or columns of an image."""
MOST = (8192, 8192)


@dataclass(frozen=True)
class Image:
    """
    An input passed as an image: an array `h,w,channels` of uint8, or `h,w` if it is gray.

    The steps are ncnn's: `Mat::from_pixels_resize` of pixels of type `order`, `copy_make_border` if
    there is a `letterbox`, and `substract_mean_normalize`. Numbers and lists are converted.

    Shapes: `resize` and `most` are `(height, width)`.
    Raises: OptionTypeError, OptionValueError or UsageError for invalid steps.
    """

    resize: tuple[int, int] | None = None
    """The size that images are resized to; None accepts only images of the input's size."""
    mean: tuple[float, ...] = (0.0,)
    """Values subtracted from the channels (0..255), one per channel or one for all."""
    norm: tuple[float, ...] = (1.0,)
    """Factors for the channels after the subtraction."""
    order: str = "rgb"
    """ncnn's pixel type, such as `bgr`, `rgba2bgr` or `gray`: see `PIXEL_TYPES`."""
    letterbox: float | None = None
    """Value of the border around an image scaled with its aspect ratio; None stretches it."""
    most: tuple[int, int] = MOST
    """The largest image that may be passed if it is resized."""

    def __post_init__(self) -> None:
        for name, convert in CONVERSIONS.items():
            value = getattr(self, name)
            if value is not None or name not in ("resize", "letterbox"):
                object.__setattr__(self, name, convert(value, name))
        if self.order not in PIXEL_TYPES:
            raise unknown_name("order of pixels", self.order, PIXEL_TYPES)
        for name in ("mean", "norm"):
            given = len(getattr(self, name))
            if given not in (1, self.channels):
                wanted = "1 number" if self.channels == 1 else f"1 or {self.channels} numbers"
                raise OptionValueError(f"{name} needs {wanted} for '{self.order}', not {given}")
        if self.resize is None and self.letterbox is not None:
            raise OptionValueError("a letterbox needs the size to resize to")

    def __str__(self) -> str:
        """Print the steps as `parse` reads them, without defaults."""
        others = ((f.name, getattr(self, f.name)) for f in fields(self))
        defaults = {f.name: f.default for f in fields(self)}
        given = ((name, value) for name, value in others if value != defaults[name])
        return ":".join(f"{name}={_text(value)}" for name, value in given)

    @classmethod
    def parse(cls, text: str) -> Image:
        """
        Parse steps such as `resize=224,224:mean=104,117,123:order=bgr`; an empty text has none.

        Raises: as the constructor.
        """
        known = [f.name for f in fields(cls)]
        values: dict[str, object] = {}
        for word in filter(None, text.split(":")):
            name, separator, value = word.partition("=")
            if name not in known:
                raise unknown_name("step of preprocessing", name, known)
            if not separator or not value or name in values:
                problem = "is given twice" if name in values else "has no value"
                raise OptionValueError(f"preprocessing: {name} {problem}")
            values[name] = value if name == "order" else _numbers(value, name)
        return cls(**cast("dict[str, Any]", values))  # checked by the constructor

    @property
    def channels(self) -> int:
        """Return the number of channels of the blob."""
        return len(formats_of(self.order)[1])

    @property
    def bytes_per_pixel(self) -> int:
        """Return the number of bytes of a pixel of the image."""
        return len(formats_of(self.order)[0])

    @property
    def blob_shape(self) -> tuple[int, int, int] | None:
        """Return the shape `c,h,w` of the blob; None if it has the image's size."""
        return None if self.resize is None else (self.channels, *self.resize)

    def placement(self, size: tuple[int, int]) -> ImagePlacement:
        """
        Return the position in the blob of an image of this height and width.

        Raises: OptionValueError unless these are two numbers of at least 1.
        """
        if len(size) != 2 or min(size) < 1:
            raise OptionValueError(f"an image has a height and a width, not {shortened(str(size))}")
        if self.resize is None:
            return ImagePlacement()
        if self.letterbox is None:
            return ImagePlacement((self.resize[0] / size[0], self.resize[1] / size[1]))
        height, width = fitted_size(size, self.resize)
        offset = (self.resize[0] - height) // 2, (self.resize[1] - width) // 2
        return ImagePlacement((height / size[0], width / size[1]), offset)

    def per_channel(self, values: tuple[float, ...]) -> tuple[float, ...]:
        """Return a mean or norm for each channel."""
        return values if len(values) == self.channels else values * self.channels


@dataclass(frozen=True)
class ImagePlacement:
    """The position of an image in its blob, which maps points between the two."""

    scale: tuple[float, float] = (1.0, 1.0)
    """Rows and columns of the blob per row and column of the image."""
    offset: tuple[int, int] = (0, 0)
    """Rows above and columns left of the image, of a letterbox."""

    def to_image(self, points: np.ndarray) -> np.ndarray:
        """Map points `x, y` (the last axis) of the blob to the image."""
        return (points - self.offset[::-1]) / self.scale[::-1]

    def to_blob(self, points: np.ndarray) -> np.ndarray:
        """Map points `x, y` (the last axis) of the image to the blob."""
        return points * self.scale[::-1] + self.offset[::-1]


def fitted_size(size: tuple[int, int], most: tuple[int, int]) -> tuple[int, int]:
    """Fit a size into another, in float32 as ncnn's `yolov5.cpp` does; the aspect ratio stays."""
    import numpy as np

    (height, width), (most_height, most_width) = size, most
    if width * most_height > height * most_width:
        scaled = np.float32(height) * (np.float32(most_width) / np.float32(width))
        return max(int(scaled), 1), most_width
    scaled = np.float32(width) * (np.float32(most_height) / np.float32(height))
    return most_height, max(int(scaled), 1)


def images(value: object) -> dict[str, Image]:
    """Check image inputs by name. Raises: OptionTypeError for anything else."""
    named: dict[str, Image] = {}
    for name, image in option_values.mapping(value, "preprocess").items():
        if not isinstance(image, Image):
            given = option_values.kind(image)
            raise OptionTypeError(
                f"preprocess of '{shortened(name)}' must be an Image, not {given}"
            )
        named[name] = image
    return named


def _text(value: object) -> str:
    """Print a field's value as `parse` reads it."""
    if isinstance(value, tuple):
        return ",".join(map(_text, cast("tuple[object, ...]", value)))  # of numbers
    return f"{value:g}" if isinstance(value, float) and float(f"{value:g}") == value else str(value)


def _numbers(text: str, name: str) -> object:
    """Parse numbers separated by commas; a letterbox has one. Raises: OptionValueError."""
    number = int if name in ("resize", "most") else float
    try:
        values = tuple(number(word) for word in text.split(","))
    except ValueError:
        shown = shortened(text)
        raise OptionValueError(f"preprocessing: {name} must be numbers, not '{shown}'") from None
    return values[0] if name == "letterbox" and len(values) == 1 else values


def _size(value: object, name: str) -> tuple[int, int]:
    """Check a height and width. Raises: OptionTypeError, OptionValueError."""
    given = option_values.listed(value, name, "numbers")
    match [option_values.as_integer(extent) for extent in given]:
        case [int(height), int(width)]:
            if 1 <= height <= LARGEST and 1 <= width <= LARGEST:
                return height, width
            limits = f"must be from 1x1 to {LARGEST}x{LARGEST}"
            raise OptionValueError(f"{name} {limits}, not {height}x{width}")
        case _:
            shown = option_values.kind(value)
            raise OptionTypeError(f"{name} must be a height and a width, not {shown}")


def _order(value: object, name: str) -> str:
    """Return a pixel type in lower case. Raises: OptionTypeError."""
    return option_values.text(value, name).lower().removeprefix("pixel_")


CONVERSIONS: Mapping[str, Callable[[object, str], object]] = {
    "resize": _size,
    "mean": option_values.numbers,
    "norm": option_values.numbers,
    "order": _order,
    "letterbox": option_values.number,
    "most": _size,
}


def shapes_of_images(images: Mapping[str, Image], shapes: Mapping[str, Shape]) -> dict[str, Shape]:
    """Return the input shapes, images included. Raises: UsageError for a contradicting one."""
    known = dict(shapes)
    for name, image in images.items():
        made = image.blob_shape
        if made is not None and known.setdefault(name, made) != made:
            given, wanted = ("x".join(map(str, s)) for s in (known[name], made))
            raise UsageError(f"input '{name}' is {given}, preprocessing makes {wanted} of an image")
    return known
