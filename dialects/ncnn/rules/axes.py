"""Axes and parameter lists: the checks that ops with such parameters share."""

from __future__ import annotations

from xdsl.ir import Attribute

from ...constraints import int_list
from ..errors import InvalidLayerError, ShapeError
from ..layer import Params
from ..param_values import ints_param
from ..shapes import Shape
from .ranks import MAX_RANK

REST = -233
"""ncnn's code for the remainder of an axis, in sizes and ends."""

AXIS_NAMES = {1: "w", 2: "hw", 3: "chw", 4: "cdhw"}
"""Names of the axes of a tensor by its rank, outermost first."""


def sized_list(attr: Attribute, count: int, name: str) -> list[int]:
    """Return the integers of an array property. Raises: ShapeError unless there are `count`."""
    values = int_list(attr)
    if len(values) != count:
        raise ShapeError(f"{name} must have {count} entries, not {len(values)}")
    return values


def resolve_axis(axis: int, rank: int) -> int:
    """Return the axis counted from the outermost, a negative one counting from the end."""
    if not -rank <= axis < rank:
        raise ShapeError(f"axis {axis} is outside of {rank} dimensions")
    return axis % rank


def check_axes(params: Params, name: str) -> None:
    """Raises: InvalidLayerError for axes beyond any blob's, which ncnn does not load."""
    for axis in ints_param(params, name):
        if not -MAX_RANK <= axis < MAX_RANK:
            raise InvalidLayerError(f"axis {axis} is outside of {MAX_RANK} dimensions")


def named_extents(shape: Shape) -> dict[str, int]:
    """Return the extents of a shape by names `w, h, d, c`, 1 where missing."""
    return dict.fromkeys("whdc", 1) | dict(zip(AXIS_NAMES[len(shape)], shape, strict=True))
