"""Convert Reshape, Flatten, Squeeze and ExpandDims: the same memory under another shape."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.element_types import tensor_type_of
from ....dialects.ncnn.attributes import pack_of, physical_shape
from ....dialects.ncnn.layers.reshape import FlattenOp, ReshapeOp, ReshapingOp
from ....dialects.ncnn.layers.squeeze import ExpandDimsOp, SqueezeOp
from ..building.kernel_builder import KernelBuilder
from ..building.symbolic_boxes import physical_extents
from . import conversions


@conversions.register(ReshapeOp, FlattenOp, SqueezeOp, ExpandDimsOp)
def reshape(k: KernelBuilder, op: ReshapingOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """
    Return a view, of the same vectors if the blobs are packed; a copy if several axes are dynamic.
    """
    shape = physical_shape(tensor_type_of(op.output))
    dynamic = physical_extents(op.output) if pack_of(op.output.type) == 1 else None
    return [k.view(operands[0], shape, result=dynamic)]
