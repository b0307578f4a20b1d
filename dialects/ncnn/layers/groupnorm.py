"""GroupNorm and InstanceNorm: normalisation of groups of channels, or of single ones."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
)

from ...constraints import F32, I64
from ..assembly import INPUT_TO_OUTPUT, optional
from ..base import NcnnOp
from ..errors import InvalidLayerError, ShapeError
from ..layer import LayerFamily, LayerSpec, Param, ParamValue, Weight
from ..parameters import int_parameter
from ..rules.implied_shapes import ImpliedShapes
from ..rules.layer_params import flag_code
from ..rules.param_rules import flag
from ..shapes import AnyTensor, Shape, shape_of
from .elementwise import float_attribute
from .normalization import channel_weight

AFFINE_FORMAT = "(`gamma` $gamma^ `:` type($gamma))? (`beta` $beta^ `:` type($beta))? "


def affine_weights() -> tuple[Weight, Weight]:
    """Return a factor and a term for each channel, if the layer has them."""
    gamma, beta = (channel_weight(name, "channels", flag("affine")) for name in ("gamma", "beta"))
    return gamma, beta


class ChannelNormalizationOp(NcnnOp):
    """
    `(x - mean) / sqrt(variance + eps) * gamma + beta`, gamma and beta being optional.

    Mean and variance are of some channels; gamma and beta have a number for each.
    """

    FAMILY: ClassVar = LayerFamily.POOLING
    RANK: ClassVar = "input"
    input = operand_def(AnyTensor)
    gamma = opt_operand_def(AnyTensor)
    beta = opt_operand_def(AnyTensor)
    eps = prop_def(F32, default_value=float_attribute(0.001))
    output = result_def(AnyTensor)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    def infer_shapes(self) -> list[Shape]:
        if (self.gamma is None) != (self.beta is None):
            raise ShapeError("gamma and beta go together")
        if self.gamma is not None and self.beta is not None:
            shapes = [shape_of(self.gamma), shape_of(self.beta)]
            if len(shapes[0]) != 1 or shapes[0] != shapes[1]:
                raise ShapeError(f"gamma and beta have shapes {list(map(list, shapes))}")
        return [shape_of(self.input)]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        shapes.say_same((self.operands[0], *self.results))

    def layer_params(self) -> dict[str, ParamValue]:
        return {
            **super().layer_params(),
            "channels": 0 if self.gamma is None else shape_of(self.gamma)[0],
            "affine": flag_code(self.gamma),
        }


@irdl_op_definition
class GroupNormOp(ChannelNormalizationOp):
    """
    Normalise each of `group` runs of channels.

    Shapes: channels are the outermost axis of `c,h,w` (or `w`; `h,w`; `c,d,h,w`).
    Source: ncnn, groupnorm.cpp.
    """

    name = "ncnn.groupnorm"
    group = int_parameter(0, 1)
    channels = prop_def(I64)
    assembly_format = (
        f"$input {AFFINE_FORMAT}(`group` $group^)? `channels` $channels (`eps` $eps^)? "
        "attr-dict `:` type($input) `->` type($output)"
    )
    LAYER: ClassVar = LayerSpec(
        "GroupNorm",
        (
            Param(1, "channels", "int", 0),
            Param(2, "eps", "float", 0.001),
            Param(3, "affine", "int", 1),
        ),
        affine_weights(),
    )

    def infer_shapes(self) -> list[Shape]:
        (shape,) = super().infer_shapes()
        channels, group = self.channels.value.data, self.group.value.data
        if group < 1 or channels % group:
            raise InvalidLayerError(f"{channels} channels are not {group} groups of equal size")
        if channels > shape[0]:
            raise InvalidLayerError(f"normalises {channels} channels, the input has {shape[0]}")
        if channels < shape[0]:
            raise ShapeError(f"normalises {channels} of {shape[0]} channels only")
        if self.gamma is not None and shape_of(self.gamma) != (channels,):
            raise ShapeError(f"gamma has shape {list(shape_of(self.gamma))}, not [{channels}]")
        return [shape]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Imply equal shapes, with a channel for each factor."""
        super().imply_shapes(shapes)
        if (known := shapes.of(self.input)) is not None and self.channels.value.data > 0:
            shapes.say(self.input, (self.channels.value.data, *known[1:]))

    def layer_params(self) -> dict[str, ParamValue]:
        return {**super().layer_params(), "channels": self.channels.value.data}


@irdl_op_definition
class InstanceNormOp(ChannelNormalizationOp):
    """
    Normalise every channel.

    Shapes: `c,h,w` or `c,d,h,w`; `h,w` and `w` are one channel. Further elements of gamma and beta
    are ignored. Source: ncnn, instancenorm.cpp.
    """

    name = "ncnn.instancenorm"
    assembly_format = f"$input {AFFINE_FORMAT}{optional('eps')}{INPUT_TO_OUTPUT}"
    LAYER: ClassVar = LayerSpec(
        "InstanceNorm",
        (
            Param(0, "channels", "int", 0),
            Param(1, "eps", "float", 0.001),
            Param(2, "affine", "int", 1),
        ),
        affine_weights(),
    )

    @property
    def channel_count(self) -> int:
        """Return the number of channels that ncnn sees in the input."""
        return channel_count(shape_of(self.input))

    def infer_shapes(self) -> list[Shape]:
        (shape,) = super().infer_shapes()
        if self.gamma is not None and shape_of(self.gamma)[0] < self.channel_count:
            raise InvalidLayerError(
                f"has parameters for {shape_of(self.gamma)[0]} channels, "
                f"the input has {self.channel_count}"
            )
        return [shape]


def channel_count(shape: Shape) -> int:
    """Return the number of channels that ncnn sees in a blob: one in vectors and matrices."""
    return shape[0] if len(shape) > 2 else 1
