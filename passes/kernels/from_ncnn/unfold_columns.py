"""Convert the columns under a kernel to one kernel."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.element_types import element_of, tensor_type_of
from ....dialects.kernel.unfold_columns import UnfoldColumnsKernelOp
from ....dialects.ncnn.attributes import pack_of, physical_shape
from ....dialects.ncnn.internal.unfold_columns import UnfoldColumnsOp
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(UnfoldColumnsOp)
def unfold_columns(
    k: KernelBuilder, op: UnfoldColumnsOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Append the kernel; plain channels are blocks of one."""
    shape = physical_shape(tensor_type_of(op.output))
    blocks = shape if pack_of(op.output.type) > 1 else (*shape, 1)
    y = k.empty(blocks, element_of(op.output.type))
    properties = {name: op.properties[name] for name in ("kernel", "stride", "before")}
    return [k.view(k.insert(UnfoldColumnsKernelOp.make(operands, [y], properties)), shape)]
