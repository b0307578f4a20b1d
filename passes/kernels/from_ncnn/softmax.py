"""Convert Softmax along any axis."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute, SSAValue

from ....dialects.kernel.softmax import SoftmaxKernelOp
from ....dialects.ncnn.layers.softmax import SoftmaxOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(SoftmaxOp)
def softmax(k: KernelBuilder, op: SoftmaxOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """
    Merge the axes before `axis` into one, and those after it unless they are dynamic. If `axis` is
    the last one and the axis before it is dynamic, keep both.
    """
    full, axis = shape_of(op.input), op.resolved_axis()
    flat = (prod(full[:axis]), full[axis], *k.inner_axes(operands[0], axis + 1))
    properties: dict[str, Attribute] = {}
    if 0 < axis == len(full) - 1 and not k.extents.is_view(operands[0], flat, 0):
        flat = (prod(full[: axis - 1]), *full[axis - 1 :])
        properties["is_last"] = UnitAttr()
    x = k.view(operands[0], flat)
    return [k.view(k.insert(SoftmaxKernelOp.make([x], [k.empty(flat, x.type)], properties)), full)]
