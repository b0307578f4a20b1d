"""Convert normalization of groups of channels to one kernel, in any layout."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.constraints import int_attr
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.normalize_groups import NormalizeGroupsKernelOp
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.internal.normalize_groups import NormalizeGroupsOp
from ....dialects.ncnn.shapes import shape_of
from ...common.epilogues import epilogue_region, fused_body
from ..building.kernel_builder import KernelBuilder
from ..building.scheduled import scheduled
from ..building.weight_operands import packed_operand, plain_operand
from . import conversions


@conversions.register(NormalizeGroupsOp)
def normalize_groups(
    k: KernelBuilder, op: NormalizeGroupsOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Append the kernel; a plain blob has blocks of one channel."""
    lanes = pack_of(op.output.type)
    channels, x = shape_of(op.output)[0], operands[0]
    flat = (-(-channels // lanes), *k.pixel_axes(x, lanes), lanes)

    def operand(logical: SSAValue, physical: SSAValue) -> SSAValue:
        if logical.type == op.output.type:
            return k.view(physical, flat)
        if lanes > 1:
            return packed_operand(k, logical, physical, lanes)
        return plain_operand(k, logical, physical)

    extras = [operand(*pair) for pair in zip(op.operands[1:], operands[1:], strict=True)]
    properties = {
        "guard": op.guard,
        "channels": int_attr(channels),
        "groups": op.groups,
        "eps": op.eps,
        "centred": op.centred,
        "summed": op.summed,
        **({} if op.schedule is None else scheduled(op.schedule.data)),
    }
    if k.extents.is_symbolic(x):
        properties.pop("sample", None)
    results = [k.empty(flat, x.type)]
    if channels > op.groups.value.data:
        results.append(k.empty((2, flat[0] * lanes), x.type))
    epilogue = epilogue_region([op.output], lambda value: value, fused_body(op))
    kernel = NormalizeGroupsKernelOp.make([k.view(x, flat), *extras], results, properties, epilogue)
    return [k.view(k.insert(kernel), buffer_shape(x))]
