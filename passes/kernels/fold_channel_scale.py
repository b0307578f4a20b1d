"""Scale the weights of 1x1 convolutions instead of their inputs."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from xdsl.context import Context
from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import ModuleOp, TensorType, f32
from xdsl.dialects.linalg.ops import GenericOp, YieldOp
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects.constraints import int_attr
from ...dialects.element_types import element_of
from ...dialects.kernel.base import buffer_shape
from ...dialects.kernel.bounds import bounds_of
from ...dialects.kernel.convolution import ConvolutionKernelOp
from ...dialects.kernel.scale_panels import ScalePanelsOp
from ...dialects.ncnn.internal.pack_weights import PackWeightsOp
from ...dialects.ncnn.internal.weight_forms import DirectWeights
from ...dialects.ncnn.shapes import shape_of
from ..common.locations import fuse_locations

IMAGE_AXES = 4
"""A packed image is `c/p,h,w,p`; its factors are `c/p,p` or `c/p,1,1,p`."""


@dataclass(frozen=True)
class FoldChannelScalePass(ModulePass):
    """
    Fold a channel scale that is known at run time (squeeze-and-excite) into the weights of the 1x1
    convolution that reads the scaled image, if it has few weights.

        %m = linalg.generic ins(%x, %s : tensor<2x112x112x16xf32>, tensor<2x16xf32>) { mulf }
        %u = ncnn.pack_weights %w into #ncnn.direct_weights<...> : ... -> tensor<512xf32>
        %y = kernel.convolution ins(%m, %u) ...
        -> %v = kernel.scale_panels ins(%u, %s) outs(%e) {channels = 32, ...}
           %y = kernel.convolution ins(%x, %v) ...

    The convolution must be the only reader of the product, and read float32 panels. Images of
    dynamic size are left alone.
    """

    name = "fold-channel-scale"
    elements_per_weight: int = 4
    """
    Least number of image elements per weight: scaling a weight takes two to three times as long, as
    weights come from more distant memory.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in list(op.walk()):
            if isinstance(inner, GenericOp) and is_channel_scale(inner):
                fold(inner, self.elements_per_weight)


def is_channel_scale(op: GenericOp) -> bool:
    """Return whether a kernel multiplies a packed image of static size by a factor per channel."""
    if len(op.inputs) != 2 or len(op.res) != 1 or bounds_of(op) is not None:
        return False
    image, factors, result = (map.data for map in op.indexing_maps.data)
    if image != AffineMap.identity(IMAGE_AXES) or result != image:
        return False
    read = [expression for expression in factors.results if expression != AffineExpr.constant(0)]
    if read != [AffineExpr.dimension(0), AffineExpr.dimension(IMAGE_AXES - 1)]:
        return False
    product, *others = op.body.block.ops
    if not isinstance(product, arith.MulfOp) or set(product.operands) != {*op.body.block.args[:2]}:
        return False
    return isinstance(others[0], YieldOp) and others[0].operands[0] is product.result


def fold(scale: GenericOp, elements_per_weight: int) -> None:
    """
    Fold a scale into the weights of the convolution that alone reads the product, if possible.
    """
    (x, s), scaled = scale.inputs, scale.res[0]
    if not scaled.has_one_use() or x.type != scaled.type or element_of(s.type) != f32:
        return
    use = scaled.first_use
    assert use is not None
    conv = use.operation
    if not isinstance(conv, ConvolutionKernelOp) or use.index != 0:
        return
    packed = panels_of(conv)
    if packed is None:
        return
    if prod(buffer_shape(packed)) * elements_per_weight > prod(buffer_shape(x)):
        return
    weights = scaled_panels(conv, packed, s)
    conv.operands = [x, weights, *conv.operands[2:]]
    conv.location = fuse_locations(scale, conv)
    empty = scale.outputs[0].owner
    Rewriter.erase_op(scale)
    if isinstance(empty, tensor.EmptyOp) and empty.tensor.first_use is None:
        Rewriter.erase_op(empty)


def panels_of(conv: ConvolutionKernelOp) -> SSAValue | None:
    """Return the float32 panels that a 1x1 convolution reads by input channel; None for others."""
    weights = conv.inputs[1]
    if conv.gathered is not None or element_of(weights.type) != f32:
        return None
    if not isinstance(weights.owner, PackWeightsOp):
        return None
    form, (_, channels, *kernel) = weights.owner.form, shape_of(weights.owner.inputs[0])
    is_whole = isinstance(form, DirectWeights) and channels % form.steps.data == 0
    return weights if is_whole and {*kernel} == {1} else None


def scaled_panels(conv: ConvolutionKernelOp, panels: SSAValue, factors: SSAValue) -> SSAValue:
    """Append panels times a factor for each input channel, before the convolution."""
    pack = panels.owner
    assert isinstance(pack, PackWeightsOp)
    assert isinstance(pack.form, DirectWeights)
    assert isinstance(panels.type, TensorType)
    empty = tensor.EmptyOp((), panels.type)
    properties = {
        "channels": int_attr(shape_of(pack.inputs[0])[1]),
        "vectors": int_attr(pack.form.vectors.data),
        "outputs_together": int_attr(pack.form.lanes.data),
        "steps": int_attr(pack.form.steps.data),
    }
    scaling = ScalePanelsOp.make([panels, factors], [empty.tensor], properties)
    for new in (empty, scaling):
        new.location = conv.location
    Rewriter.insert_op([empty, scaling], InsertPoint.before(conv))
    return scaling.results[0]
