"""Makes layers on sequences layers on images of one row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from xdsl.context import Context
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.ir import Attribute, OpResult, SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    GreedyRewritePatternApplier,
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.ncnn.axes import int_array
from ...dialects.ncnn.base import (
    NcnnOp,
    Shape,
    has_shape,
    int_list,
    shape_of,
    tensor_type,
)
from ...dialects.ncnn.layers.convolution import ConvolutionDepthWiseOp, ConvolutionOp
from ...dialects.ncnn.layers.convolution1d import (
    Convolution1DBase,
    Convolution1DOp,
    ConvolutionDepthWise1DOp,
)
from ...dialects.ncnn.layers.crop import CropMode, CropModeAttr, CropOp
from ...dialects.ncnn.layers.deconvolution import (
    DeconvolutionDepthWiseOp,
    DeconvolutionOp,
)
from ...dialects.ncnn.layers.deconvolution1d import (
    Deconvolution1DBase,
    Deconvolution1DOp,
    DeconvolutionDepthWise1DOp,
)
from ...dialects.ncnn.layers.pooling import PoolingOp
from ...dialects.ncnn.layers.pooling1d import Pooling1DOp
from ...dialects.ncnn.layers.reshape import ReshapeOp

IMAGE_OPS: dict[type[NcnnOp], type[NcnnOp]] = {
    Convolution1DOp: ConvolutionOp,
    ConvolutionDepthWise1DOp: ConvolutionDepthWiseOp,
    Deconvolution1DOp: DeconvolutionOp,
    DeconvolutionDepthWise1DOp: DeconvolutionDepthWiseOp,
    Pooling1DOp: PoolingOp,
}
"""What a layer on sequences becomes."""


def with_row(shape: Shape) -> Shape:
    """The shape with an axis of one row before the last axis."""
    return (*shape[:-1], 1, shape[-1])


def reshaped(rewriter: PatternRewriter, op: NcnnOp, value: SSAValue, shape: Shape) -> SSAValue:
    """
    The value in another shape, before the matched op.

    What was reshaped from that very shape is taken from there, so that layers in a row meet.
    """
    if shape_of(value) == shape:
        return value
    source = value.op if isinstance(value, OpResult) else None
    if isinstance(source, ReshapeOp) and has_shape(source.input):
        if shape_of(source.input) == shape:
            return source.input
    reshape = ReshapeOp.build(
        operands=[value, []],
        properties={"shape": int_array(shape)},
        result_types=[tensor_type(shape)],
    )
    reshape.location = op.location
    rewriter.insert(reshape)
    return reshape.output


def replace_by_image_op(
    rewriter: PatternRewriter,
    op: NcnnOp,
    operands: Sequence[Any],
    properties: Mapping[str, Attribute],
) -> None:
    """
    Replace a layer by its 2-D twin, whose result is reshaped to that of the layer.

    Properties that the two have in common are kept, unless others are given.
    """
    twin = IMAGE_OPS[type(op)]
    definition = twin.get_irdl_definition()
    kept = {name: op.properties[name] for name in definition.properties if name in op.properties}
    (output,) = op.results
    shape = shape_of(output)
    image = twin.build(
        operands=operands,
        properties={**kept, **properties},
        attributes=op.attributes,
        regions=[[] for _ in definition.regions],
        result_types=[tensor_type(with_row(shape) if len(shape) > 1 else shape)],
    )
    image.location = op.location
    rewriter.insert(image)
    rewriter.replace(op, [], [reshaped(rewriter, op, image.results[0], shape)])


def along_row(value: IntegerAttr, across: int) -> Attribute:
    """The property `[h, w]` whose part along the row is given."""
    return int_array([across, value.value.data])


def pads_along_row(pads: Attribute) -> Attribute:
    """`[left, right]` as `[top, left, bottom, right]`; of codes there must be four."""
    left, right = int_list(pads)
    across = left if left == right and left < 0 else 0
    return int_array([across, left, across, right])


def first_weights(rewriter: PatternRewriter, op: Convolution1DBase) -> SSAValue:
    """As many of the weights as count, as a vector."""
    count = prod(op.used_weight_shape)
    flat = reshaped(rewriter, op, op.weight, (prod(shape_of(op.weight)),))
    crop = CropOp.build(
        operands=[flat, []],
        properties={
            "mode": CropModeAttr(CropMode.SLICE),
            "starts": int_array([0]),
            "ends": int_array([count]),
        },
        result_types=[tensor_type((count,))],
    )
    crop.location = op.location
    rewriter.insert(crop)
    return crop.output


class ConvertConvolution1D(RewritePattern):
    """A convolution of `c,w` is one of `c,1,w`, with kernels of one row."""

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self, op: Convolution1DOp | ConvolutionDepthWise1DOp, rewriter: PatternRewriter
    ) -> None:
        assert isinstance(op, Convolution1DBase)
        if not all(map(has_shape, (*op.operands, op.output))):
            return
        x = reshaped(rewriter, op, op.input, with_row(shape_of(op.input)))
        weight = first_weights(rewriter, op) if op.has_spare_weights else op.weight
        weight = reshaped(rewriter, op, weight, with_row(op.used_weight_shape))
        bias = [op.bias] if op.bias is not None else []
        properties = {
            "stride": along_row(op.stride, 1),
            "dilation": along_row(op.dilation, 1),
            "pad": pads_along_row(op.pad),
        }
        replace_by_image_op(rewriter, op, [x, weight, bias, [], [], [], []], properties)


class ConvertDeconvolution1D(RewritePattern):
    """A deconvolution of `c,w` is one of `c,1,w`, with kernels of one row."""

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self, op: Deconvolution1DOp | DeconvolutionDepthWise1DOp, rewriter: PatternRewriter
    ) -> None:
        assert isinstance(op, Deconvolution1DBase)
        if not all(map(has_shape, (*op.operands, op.output))):
            return
        x = reshaped(rewriter, op, op.input, with_row(shape_of(op.input)))
        weight = reshaped(rewriter, op, op.weight, with_row(shape_of(op.weight)))
        bias = [op.bias] if op.bias is not None else []
        properties = {
            "stride": along_row(op.stride, 1),
            "dilation": along_row(op.dilation, 1),
            "pad": pads_along_row(op.pad),
            "output_pad": along_row(op.output_pad, 0),
            "output_size": along_row(op.output_size, int(op.output_size.value.data > 0)),
        }
        replace_by_image_op(rewriter, op, [x, weight, bias, []], properties)


class ConvertPooling1D(RewritePattern):
    """A pooling of `c,w` is one of `c,1,w`, with windows of one row."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Pooling1DOp, rewriter: PatternRewriter) -> None:
        if not has_shape(op.input) or not has_shape(op.output):
            return
        x = reshaped(rewriter, op, op.input, with_row(shape_of(op.input)))
        properties = {
            "kernel": along_row(op.kernel, 1),
            "stride": along_row(op.stride, 1),
            "pad": pads_along_row(op.pad),
        }
        if op.adaptive_size is not None:
            properties["adaptive_size"] = along_row(op.adaptive_size, 1)
        replace_by_image_op(rewriter, op, [x], properties)


@dataclass(frozen=True)
class Convert1DTo2DPass(ModulePass):
    """
    Make convolutions, deconvolutions and poolings of sequences `h,w` layers on images `h,1,w`, so
    that every algorithm and layout of these serves them.

        %y = ncnn.convolution1d %x, %w pad [1, 1] ...
        -> %i = ncnn.reshape %x shape [4, 1, 9] ...
           %v = ncnn.reshape %w shape [6, 4, 1, 3] ...
           %j = ncnn.convolution %i, %v pad [0, 1, 0, 1] ...
           %y = ncnn.reshape %j shape [6, 9] ...

    Where one such layer feeds another the reshapes between them vanish.
    """

    name = "convert-1d-to-2d"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        patterns = GreedyRewritePatternApplier(
            [ConvertConvolution1D(), ConvertDeconvolution1D(), ConvertPooling1D()]
        )
        PatternRewriteWalker(patterns, apply_recursively=False).rewrite_module(op)
