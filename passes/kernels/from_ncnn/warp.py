"""Convert image warps by a flow, with packed channels for any layout of the blobs."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.warp import FilterInterpolationKernelOp, WarpKernelOp
from ....dialects.ncnn.internal.warp import FilterInterpolationOp, WarpOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from ..building.packed_image import on_packed_image
from . import conversions


@conversions.register(WarpOp)
def warp(k: KernelBuilder, op: WarpOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Append one kernel."""
    x, flow = operands

    def warped(packed: SSAValue) -> SSAValue:
        result = k.empty(buffer_shape(packed), packed.type)
        properties = {"zeros_outside": op.zeros_outside}
        return k.insert(WarpKernelOp.make([packed, flow], [result], properties))

    return [on_packed_image(k, x, shape_of(op.input), warped)]


@conversions.register(FilterInterpolationOp)
def filter_interpolation(
    k: KernelBuilder, op: FilterInterpolationOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Append one kernel."""
    x, *flow_and_filter = operands

    def filtered(packed: SSAValue) -> SSAValue:
        result = k.empty(buffer_shape(packed), packed.type)
        return k.insert(FilterInterpolationKernelOp.make([packed, *flow_and_filter], [result]))

    return [on_packed_image(k, x, shape_of(op.input), filtered)]
