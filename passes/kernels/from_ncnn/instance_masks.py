"""Convert masks of detected objects to one kernel."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i8
from xdsl.ir import SSAValue

from ....dialects.kernel.instance_masks import InstanceMasksKernelOp
from ....dialects.ncnn.internal.instance_masks import InstanceMasksOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(InstanceMasksOp)
def instance_masks(
    k: KernelBuilder, op: InstanceMasksOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Append one kernel."""
    masks = k.empty(shape_of(op.output), i8)
    return [k.insert(InstanceMasksKernelOp.make(operands, [masks]))]
