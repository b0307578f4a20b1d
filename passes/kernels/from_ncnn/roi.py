"""Convert ROIAlign, ROIPooling and PSROIPooling of one region, whose corners begin the blob."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.roi import RoiAlignKernelOp, RoiKernelOp, RoiMaxOp, RoiMeanOp
from ....dialects.ncnn.layers.roi import PSROIPoolingOp, ROIAlignOp, RoiOp, ROIPoolingOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from ..building.packed_image import on_packed_image
from . import conversions


@conversions.register(ROIAlignOp)
def roi_align(k: KernelBuilder, op: ROIAlignOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Sample packed images, for any layout of the blobs."""
    properties = {
        "scale": op.spatial_scale,
        "samples": op.samples,
        "aligned": op.aligned,
        "detectron": op.detectron,
    }
    return [
        on_bins(k, op, operands, lambda ins, outs: RoiAlignKernelOp.make(ins, outs, properties))
    ]


@conversions.register(ROIPoolingOp)
def roi_pooling(
    k: KernelBuilder, op: ROIPoolingOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Take maxima of packed images, for any layout of the blobs."""
    properties = {"scale": op.spatial_scale}
    return [on_bins(k, op, operands, lambda ins, outs: RoiMaxOp.make(ins, outs, properties))]


@conversions.register(PSROIPoolingOp)
def psroi_pooling(
    k: KernelBuilder, op: PSROIPoolingOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Append one kernel on plain blobs: each channel is read in one bin only."""
    x, rois = operands
    y = k.empty(shape_of(op.output), x.type)
    properties = {"scale": op.spatial_scale}
    return [k.insert(RoiMeanOp.make([x, region(k, rois)], [y], properties))]


def region(k: KernelBuilder, rois: SSAValue) -> SSAValue:
    """Return the first four elements: the corners."""
    return k.view(rois, (4,))


def on_bins(
    k: KernelBuilder,
    op: RoiOp,
    operands: Sequence[SSAValue],
    make: Callable[[list[SSAValue], list[SSAValue]], RoiKernelOp],
) -> SSAValue:
    """Append a kernel on packed channels, whose number stays the same."""
    x, rois = operands
    corners = region(k, rois)
    _, height, width = shape_of(op.output)

    def pooled(packed: SSAValue) -> SSAValue:
        blocks, _, _, lanes = buffer_shape(packed)
        y = k.empty((blocks, height, width, lanes), packed.type)
        return k.insert(make([packed, corners], [y]))

    return on_packed_image(k, x, cast("tuple[int, int, int]", shape_of(op.input)), pooled)  # c,h,w
