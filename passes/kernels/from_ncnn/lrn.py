"""Convert LRN to one kernel on a packed image."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import FloatAttr, f32
from xdsl.ir import SSAValue

from ....dialects.constraints import int_attr
from ....dialects.kernel import lrn as kernel
from ....dialects.kernel.base import buffer_shape
from ....dialects.ncnn.layers.normalization import LRNOp, LRNRegion
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from ..building.packed_image import on_packed_image
from . import conversions


@conversions.register(LRNOp)
def lrn(k: KernelBuilder, op: LRNOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Treat vectors and matrices as images of one channel."""
    extents = shape_of(op.output)
    channels, height, width = (1, 1, *extents)[-3:]
    size = op.local_size.value.data
    neighbours = size if op.region.data is LRNRegion.ACROSS_CHANNELS else size * size
    properties = {
        "region": op.region,
        "channels": int_attr(channels),
        "local_size": op.local_size,
        "scale": FloatAttr(op.alpha.value.data / neighbours, f32),
        "beta": op.beta,
        "bias": op.bias,
    }

    def compute(x: SSAValue) -> SSAValue:
        return k.insert(
            kernel.LRNKernelOp.make([x], [k.empty(buffer_shape(x), x.type)], properties)
        )

    y = on_packed_image(k, operands[0], (channels, height, width), compute)
    return [y if y.type == operands[0].type else k.view(y, buffer_shape(operands[0]))]
