"""Reshape and Flatten: the same memory under another shape."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.ncnn.base import shape_of
from ....dialects.ncnn.layers.reshape import FlattenOp, ReshapeOp
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(ReshapeOp, FlattenOp)
def reshape(
    k: KernelBuilder, op: ReshapeOp | FlattenOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """A view; blobs are plain here."""
    return [k.view(operands[0], shape_of(op.output))]
