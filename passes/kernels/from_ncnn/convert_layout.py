"""Layout conversions: pack and unpack kernels, or views of the same memory."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.internal.convert_layout import ConvertLayoutOp
from ..building.kernel_builder import KernelBuilder
from ..building.weight_operands import packed_operand, plain_operand
from . import conversions


@conversions.register(ConvertLayoutOp)
def convert_layout(
    k: KernelBuilder, op: ConvertLayoutOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Pack or unpack, constants at compile time; a blob of one pixel is a view."""
    lanes = pack_of(op.output.type)
    if lanes > 1:
        return [packed_operand(k, op.input, operands[0], lanes)]
    return [plain_operand(k, op.input, operands[0])]
