"""What an image goes through before it is the input of a network; `ncnnc.Image` of the API."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, SupportsFloat, SupportsIndex, cast

from ..dialects.pixel_types import PIXEL_TYPES, formats_of
from ..runtime.errors import shortened
from .diagnostics import OptionTypeError, OptionValueError, unknown_name

LARGEST = 16384
"""Most rows and columns of an image, given or made."""
MOST = (8192, 8192)


@dataclass(frozen=True)
class Image:
    """
    An input that is given as an image: an array `h,w,channels` of uint8, or `h,w` if it is gray.

    Steps and their names are those of ncnn: `Mat::from_pixels_resize` of pixels of type `order`,
    then `copy_make_border` if there is a `letterbox`, then `substract_mean_normalize`. Numbers are
    converted, lists are made tuples.

    Shapes: `resize` and `most` are `(height, width)`.
    Raises: OptionTypeError, OptionValueError or UsageError for what cannot be.
    """

    resize: tuple[int, int] | None = None
    """The size that images are brought to; None takes only images of the input's size."""
    mean: tuple[float, ...] = (0.0,)
    """What is subtracted from the channels, 0..255: a number for each, or one for all."""
    norm: tuple[float, ...] = (1.0,)
    """What they are then multiplied by."""
    order: str = "rgb"
    """ncnn's type of the pixels, such as `bgr`, `rgba2bgr` or `gray`: see `PIXEL_TYPES`."""
    letterbox: float | None = None
    """Keep the proportions of an image, and fill what is left of the size with this value."""
    most: tuple[int, int] = MOST
    """The largest image that may be given to be resized."""

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
        """The steps as `parse` takes them; what is by default is left out."""
        others = ((f.name, getattr(self, f.name)) for f in fields(self))
        defaults = {f.name: f.default for f in fields(self)}
        given = ((name, value) for name, value in others if value != defaults[name])
        return ":".join(f"{name}={_text(value)}" for name, value in given)

    @classmethod
    def parse(cls, text: str) -> Image:
        """
        The steps of a text such as `resize=224,224:mean=104,117,123:order=bgr`; none of an empty
        one.

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
        return cls(**cast("dict[str, Any]", values))

    @property
    def channels(self) -> int:
        """How many channels are made."""
        return len(formats_of(self.order)[1])

    @property
    def bytes_per_pixel(self) -> int:
        """How many bytes a pixel of the image has."""
        return len(formats_of(self.order)[0])

    @property
    def blob_shape(self) -> tuple[int, int, int] | None:
        """The shape `c,h,w` of what is made; None if it is as large as the image."""
        return None if self.resize is None else (self.channels, *self.resize)

    def per_channel(self, values: tuple[float, ...]) -> tuple[float, ...]:
        """A mean or a norm for each channel."""
        return values if len(values) == self.channels else values * self.channels


def fitted_size(size: tuple[int, int], most: tuple[int, int]) -> tuple[int, int]:
    """
    The height and width of an image that is scaled to fit into another, at least 1.

    As ncnn's examples of detectors compute it (`yolov5.cpp` and others), in float32.
    """
    import numpy as np

    (height, width), (most_height, most_width) = size, most
    if width * most_height > height * most_width:
        scaled = np.float32(height) * (np.float32(most_width) / np.float32(width))
        return max(int(scaled), 1), most_width
    scaled = np.float32(width) * (np.float32(most_height) / np.float32(height))
    return most_height, max(int(scaled), 1)


def images(value: object) -> dict[str, Image]:
    """The images among the inputs, by name. Raises: OptionTypeError for anything else."""
    if not isinstance(value, Mapping):
        kind = type(value).__name__
        raise OptionTypeError(f"preprocess must be a mapping by input name, not {kind}")
    named: dict[str, Image] = {}
    for name, image in cast("Mapping[object, object]", value).items():
        if not isinstance(name, str) or not isinstance(image, Image):
            raise OptionTypeError(
                f"preprocess maps names of inputs to ncnnc.Image, not {type(name).__name__} to "
                f"{type(image).__name__}"
            )
        named[name] = image
    return named


def _text(value: object) -> str:
    """A value of a field, as `parse` takes it."""
    if isinstance(value, tuple):
        return ",".join(map(_text, cast("tuple[object, ...]", value)))
    return f"{value:g}" if isinstance(value, float) and float(f"{value:g}") == value else str(value)


def _numbers(text: str, name: str) -> object:
    """Numbers between commas; one of a letterbox. Raises: OptionValueError."""
    number = int if name in ("resize", "most") else float
    try:
        values = tuple(number(word) for word in text.split(","))
    except ValueError:
        shown = shortened(text)
        raise OptionValueError(f"preprocessing: {name} must be numbers, not '{shown}'") from None
    return values[0] if name == "letterbox" and len(values) == 1 else values


def _size(value: object, name: str) -> tuple[int, ...]:
    """A height and a width. Raises: OptionTypeError, OptionValueError."""
    extents = _sequence(value, name)
    if len(extents) != 2 or not all(isinstance(e, SupportsIndex) for e in extents):
        raise OptionTypeError(f"{name} must be a height and a width, not {shortened(repr(value))}")
    size = tuple(operator.index(cast("SupportsIndex", extent)) for extent in extents)
    if not all(1 <= extent <= LARGEST for extent in size):
        raise OptionValueError(f"{name} must be from 1x1 to {LARGEST}x{LARGEST}, not {size}")
    return size


def _values(value: object, name: str) -> tuple[float, ...]:
    """Numbers for the channels, or one. Raises: OptionTypeError, OptionValueError."""
    is_number = isinstance(value, SupportsFloat) and not isinstance(value, Iterable)
    given = (value,) if is_number else _sequence(value, name)
    return tuple(_value(number, name) for number in given)


def _value(value: object, name: str) -> float:
    """A finite number. Raises: OptionTypeError, OptionValueError."""
    if isinstance(value, str | bool) or not isinstance(value, SupportsFloat):
        raise OptionTypeError(f"{name} must be a number, not {shortened(repr(value))}")
    number = float(value)
    if not math.isfinite(number) or abs(number) > MOST_MAGNITUDE:
        raise OptionValueError(f"{name} must be a finite number, not {number}")
    return number


def _sequence(value: object, name: str) -> tuple[object, ...]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise OptionTypeError(f"{name} must be a list of numbers, not {shortened(repr(value))}")
    return tuple(cast("Iterable[object]", value))


def _order(value: object, name: str) -> str:
    """A name, in whatever case. Raises: OptionTypeError."""
    if not isinstance(value, str):
        raise OptionTypeError(f"{name} must be a string, not {shortened(repr(value))}")
    return value.lower().removeprefix("pixel_")


MOST_MAGNITUDE = 1e18
"""Of a number: products of two are no infinity of float32."""
CONVERSIONS: Mapping[str, Callable[[object, str], object]] = {
    "resize": _size,
    "mean": _values,
    "norm": _values,
    "order": _order,
    "letterbox": _value,
    "most": _size,
}
