"""Convert layers on sequences to layers on images of one row."""

from __future__ import annotations

from math import prod

from xdsl.ir import Attribute, Operation, OpResult, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ...dialects.constraints import int_array
from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.builder import LayerBuilder
from ...dialects.ncnn.families.convolution_nd import ConvolutionND
from ...dialects.ncnn.families.linear import LinearOp
from ...dialects.ncnn.families.spatial import SpatialOp
from ...dialects.ncnn.layers.convolution import ConvolutionDepthWiseOp, ConvolutionOp
from ...dialects.ncnn.layers.convolution1d import Convolution1DOp, ConvolutionDepthWise1DOp
from ...dialects.ncnn.layers.deconvolution import DeconvolutionDepthWiseOp, DeconvolutionOp
from ...dialects.ncnn.layers.deconvolution1d import Deconvolution1DOp, DeconvolutionDepthWise1DOp
from ...dialects.ncnn.layers.pooling import PoolingOp
from ...dialects.ncnn.layers.pooling1d import Pooling1DOp
from ...dialects.ncnn.layers.reshape import ReshapeOp
from ...dialects.ncnn.shapes import Shape, has_shape, shape_of, tensor_type
from ...dialects.symbols import EXTENTS_ATTRIBUTE, extents_of
from ..common.rewrite import RewritePass
from .building.replacement_builder import ReplacementBuilder

IMAGE_OPS: dict[type[Operation], type[NcnnOp]] = {
    Convolution1DOp: ConvolutionOp,
    ConvolutionDepthWise1DOp: ConvolutionDepthWiseOp,
    Deconvolution1DOp: DeconvolutionOp,
    DeconvolutionDepthWise1DOp: DeconvolutionDepthWiseOp,
    Pooling1DOp: PoolingOp,
}
"""Layer on sequences -> its form on images."""

ACROSS = {"kernel": 1, "stride": 1, "dilation": 1, "adaptive_size": 1, "output_pad": 0}
"""Values of properties along the axis with one row."""


def with_row(shape: Shape) -> Shape:
    """Insert an axis of one row before the last axis of a shape."""
    return (*shape[:-1], 1, shape[-1])


def first_weights(layers: LayerBuilder, op: LinearOp) -> SSAValue:
    """Return the used weights as a vector."""
    flat = layers.reshape(op.weight, (prod(shape_of(op.weight)),))
    return layers.slice(flat, 0, 0, prod(op.used_weight_shape))


def image_operands(layers: LayerBuilder, op: SpatialOp) -> dict[str, SSAValue]:
    """Return the operands of the image op by name; kernels have one row."""
    (x, *_) = op.operands
    shape = op.spatial_input_shape if isinstance(op, ConvolutionND) else shape_of(x)
    dynamic = extents_of(x) is not None or extents_of(op.results[0]) is not None
    operands = {"input": layers.reshape(x, with_row(shape), columns=dynamic)}
    if isinstance(op, LinearOp):
        weight = first_weights(layers, op) if op.has_spare_weights else op.weight
        operands["weight"] = layers.reshape(weight, with_row(op.used_weight_shape))
        if op.bias is not None:
            operands["bias"] = op.bias
    return operands


def image_properties(op: SpatialOp) -> dict[str, Attribute]:
    """
    Return properties `[h, w]`, and pads `[top, left, bottom, right]`, from those along the row.
    """
    properties: dict[str, Attribute] = {}
    for name in op.axis_parameters():
        if name not in op.properties:
            continue
        values = op.along_axes(name)
        across = int(values[0] > 0) if name == "output_size" else ACROSS.get(name)
        if across is not None:
            properties[name] = int_array([across, *values])
        else:
            left, right = values
            # four codes are required
            code = left if left == right and left < 0 else 0
            properties[name] = int_array([code, left, code, right])
    return properties


class ConvertToImageOp(RewritePattern):
    """Replace a layer on `c,w` by one on `c,1,w`, and reshape its result."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        twin = IMAGE_OPS.get(type(op))
        if twin is None or not all(map(has_shape, (*op.operands, *op.results))):
            return
        assert isinstance(op, SpatialOp)  # all of `IMAGE_OPS` are
        definition = twin.get_irdl_definition()
        layers = ReplacementBuilder(op, rewriter)
        operands = image_operands(layers, op)
        kept = {k: v for k, v in op.properties.items() if k in definition.properties}
        shape = shape_of(op.results[0])
        image = twin.build(
            operands=[operands.get(name, []) for name, _ in definition.operands],
            properties={**kept, **image_properties(op)},
            attributes={k: v for k, v in op.attributes.items() if k != EXTENTS_ATTRIBUTE},
            regions=[[] for _ in definition.regions],
            result_types=[tensor_type(with_row(shape) if len(shape) > 1 else shape)],
        )
        dynamic = extents_of(op.results[0]) is not None
        result = layers.reshape(layers.insert(image), shape, columns=dynamic)
        if dynamic and isinstance(result, OpResult) and isinstance(result.op, ReshapeOp):
            # Reshape before layers that may be converted next.
            result.op.attributes[EXTENTS_ATTRIBUTE] = op.attributes[EXTENTS_ATTRIBUTE]
        rewriter.replace(op, [], [result])


class Convert1DTo2DPass(RewritePass):
    """
    Convert convolutions, deconvolutions and poolings of sequences `h,w` to layers on images
    `h,1,w`, for which all algorithms and layouts are available.

        %y = ncnn.convolution1d %x, %w pad [1, 1] ...
        -> %i = ncnn.reshape %x shape [4, 1, 9] ...
           %v = ncnn.reshape %w shape [6, 4, 1, 3] ...
           %j = ncnn.convolution %i, %v pad [0, 1, 0, 1] ...
           %y = ncnn.reshape %j shape [6, 9] ...

    Reshapes between two such layers cancel.
    """

    name = "convert-1d-to-2d"
    PATTERNS = (ConvertToImageOp,)
