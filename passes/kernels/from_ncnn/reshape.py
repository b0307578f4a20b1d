"""Reshape, Flatten, Squeeze and ExpandDims: the same memory under another shape."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.ncnn.base import shape_of
from ....dialects.ncnn.layers.reshape import FlattenOp, ReshapeOp, ReshapingOp
from ....dialects.ncnn.layers.squeeze import ExpandDimsOp, SqueezeOp
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(ReshapeOp, FlattenOp, SqueezeOp, ExpandDimsOp)
def reshape(k: KernelBuilder, op: ReshapingOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """A view; blobs are plain here."""
    return [k.view(operands[0], shape_of(op.output))]
