"""Convolutions along any number of axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import FloatAttr, f32
from xdsl.irdl import opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ...constraints import F32, I64
from ...kernel.attributes import Algorithm, AlgorithmAttr
from ..assembly import optional
from ..attributes import pack_of
from ..errors import ShapeError
from ..layer import LayerSpec, Param, Weight
from ..rules.implied_shapes import ImpliedShapes, any_extents
from ..rules.window import check_steps, dilated_extent, resolve_pads, window_counts
from ..schedule import SCHEDULE_FORMAT, ScheduledOp
from ..shapes import Shape, shape_of
from .linear import (
    ACTIVATION_FORMAT,
    EPILOGUE_FORMAT,
    LINEAR_TYPES_FORMAT,
    WEIGHTS_FORMAT,
    EpilogueOp,
    GroupedOp,
)
from .linear_spatial import LinearSpatialOp, linear_spatial_layer


class ConvolutionND(LinearSpatialOp):
    """
    A convolution: every output is a sum over a window of the input, with a window at each multiple
    of the stride.

    Pads that are all -233 (SAME_UPPER) or -234 (SAME_LOWER) ask for padding that keeps
    `ceil(in / stride)`.
    """

    pad_value = prop_def(F32, default_value=FloatAttr(0.0, f32))

    @property
    def kernel_shape(self) -> Shape:
        """Return the extents of the kernel, in taps."""
        return shape_of(self.weight)[2:]

    @property
    def spatial_input_shape(self) -> Shape:
        """Return the input's shape, channels first. Raises: ShapeError for another rank."""
        return self.check_input_rank(self.input)

    @property
    def may_be_vector(self) -> bool:
        """Return whether the op maps a vector to a vector."""
        return False

    def resolved_pads(self) -> tuple[int, ...]:
        """`pad` with its codes replaced for the input's shape."""
        size, stride = self.spatial_input_shape[1:], self.along_axes("stride")
        return resolve_pads(self.along_axes("pad"), size, self._extents(), stride)

    def borders(self) -> Sequence[int]:
        return self.resolved_pads()

    def _extents(self) -> list[int]:
        """Return the kernel's extents, including cells between dilated taps."""
        dilations = self.along_axes("dilation")
        return [dilated_extent(k, d) for k, d in zip(self.kernel_shape, dilations, strict=True)]

    def infer_shapes(self) -> list[Shape]:
        channels, *size = self.spatial_input_shape
        self.check_weight_rank()
        weight = self.used_weight_shape
        self._check_channels(channels, weight)
        stride = self.along_axes("stride")
        check_steps(stride=stride, dilation=self.along_axes("dilation"))
        counts = window_counts(size, self.resolved_pads(), self._extents(), stride)
        return [(weight[0], *counts)]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        if not self.may_be_vector:
            super().imply_shapes(shapes)
            return
        channels, outputs = self.linear_extents()
        spatial = any_extents(self.SPATIAL_AXES)
        shapes.propose(self.input, (channels, *spatial))
        shapes.propose(self.output, (outputs, *spatial))
        if len(shapes.of(self.input) or ()) == 1:
            shapes.say(self.input, (channels,))
            shapes.say(self.output, (outputs,))

    def _check_channels(self, channels: int, weight: Shape) -> None:
        """Raises: ShapeError unless weights and bias are for `channels` input channels."""
        outputs, groups = weight[0], self.groups
        if groups < 1 or outputs % groups:
            raise ShapeError(f"{outputs} output channels do not divide into {groups} groups")
        expected = weight[1] * groups
        if channels != expected:
            raise ShapeError(f"input has {channels} channels, the weights are for {expected}")
        self.check_bias(outputs)


class ScheduledConvolution(ConvolutionND, EpilogueOp, ScheduledOp):
    """
    A convolution with dedicated kernels on packed blobs: from level 2 on it carries the
    `algorithm`, and an epilogue. `tile` is the number of output positions in a tile of algorithm
    tiled, unless the schedule chooses it.
    """

    algorithm = opt_prop_def(AlgorithmAttr)
    tile = opt_prop_def(I64)
    inner = opt_prop_def(AlgorithmAttr)
    """For `dilated`: the algorithm of the sub-images."""
    small = opt_prop_def(AlgorithmAttr)
    """The algorithm of smaller images than usual, if the size is dynamic."""
    large = opt_prop_def(AlgorithmAttr)
    """The algorithm of larger images than usual, if the size is dynamic."""

    DRIVES_LAYOUT: ClassVar[bool] = True
    SUPPORTS_PACKING: ClassVar = True

    @property
    def chosen_algorithm(self) -> Algorithm:
        """Return the algorithm; by default packed, which computes everything."""
        return Algorithm.PACKED if self.algorithm is None else self.algorithm.data

    @property
    def inner_algorithm(self) -> Algorithm:
        """Return the algorithm that computes an image, or each sub-image of it."""
        return self.chosen_algorithm if self.inner is None else self.inner.data

    @property
    def is_depthwise(self) -> bool:
        """Return whether there are several groups, each with one input and one output channel."""
        weight = shape_of(self.weight)
        return weight[0] == self.groups > 1 and weight[1] == 1

    def verify_(self) -> None:
        super().verify_()
        self.verify_layouts()
        is_dilated = self.algorithm is not None and self.algorithm.data is Algorithm.DILATED
        if self.inner is not None and not is_dilated:
            raise VerifyException("only algorithm dilated has an inner algorithm")

    def verify_layouts(self) -> None:
        """
        Raises: VerifyException for layouts that no kernel reads: a convolution does not repack.

        A sum over all channels accepts any layout of the input. A depthwise convolution of packed
        blobs needs the same pack in input and output. Weights have separate forms.
        """
        if pack_of(self.weight.type) > 1:
            raise VerifyException("weights have no layout, pack-weights gives them a form")
        packs = pack_of(self.input.type), pack_of(self.output.type)
        if min(packs) > 1 and packs[0] != packs[1] and self.is_depthwise:
            raise VerifyException(f"reads channels by {packs[0]}, and writes them by {packs[1]}")


class DenseConvolution(ConvolutionND):
    """A convolution with outputs that sum over all input channels."""


class GroupedConvolution(GroupedOp, ConvolutionND):
    """A convolution in groups; depthwise proper is the case group = in = out."""


DYNAMIC_WEIGHT = Param(19, "dynamic_weight", "int", 0)
ALGORITHM_FORMAT = (
    f"{optional('algorithm', 'inner', 'small', 'large', 'tile')}{SCHEDULE_FORMAT}{EPILOGUE_FORMAT}"
)


def convolution_layer(
    type: str, spatial_axes: int, *params: Param, scales: tuple[Weight, ...] = ()
) -> LayerSpec:
    """Return the spec of a convolution, with the given further parameters and scales."""
    pad_value = Param(18, "pad_value", "float", 0.0)
    return linear_spatial_layer(type, spatial_axes, (pad_value, *params), scales)


def convolution_format(*, group: bool, scales: str = "", schedule: str = "") -> str:
    """Return the syntax of a convolution, with the given further parts."""
    return (
        f"{WEIGHTS_FORMAT}{scales}{'(`group` $group^)? ' if group else ''}"
        "(`stride` $stride^)? (`dilation` $dilation^)? (`pad` $pad^)? (`pad_value` $pad_value^)? "
        f"{ACTIVATION_FORMAT}{schedule}{LINEAR_TYPES_FORMAT}"
    )
