"""Masks of objects, from prototypes and an object's coefficients."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..image import ImagePlacement


@dataclass(frozen=True)
class Mask:
    """The pixels of an object inside of its box."""

    top: int
    left: int
    pixels: np.ndarray
    """`h,w` truth values."""

    @property
    def area(self) -> int:
        """Return the number of pixels of the object."""
        return int(self.pixels.sum())


def mask_of(
    coefficients: np.ndarray,
    prototypes: np.ndarray,
    box: np.ndarray,
    input_size: tuple[int, int],
    placement: ImagePlacement,
) -> Mask:
    """
    Return the pixels of the image, inside of the box, at which the sum of the prototypes is
    positive: it is interpolated at the middle of each pixel.

    Shapes: coefficients `p`, prototypes `p,h,w`, which cover the input of `input_size`; the box
    `x0, y0, x1, y1` is in pixels of the image.
    Source: Bolya et al., YOLACT, section 3.2 (arXiv 1904.02689), without the sigmoid: it is above
    a half where its argument is above 0.
    """
    left, top = (int(np.floor(each)) for each in box[:2])
    right, bottom = (int(np.ceil(each)) for each in box[2:])
    sums = np.tensordot(coefficients, prototypes, axes=1)
    rows = _places(top, bottom, 0, sums.shape, input_size, placement)
    columns = _places(left, right, 1, sums.shape, input_size, placement)
    across = _interpolated(sums, columns, 1)
    return Mask(top, left, _interpolated(across, rows, 0) > 0)


def placed_mask(mask: np.ndarray, box: np.ndarray, placement: ImagePlacement) -> Mask:
    """Return the pixels of the image inside of a box for which a mask of the input is not 0."""
    (left, top), (right, bottom) = np.floor(box[:2]), np.ceil(box[2:])
    places: list[np.ndarray] = []
    for axis, (first, last) in enumerate(((top, bottom), (left, right))):
        middles = np.arange(int(first), int(last)) + 0.5
        in_input = middles * placement.scale[axis] + placement.offset[axis]
        places.append(in_input.clip(0, mask.shape[axis] - 1).astype(int))
    return Mask(int(top), int(left), mask[np.ix_(*places)] != 0)


def _places(
    first: int,
    end: int,
    axis: int,
    shape: tuple[int, ...],
    input_size: tuple[int, int],
    placement: ImagePlacement,
) -> np.ndarray:
    """
    Return where the middles of the pixels `first` to `end` of the image are among the prototypes.

    A middle `i + 1/2` of the image is at `(i + 1/2) * scale + offset` of the input, and there at
    `x * prototypes / input - 1/2` in elements of the prototypes.
    """
    middles = np.arange(first, end) + 0.5
    in_input = middles * placement.scale[axis] + placement.offset[axis]
    return np.clip(in_input * shape[axis] / input_size[axis] - 0.5, 0, shape[axis] - 1)


def _interpolated(array: np.ndarray, places: np.ndarray, axis: int) -> np.ndarray:
    """Return the values of an array at places between its elements, along an axis."""
    below = places.astype(np.int64)
    above = np.minimum(below + 1, array.shape[axis] - 1)
    weight = places - below
    weight = weight[:, None] if axis == 0 else weight
    return array.take(below, axis) * (1 - weight) + array.take(above, axis) * weight
