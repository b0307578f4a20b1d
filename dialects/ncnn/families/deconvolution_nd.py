"""Deconvolutions along any number of axes: the transposes of convolutions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import prod

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute
from xdsl.irdl import opt_prop_def

from ..errors import ShapeError
from ..layer import LayerSpec, Param, Params, ParamValue
from ..rules.param_rules import same, stored_weights
from ..rules.window import cut_extents, full_extents, resolve_cuts
from ..schedule import SCHEDULE_FORMAT, ScheduledOp
from ..shapes import Shape, has_shape, shape_of
from .linear import ACTIVATION_FORMAT, LINEAR_TYPES_FORMAT, WEIGHTS_FORMAT, GroupedOp
from .linear_spatial import LinearSpatialOp, linear_spatial_layer
from .spatial import AXES, SIDES, axis_names


class DeconvolutionND(LinearSpatialOp, ScheduledOp):
    """
    A deconvolution: every input cell adds its weighted kernel to the full result, of extent
    `(in - 1) * stride + dilation * (kernel - 1) + 1 + output_pad`.

    Then borders are cut off: by `pad` if any is positive; else, with an `output_size` (0 is none),
    the excess over it, on both sides according to the SAME code in `pad`.

    Weights that come from an input are `[in][out / group]` and kernel: `transposed_weight`.
    Subclasses define `output_pad` and `output_size` too. Source: ncnn, deconvolution.cpp.
    """

    transposed_weight = opt_prop_def(UnitAttr)

    @classmethod
    @cache
    def axis_parameters(cls) -> dict[str, tuple[str, ...]]:
        return {
            **super().axis_parameters(),
            "output_pad": output_pad_names(cls.SPATIAL_AXES),
            "output_size": axis_names("output", cls.SPATIAL_AXES),
        }

    @property
    def has_transposed_weight(self) -> bool:
        return self.transposed_weight is not None

    def weight_dimensions(self) -> Shape:
        """Return the outputs, input channels (of all groups) and extents of the kernel."""
        first, second, *kernel = self.check_weight_rank()
        if self.has_transposed_weight:
            return second * self.groups, first, *kernel
        return first, second * self.groups, *kernel

    def full_size(self) -> Shape:
        """Return the extents of the result before anything is cut off."""
        return full_extents(
            shape_of(self.input)[1:],
            self.weight_dimensions()[2:],
            self.along_axes("stride"),
            self.along_axes("dilation"),
            self.along_axes("output_pad"),
        )

    def resolved_cuts(self) -> tuple[int, ...]:
        """Return the numbers of cells to cut off the full result: before each axis, then after."""
        wanted = self.along_axes("output_size")
        return tuple(resolve_cuts(self.along_axes("pad"), wanted, self.full_size()))

    def borders(self) -> Sequence[int]:
        return self.resolved_cuts()

    def infer_shapes(self) -> list[Shape]:
        given = self.check_input_rank(self.input)[0]
        outputs, channels, *_ = self.weight_dimensions()
        if self.groups < 1 or outputs % self.groups or channels % self.groups:
            counts = f"{channels} to {outputs} channels"
            raise ShapeError(f"{counts} do not divide into {self.groups} groups")
        if given != channels:
            raise ShapeError(f"input has {given} channels, the weights are for {channels}")
        self.check_bias(outputs)
        return [(outputs, *cut_extents(self.full_size(), self.resolved_cuts()))]

    def linear_extents(self) -> tuple[int, int]:
        outputs, channels, *_ = self.weight_dimensions()
        return channels, outputs

    def multiply_adds(self) -> int:
        """Count the products of every input with the kernels of its group's outputs."""
        outputs, _, *kernel = self.weight_dimensions()
        return prod(shape_of(self.input)) * outputs // self.groups * prod(kernel)

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        transposed = None if stored_weights(params) else UnitAttr()
        return {**super().layer_properties(params), "transposed_weight": transposed}

    def weight_params(self) -> dict[str, ParamValue]:
        """Return the parameters: transposed weights are an input, others are stored."""
        params = super().weight_params()
        if not self.has_transposed_weight:
            if params["dynamic_weight"]:
                raise ShapeError("weights that are computed must be `transposed_weight`")
            return params
        if has_shape(self.weight):
            params["num_output"] = self.weight_dimensions()[0]
        return {**params, "dynamic_weight": 1, "weight_data_size": 0}


class DenseDeconvolution(DeconvolutionND):
    """A deconvolution with inputs that contribute to all output channels."""


class GroupedDeconvolution(GroupedOp, DeconvolutionND):
    """A deconvolution in groups."""


DYNAMIC_WEIGHT = Param(28, "dynamic_weight", "int", 0)
OUTPUT_SIZE_IDS = {1: 20, 2: 20, 3: 25}
"""Id of the parameter for the requested width, by the number of axes."""


def output_pad_names(spatial_axes: int) -> tuple[str, ...]:
    """Return the names of the extra output extents of each axis, outermost first."""
    return tuple(f"output_pad_{SIDES[axis][1]}" for axis in AXES[spatial_axes])


def deconvolution_layer(type: str, spatial_axes: int, *params: Param) -> LayerSpec:
    """Return the spec of a deconvolution, with the given further parameters."""
    pads = _consecutive(18, output_pad_names(spatial_axes))
    sizes = _consecutive(OUTPUT_SIZE_IDS[spatial_axes], axis_names("output", spatial_axes))
    return linear_spatial_layer(type, spatial_axes, (*pads, *sizes, *params))


def _consecutive(id: int, names: tuple[str, ...]) -> tuple[Param, ...]:
    """Return parameters with consecutive ids, innermost axis first; the first is the default."""
    first, *others = reversed(names)
    return (
        Param(id, first, "int", 0),
        *(Param(id + i, name, "int", same(first)) for i, name in enumerate(others, 1)),
    )


def deconvolution_format(*, group: bool, epilogue: str = "") -> str:
    """Return the syntax of a deconvolution, with the given further parts."""
    return (
        f"{WEIGHTS_FORMAT}{'(`group` $group^)? ' if group else ''}"
        "(`stride` $stride^)? (`dilation` $dilation^)? (`pad` $pad^)? "
        "(`output_pad` $output_pad^)? (`output_size` $output_size^)? "
        f"{ACTIVATION_FORMAT}(`transposed_weight` $transposed_weight^)? "
        f"{SCHEDULE_FORMAT}{epilogue}{LINEAR_TYPES_FORMAT}"
    )
