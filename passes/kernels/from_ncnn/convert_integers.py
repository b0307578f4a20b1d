"""Convert integers to float32, one at a time."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith
from xdsl.dialects.builtin import f32
from xdsl.ir import Block, SSAValue

from ....dialects.element_types import tensor_type_of
from ....dialects.ncnn.internal.convert_integers import ConvertIntegersOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from . import conversions
from .elementwise import apply_body


@conversions.register(ConvertIntegersOp)
def convert_integers(
    k: KernelBuilder, op: ConvertIntegersOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Append `arith.sitofp` of each element."""
    type = tensor_type_of(op.output)

    def body(block: Block, values: Sequence[SSAValue]) -> SSAValue:
        convert = arith.SIToFPOp(values[0], f32)
        block.add_op(convert)
        return convert.result

    axes = tuple(range(len(shape_of(op.input))))
    return [apply_body(k, [(operands[0], axes)], type, body)]
