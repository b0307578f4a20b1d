"""Represent the unknown extents of inputs, and their usual numbers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from typing import Any

import numpy as np

from ...dialects.ncnn.rules.extents import Extent
from ...dialects.ncnn.rules.formulas import Formulas
from ...dialects.ncnn.rules.implied_shapes import PartialShape

USUAL_SIZES = (224, 256, 320, 416, 512, 640, 384, 518, 128, 192, 160, 96, 64, 112, 80, 48, 32)
"""Heights and widths of images, the first that fits being taken."""
FEATURE_SIZES = (8, 16, 32, 64, 7, 14, 28, 56)
"""Usual sizes of another network's features of an image, if an image is an input too."""
FEWEST_FEATURES = 64
"""Channels that such an input must have."""
USUAL_CHANNELS = (3, 1, 4, 2, 6)
USUAL_LENGTHS = (16, 32, 64, 77, 128, 100, 256, 512, 8, 80, 200)
"""Steps of sequences, elements of vectors."""

LARGEST = 4096
"""Largest number to try, starting from 1."""
LARGEST_LENGTH = 1 << 17
"""Largest length of a sequence or a vector, if none up to `LARGEST` fits."""
UNUSUAL, TINY = 50.0, 1000.0
"""Costs of numbers that are not listed, and in addition of the smallest."""
FOLLOWING = 5.0
"""Cost of an extent derived from others."""
DISTANCE = 0.03
"""Cost of each step away from the most usual number, up to `LARGEST`."""
DOUBLING = 10.0
"""Cost of twice the length beyond."""


class Role(Enum):
    """The kinds of axes."""

    CHANNELS = auto()
    SIZE = auto()
    LENGTH = auto()


USUAL = {Role.CHANNELS: USUAL_CHANNELS, Role.SIZE: USUAL_SIZES, Role.LENGTH: USUAL_LENGTHS}
SMALLEST = {Role.CHANNELS: 1, Role.SIZE: 8, Role.LENGTH: 2}


def roles_of(extents: PartialShape) -> tuple[Role, ...]:
    """
    Return kinds of axes of `w`; `h,w`; `c,h,w`; `c,d,h,w`; `h,w,c` if only the last extent is
    known.
    """
    rank = len(extents)
    if rank < 3:
        return (Role.LENGTH,) * rank
    if rank == 3 and extents[:2] == (None, None) and extents[2] is not None:
        return (Role.SIZE, Role.SIZE, Role.CHANNELS)
    return (Role.CHANNELS, *(Role.LENGTH,) * (rank - 3), Role.SIZE, Role.SIZE)


@dataclass(frozen=True)
class Variable:
    """An unknown extent of an input."""

    input: int
    axis: int
    role: Role
    suggested: int | None = None
    """Extents that a file or the layers propose; tried before the usual ones."""

    usual: tuple[int, ...] = USUAL_SIZES
    """The numbers to try first, in order."""

    @property
    def first(self) -> int:
        """Return the number to begin with."""
        return self.suggested or self.usual[0]

    def costs(self, largest: int) -> np.ndarray:
        """Return the rank of the numbers from 0 to `largest`, the most usual first."""
        return ranked_numbers(self.suggested, self.usual, self.role, largest)


@cache
def ranked_numbers(
    suggested: int | None, usual: tuple[int, ...], role: Role, largest: int
) -> np.ndarray:
    """Rank each number: suggested and usual ones by place, then multiples of 32, 16, 8."""
    numbers = np.arange(largest + 1)
    costs = UNUSUAL + DISTANCE * np.abs(np.minimum(numbers, LARGEST) - usual[0])
    costs += DOUBLING * np.log2(np.maximum(numbers, LARGEST) / LARGEST)
    if role is Role.SIZE:
        for step in (32, 16, 8, 2):
            costs += 20.0 * (numbers % step != 0)
    costs[: SMALLEST[role]] += TINY
    costs[list(usual)] = range(len(usual))
    if suggested is not None and suggested <= largest:
        costs += 1
        costs[suggested] = 0
    return costs


def is_image(extents: PartialShape) -> bool:
    """Return true for `3,h,w` and the like."""
    return len(extents) == 3 and extents[0] in USUAL_CHANNELS


def add_variables(
    formulas: Formulas, input: int, extents: PartialShape, beside_image: bool = False
) -> tuple[tuple[Any, ...], list[Variable]]:
    """Unknowns for all extents of an input of this rank; those that are proposed come first."""
    roles = roles_of(extents)
    is_features = beside_image and len(extents) > 2 and (extents[0] or 0) >= FEWEST_FEATURES
    usual = {**USUAL, Role.SIZE: FEATURE_SIZES} if is_features else USUAL
    variables = [
        Variable(input, axis, role, extents[axis], usual[role]) for axis, role in enumerate(roles)
    ]
    nodes = (formulas.add_variable(variable.first) for variable in variables)
    return tuple(Extent(formulas, node) for node in nodes), variables
