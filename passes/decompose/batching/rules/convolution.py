"""Batches of convolutions and poolings, as volumes with an item per slice."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from .....dialects.constraints import int_array
from .....dialects.element_types import element_of
from .....dialects.ncnn.base import NcnnOp
from .....dialects.ncnn.families.convolution_nd import ConvolutionND
from .....dialects.ncnn.families.linear import LinearOp
from .....dialects.ncnn.families.spatial import SpatialOp
from .....dialects.ncnn.internal.weight import WeightOp
from .....dialects.ncnn.layers.convolution import ConvolutionDepthWiseOp, ConvolutionOp
from .....dialects.ncnn.layers.convolution3d import Convolution3DOp, ConvolutionDepthWise3DOp
from .....dialects.ncnn.layers.deconvolution import DeconvolutionDepthWiseOp, DeconvolutionOp
from .....dialects.ncnn.layers.deconvolution3d import Deconvolution3DOp, DeconvolutionDepthWise3DOp
from .....dialects.ncnn.layers.pooling import PoolingOp
from .....dialects.ncnn.layers.pooling3d import Pooling3DOp
from .....dialects.ncnn.rules.axes import REST
from .....dialects.ncnn.shapes import shape_of
from ..blob import BatchBuilder, BatchedBlob
from ..operands import Operands
from . import Results, rules

VOLUME_OPS: dict[type[Operation], type[NcnnOp]] = {
    ConvolutionOp: Convolution3DOp,
    ConvolutionDepthWiseOp: ConvolutionDepthWise3DOp,
    DeconvolutionOp: Deconvolution3DOp,
    DeconvolutionDepthWiseOp: DeconvolutionDepthWise3DOp,
    PoolingOp: Pooling3DOp,
}
"""Layer on images -> its form on volumes."""

ALONG_ITEMS = {"kernel": 1, "stride": 1, "dilation": 1, "output_pad": 0, "output_size": 0}
"""Values of properties along the axis of the items."""


@rules.register(*VOLUME_OPS)
def volumes(layers: BatchBuilder, op: SpatialOp, operands: Operands) -> Results:
    """`c,h,w` of n items is a volume `c,n,h,w`, and the kernel one slice deep."""
    x, *others = operands
    if not isinstance(x, BatchedBlob) or len(x.shape) != 3:
        return None
    twin = VOLUME_OPS[type(op)]
    named = dict(zip(op.operand_names()[1:], others, strict=True))
    definition = twin.get_irdl_definition()
    if not set(named) <= {name for name, _ in definition.operands}:
        return None
    if isinstance(op, LinearOp):
        weight = named["weight"]
        if not isinstance(weight, SSAValue) or not isinstance(weight.owner, WeightOp):
            return None
        named["weight"] = deepened(layers, weight.owner)
    properties = volume_properties(op)
    same = {name: v for name, v in named.items() if not isinstance(v, BatchedBlob)}
    if properties is None or len(same) < len(named):
        return None
    replaced = {"operandSegmentSizes", "is_global"}
    kept = {k: v for k, v in op.properties.items() if k in definition.properties.keys() - replaced}
    given = {"input": x.stacked(layers, 1), **same}
    (y,) = layers.inserted(
        twin.build(
            operands=[given.get(name, []) for name, _ in definition.operands],
            properties={**kept, **properties},
            attributes=op.attributes,
            regions=[[] for _ in definition.regions],
            result_types=[op.results[0].type],
        )
    )
    return [BatchedBlob.stacked_along(y, 1).reshaped(layers, shape_of(op.results[0]))]


def deepened(layers: BatchBuilder, weight: WeightOp) -> SSAValue:
    """The weights `out,in,kh,kw` as `out,in,1,kh,kw`: the same array."""
    outputs, inputs, *kernel = shape_of(weight.output)
    type = TensorType(element_of(weight.output.type), (outputs, inputs, 1, *kernel))
    twin = WeightOp(weight.key.data, type, weight.value)
    twin.location = weight.location
    layers.builder.insert(twin)
    return twin.output


def volume_properties(op: SpatialOp) -> dict[str, Attribute] | None:
    """The properties along three axes; None if pads are codes that cannot be replaced."""
    if isinstance(op, PoolingOp) and op.is_global is not None:
        return {"adaptive_size": int_array([REST, 1, 1])}
    properties: dict[str, Attribute] = {}
    for name in op.axis_parameters():
        if name not in op.properties:
            continue
        values = op.along_axes(name)
        if name == "pad":
            pads = op.resolved_pads() if isinstance(op, ConvolutionND) else values
            if min(pads) < 0:
                return None
            top, left, bottom, right = pads
            properties[name] = int_array([0, top, left, 0, bottom, right])
        elif name == "output_size" and any(values):
            return None
        elif name == "adaptive_size":
            properties[name] = int_array([REST, *values])
        else:
            properties[name] = int_array([ALONG_ITEMS[name], *values])
    return properties
