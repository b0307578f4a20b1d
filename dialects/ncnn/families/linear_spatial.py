"""Linear layers with a kernel that moves along axes: convolutions and deconvolutions."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from xdsl.ir import OpResult

from ..errors import ShapeError
from ..layer import LayerFamily, LayerSpec, Param, ParamValue, Weight
from ..rules.implied_shapes import ImpliedShapes, any_extents
from ..rules.layer_params import weight_parameters
from ..rules.param_rules import (
    BIAS_TERM,
    NUM_OUTPUT,
    WEIGHT_DATA_SIZE,
    kernel_weights,
    weight_and_bias,
)
from ..rules.ranks import Rank, RankOf
from ..shapes import Shape, shape_of
from .fused_activation import ACTIVATION_PARAMS
from .linear import LinearOp
from .spatial import SpatialOp, axis_names, axis_params, pad_params, side_names


class LinearSpatialOp(LinearOp, SpatialOp):
    """
    A linear layer with a kernel: weights `[out][in / group]` and the kernel's extents.

    Subclasses define `stride` and `dilation`, and `pad`: the cells before each axis, then those
    after each axis (`[left, right]`, `[top, left, bottom, right]`).
    """

    FAMILY: ClassVar = LayerFamily.CONVOLUTION

    @classmethod
    @cache
    def axis_parameters(cls) -> dict[str, tuple[str, ...]]:
        return {
            "stride": axis_names("stride", cls.SPATIAL_AXES),
            "dilation": axis_names("dilation", cls.SPATIAL_AXES),
            "pad": side_names("pad", cls.SPATIAL_AXES),
        }

    def check_weight_rank(self) -> Shape:
        """Return the shape of the weights. Raises: ShapeError if the kernel has another rank."""
        shape, rank = shape_of(self.weight), 2 + self.SPATIAL_AXES
        if len(shape) != rank:
            raise ShapeError(f"weight must have {rank} dimensions, not {len(shape)}")
        return shape

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return 1 + self.SPATIAL_AXES

    def weight_params(self) -> dict[str, ParamValue]:
        names = axis_names("kernel", self.SPATIAL_AXES)
        return weight_parameters(self.weight, self.bias, names)

    def linear_extents(self) -> tuple[int, int]:
        """Return input channels, of all groups, and outputs. Raises: ShapeError if unknown."""
        outputs, inputs, *_ = self.check_weight_rank()
        return inputs * self.groups, outputs

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Imply the numbers of input and output channels from the weights."""
        channels, outputs = self.linear_extents()
        spatial = any_extents(self.SPATIAL_AXES)
        shapes.say(self.input, (channels, *spatial))
        shapes.say(self.output, (outputs, *spatial))


def linear_spatial_layer(
    type: str, spatial_axes: int, params: tuple[Param, ...], scales: tuple[Weight, ...] = ()
) -> LayerSpec:
    """Return the spec of a linear layer: common parameters, its own, and scales."""
    return LayerSpec(
        type,
        (
            NUM_OUTPUT,
            *axis_params("kernel", 1, spatial_axes, 0),
            *axis_params("dilation", 2, spatial_axes, 1),
            *axis_params("stride", 3, spatial_axes, 1),
            *pad_params(4, spatial_axes),
            BIAS_TERM,
            WEIGHT_DATA_SIZE,
            *ACTIVATION_PARAMS,
            *params,
        ),
        (*weight_and_bias(kernel_weights(*axis_names("kernel", spatial_axes))), *scales),
    )
