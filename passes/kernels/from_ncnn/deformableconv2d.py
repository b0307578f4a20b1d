"""Convert DeformableConv2D: gather windows at the given places, then multiply."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr

from ....dialects.constraints import int_array, int_attr
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.deformable_im2col import DeformableIm2colOp
from ....dialects.kernel.structure import UnpackOp
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.layers.deformableconv2d import DeformableConv2DOp
from ....dialects.ncnn.shapes import shape_of
from ....dialects.symbols import extents_of
from ...common.epilogues import epilogue_operands
from ..building.kernel_builder import KernelBuilder
from ..building.packed_image import packed_image
from ..building.weight_operands import packed_operand
from . import conversions
from .convolution import product_of_columns


@conversions.register(DeformableConv2DOp)
def deformable_conv2d(
    k: KernelBuilder, op: DeformableConv2DOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Gather packed columns and multiply them; the layout of the blobs may be any."""
    physical = dict(zip(op.operands, operands, strict=True))
    outputs, height, width = shape_of(op.output)
    pack = pack_of(op.output.type)
    lanes = pack if pack > 1 else k.lanes
    y = k.empty((-(-outputs // lanes), height, width, lanes), op.output.type)
    extras = [packed_operand(k, v, physical[v], lanes) for v in epilogue_operands(op)]
    columns = deformed_columns(k, op, physical)
    result = product_of_columns(k, op, columns, physical[op.weight], extras, y)
    if pack > 1:
        return [result]
    return [k.insert(UnpackOp.make([result], [k.empty((outputs, height, width), y.type)]))]


def deformed_columns(
    k: KernelBuilder, op: DeformableConv2DOp, physical: dict[SSAValue, SSAValue]
) -> SSAValue:
    """Gather the windows of all outputs: `kh*kw*c/p, oh, ow, p`."""
    x = packed_image(k, physical[op.input])
    blocks, _, _, lanes = buffer_shape(x)
    _, height, width = shape_of(op.output)
    kernel = op.kernel_shape
    starts = k.constant("window_starts", window_starts(op, height, width))
    masks = [] if op.mask is None else [physical[op.mask]]
    out = (blocks * kernel[0] * kernel[1], height, width, lanes)
    gather = DeformableIm2colOp.make(
        [x, starts, physical[op.offset], *masks],
        [k.empty(out, x.type)],
        {
            "kernel": int_array(kernel),
            "dilation": op.dilation,
            "channels": int_attr(shape_of(op.input)[0]),
        },
    )
    dynamic = extents_of(op.output)
    if dynamic is None:
        return k.insert(gather)
    first, last = (AffineExpr.constant(n) for n in (out[0], lanes))
    bounds = [first, *dynamic.results[1:], last, *k.extents.of(x)[1:3]]
    return k.insert_bounded(gather, bounds)


def window_starts(op: DeformableConv2DOp, height: int, width: int) -> np.ndarray:
    """Return row and column of the first tap of each output's window, before offsets: `2,oh,ow`."""
    top, left, *_ = op.resolved_pads()
    rows, columns = op.along_axes("stride")
    i, j = np.mgrid[:height, :width]
    return np.stack([i * rows - top, j * columns - left]).astype(np.float32)
