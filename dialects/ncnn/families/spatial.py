"""Layers that move along one to three spatial axes: their parameters and properties by axis."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, i64
from xdsl.ir import Attribute, SSAValue

from ...constraints import int_array, int_list
from ..base import NcnnOp
from ..errors import ShapeError
from ..layer import Param, Params, ParamValue
from ..param_values import int_param
from ..rules.param_rules import same
from ..shapes import Shape, shape_of

AXES = {1: "w", 2: "hw", 3: "dhw"}
"""Names of the spatial axes by their number, outermost first."""
INPUT_AXES = {1: "channels,w", 2: "c,h,w", 3: "c,d,h,w"}
"""Names of the axes of the input."""
SIDES = {"w": ("left", "right"), "h": ("top", "bottom"), "d": ("front", "behind")}
"""Names of the two sides of an axis."""

ONE = IntegerAttr(1, i64)
ZERO = IntegerAttr(0, i64)


def axis_names(name: str, rank: int) -> tuple[str, ...]:
    """Return the names of a parameter per axis, outermost first."""
    return tuple(f"{name}_{axis}" for axis in AXES[rank])


def side_names(name: str, rank: int) -> tuple[str, ...]:
    """Return the names of a parameter per side: before each axis, then after each."""
    return tuple(f"{name}_{SIDES[axis][side]}" for side in (0, 1) for axis in AXES[rank])


def axis_params(name: str, id: int, rank: int, default: int) -> tuple[Param, ...]:
    """Return a parameter per axis: ids in steps of ten, with the width's value as default."""
    width, *others = reversed(axis_names(name, rank))
    return (
        Param(id, width, "int", default),
        *(Param(id + 10 * i, other, "int", same(width)) for i, other in enumerate(others, 1)),
    )


def pad_params(id: int, rank: int) -> tuple[Param, ...]:
    """Return the padding parameters, with `id` for the left side."""
    sides = (
        Param(id, "pad_left", "int", 0),
        Param(id + 11, "pad_right", "int", same("pad_left")),
        Param(id + 10, "pad_top", "int", same("pad_left")),
        Param(id + 12, "pad_bottom", "int", same("pad_top")),
        Param(id + 20, "pad_front", "int", same("pad_left")),
        Param(id + 13, "pad_behind", "int", same("pad_front")),
    )
    return sides[: 2 * rank]


def dilated_window_params(rank: int) -> tuple[Param, ...]:
    """Return parameters for kernel, dilation, stride and padding, with the ids of convolutions."""
    return (
        *axis_params("kernel", 1, rank, 0),
        *axis_params("dilation", 2, rank, 1),
        *axis_params("stride", 3, rank, 1),
        *pad_params(4, rank),
    )


def ones(rank: int) -> DenseArrayBase:
    """Return the property with 1 for each axis."""
    return int_array([1] * rank)


def zeros(count: int) -> DenseArrayBase:
    """Return the property with `count` zeros."""
    return int_array([0] * count)


class SpatialOp(NcnnOp):
    """A layer along `SPATIAL_AXES` axes of `channels,w`, `c,h,w` or `c,d,h,w`."""

    SPATIAL_AXES: ClassVar[int]

    @classmethod
    @cache
    def axis_parameters(cls) -> dict[str, tuple[str, ...]]:
        """Return the parameter names of each property with numbers for axes or sides."""
        return {}

    def along_axes(self, name: str) -> list[int]:
        """Return the numbers of such a property. Raises: ShapeError for too many or too few."""
        attribute = self.properties[name]
        is_one = isinstance(attribute, IntegerAttr)
        values = [attribute.value.data] if is_one else int_list(attribute)
        count = len(self.axis_parameters()[name])
        if len(values) != count:
            raise ShapeError(f"{name} must have {count} entries, not {len(values)}")
        return values

    def check_input_rank(self, input: SSAValue) -> Shape:
        """Return the input's shape. Raises: ShapeError if it has another number of dimensions."""
        shape, rank = shape_of(input), 1 + self.SPATIAL_AXES
        if len(shape) != rank:
            names = INPUT_AXES[self.SPATIAL_AXES]
            raise ShapeError(f"input must have {rank} dimensions ({names}), not {len(shape)}")
        return shape

    @classmethod
    def axis_property(cls, name: str, params: Params) -> Attribute:
        """Return such a property from its parameters: an integer for one axis, else an array."""
        values = [int_param(params, parameter) for parameter in cls.axis_parameters()[name]]
        return IntegerAttr(values[0], i64) if len(values) == 1 else int_array(values)

    def axis_values(self, *names: str) -> dict[str, ParamValue]:
        """Return the parameters of such properties. Raises: as `along_axes`."""
        params: dict[str, ParamValue] = {}
        for name in names:
            params.update(zip(self.axis_parameters()[name], self.along_axes(name), strict=True))
        return params

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        by_axis = {name: cls.axis_property(name, params) for name in cls.axis_parameters()}
        return {**super().layer_properties(params), **by_axis}

    def layer_params(self) -> dict[str, ParamValue]:
        return {**super().layer_params(), **self.axis_values(*self.axis_parameters())}
