"""Layers that scale by channel (BatchNorm, Scale, Bias), and LRN."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import ClassVar

from xdsl.ir import Attribute, OpResult
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_result_def,
    prop_def,
    result_def,
)

from ...kernel.attributes import LRNRegion, LRNRegionAttr
from ..assembly import FUNCTION_TYPE, optional
from ..base import NcnnOp
from ..errors import InvalidLayerError, ShapeError
from ..given_layer import GivenLayer
from ..internal.weight import is_weight
from ..layer import LayerFamily, LayerSpec, Param, Params, ParamValue, Weight
from ..param_values import enum_of_code, int_param, value_of
from ..parameters import float_parameter, int_parameter
from ..rules.broadcast import Axes
from ..rules.implied_shapes import ImpliedShapes
from ..rules.layer_params import flag_code
from ..rules.param_rules import vector
from ..rules.ranks import Rank, RankOf, SameRank
from ..shapes import UNRANKED, AnyTensor, Shape, shape_of
from .elementwise import ElementwiseOp

ZERO_DEVIATION = 1e-4
"""Divisor that ncnn's BatchNorm uses instead of 0."""


class ChannelwiseOp(ElementwiseOp):
    """
    An element-wise op of an input and of vectors along its outermost axis.

    Shapes: input `c,h,w` (or `w`; `h,w`; `c,d,h,w`), every other operand `c` (`w`; `h`; `c`).
    """

    def infer_shapes(self) -> list[Shape]:
        shape = shape_of(self.operands[0])
        for operand in self.operands[1:]:
            if shape_of(operand) != shape[:1]:
                raise ShapeError(
                    f"a parameter has shape {list(shape_of(operand))}, "
                    f"the input's outermost axis needs [{shape[0]}]"
                )
        return [shape]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        shapes.say_channels(self)

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return SameRank(self.operands[result.index])


def channel_weight(
    name: str, count: str, present: Callable[[Params], bool] = lambda params: True
) -> Weight:
    """Return the spec of an untagged array with the length in parameter `count`."""
    return Weight(name, vector(count), False, present)


@irdl_op_definition
class BatchNormOp(ChannelwiseOp):
    """
    `slope * (x - mean) / sqrt(variance + eps) + bias`, by channel.

    Where `variance + eps` is 0 the divisor is 1e-4. Source: ncnn, batchnorm.cpp.
    """

    name = "ncnn.batchnorm"
    input = operand_def(AnyTensor)
    slope = operand_def(AnyTensor)
    mean = operand_def(AnyTensor)
    variance = operand_def(AnyTensor)
    bias = operand_def(AnyTensor)
    eps = float_parameter(1)
    output = result_def(AnyTensor)
    assembly_format = (
        f"$input `,` $slope `,` $mean `,` $variance `,` $bias {optional('eps')}{FUNCTION_TYPE}"
    )
    LAYER: ClassVar = LayerSpec(
        "BatchNorm",
        (Param(0, "channels", "int", 0),),
        tuple(channel_weight(name, "channels") for name in ("slope", "mean", "variance", "bias")),
    )

    def layer_params(self) -> dict[str, ParamValue]:
        return {"channels": shape_of(self.slope)[0], "eps": value_of(self.eps)}


@irdl_op_definition
class BiasOp(ChannelwiseOp):
    """
    `x + bias`, by channel of `c,h,w` or `c,d,h,w`.

    ncnn treats `w` and `h,w` as one channel: all elements get the first bias. Source: ncnn,
    bias.cpp.
    """

    name = "ncnn.bias"
    input = operand_def(AnyTensor)
    bias = operand_def(AnyTensor)
    output = result_def(AnyTensor)
    assembly_format = "$input `,` $bias attr-dict `:` functional-type(operands, results)"
    LAYER: ClassVar = LayerSpec(
        "Bias",
        (Param(0, "bias_data_size", "int", 0),),
        (channel_weight("bias", "bias_data_size"),),
    )

    @property
    def is_uniform(self) -> bool:
        """Return whether the first bias applies to all elements."""
        return len(shape_of(self.input)) < 3

    def infer_shapes(self) -> list[Shape]:
        return [shape_of(self.input)] if self.is_uniform else super().infer_shapes()

    def operand_axes(self) -> list[Axes]:
        if self.is_uniform:
            return [tuple(range(len(shape_of(self.input)))), (None,)]
        return super().operand_axes()

    def layer_params(self) -> dict[str, ParamValue]:
        return {"bias_data_size": shape_of(self.bias)[0]}


CHANNELS_WITHOUT_GAPS = 4
"""ncnn packs channels if their number is a multiple of this: single cells then have no gaps."""

SCALE_IS_INPUT = -233
"""The `scale_data_size` that says that the scale is the layer's second input."""


def stores_scale(params: Params) -> bool:
    """Return whether the scale is in the `.bin`."""
    return int_param(params, "scale_data_size") != SCALE_IS_INPUT


def stores_bias(params: Params) -> bool:
    """Return whether the `.bin` has a bias after the scale."""
    return stores_scale(params) and bool(params["bias_term"])


@irdl_op_definition
class ScaleOp(ChannelwiseOp):
    """
    `scale * x + bias`, by channel; the bias is optional.

    The scale is a weight or any other value. A layer with a scale from an input may have a second
    output, which is the scale unchanged (ncnn works in place): the op then has a second result.
    Such a scale may have further axes of extent 1.
    """

    name = "ncnn.scale"
    input = operand_def(AnyTensor)
    scale = operand_def(AnyTensor)
    bias = opt_operand_def(AnyTensor)
    output = result_def(AnyTensor)
    scale_output = opt_result_def(AnyTensor)
    assembly_format = f"$input `,` $scale {optional('bias')}{FUNCTION_TYPE}"
    LAYER: ClassVar = LayerSpec(
        "Scale",
        (Param(0, "scale_data_size", "int", 0), Param(1, "bias_term", "int", 0)),
        (
            channel_weight("scale", "scale_data_size", stores_scale),
            channel_weight("bias", "scale_data_size", stores_bias),
        ),
    )

    def infer_shapes(self) -> list[Shape]:
        if self.has_vector_scale or self.bias is not None:
            shapes = super().infer_shapes()
        else:
            self._check_scale()
            shapes = [shape_of(self.input)]
        return shapes if self.scale_output is None else [*shapes, shape_of(self.scale)]

    @property
    def has_vector_scale(self) -> bool:
        """Return true if the scale is a vector, as a stored one always is."""
        return len(shape_of(self.scale)) == 1

    def _check_scale(self) -> None:
        """Raises: ShapeError for a scale whose elements ncnn does not find in order."""
        shape, channels = shape_of(self.scale), shape_of(self.input)[0]
        if prod(shape) != channels or channels not in shape:
            raise ShapeError(f"the scale has shape {list(shape)}, the input {channels} channels")
        if len(shape) > 2 and shape[0] > 1 and shape[0] % CHANNELS_WITHOUT_GAPS:
            raise ShapeError(
                f"the scale has shape {list(shape)}: ncnn reads the gaps between its channels"
            )

    @classmethod
    def from_layer(cls, layer: GivenLayer) -> NcnnOp:
        stored, inputs, weights = stores_scale(layer.params), layer.inputs, layer.weights
        if layer.params["bias_term"] and not stored:
            raise ShapeError("has a bias, which does not go with a scale from an input")
        taken = 1 if stored else 2
        if len(inputs) < taken or (stored and len(inputs) > 1) or not 1 <= layer.outputs <= taken:
            raise InvalidLayerError(layer.counts)
        if len(inputs) > taken:
            raise ShapeError(layer.counts)
        return cls.build(
            operands=[
                inputs[0],
                weights["scale"] if stored else inputs[1],
                [weights["bias"]] if "bias" in weights else [],
            ],
            result_types=[UNRANKED, [UNRANKED] * (layer.outputs - 1)],
        )

    def layer_params(self) -> dict[str, ParamValue]:
        if is_weight(self.scale) and self.scale_output is None:
            size = prod(shape_of(self.scale))
            return {"scale_data_size": size, "bias_term": flag_code(self.bias)}
        if self.bias is not None:
            raise ShapeError("a bias does not go with a scale from an input")
        return {"scale_data_size": SCALE_IS_INPUT}


@irdl_op_definition
class LRNOp(NcnnOp):
    """
    Local response normalisation, `x * (bias + alpha / n * s) ^ -beta`.

    `s` sums the squares of the `n` neighbours: `local_size` channels, or `local_size^2` pixels of
    the same channel; those outside are 0. If the number is even, one more is before than after.
    Shapes: `c,h,w`; `h,w` and `w` are images of one channel.
    """

    name = "ncnn.lrn"
    region = prop_def(LRNRegionAttr)
    input = operand_def(AnyTensor)
    local_size = int_parameter(1, 5)
    alpha = float_parameter(2, 1.0)
    beta = float_parameter(3, 0.75)
    bias = float_parameter(4, 1.0)
    output = result_def(AnyTensor)
    assembly_format = (
        f"$region $input {optional('local_size', 'alpha', 'beta', 'bias')}{FUNCTION_TYPE}"
    )
    FAMILY: ClassVar = LayerFamily.POOLING
    LAYER: ClassVar = LayerSpec("LRN", (Param(0, "region", "int", 0),))

    def infer_shapes(self) -> list[Shape]:
        shape = shape_of(self.input)
        if len(shape) > 3:
            raise ShapeError(f"input must have up to 3 dimensions (c,h,w), not {len(shape)}")
        if self.local_size.value.data < 1:
            raise ShapeError(f"local_size must be positive, not {self.local_size.value.data}")
        return [shape]

    def supports_packing(self) -> bool:
        return len(shape_of(self.input)) == 3

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        properties = super().layer_properties(params)
        properties["region"] = LRNRegionAttr(enum_of_code(LRNRegion, params, "region"))
        return properties
