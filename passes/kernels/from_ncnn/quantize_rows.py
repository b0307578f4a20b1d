"""Convert the quantization of rows to int8 with a factor each."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import i8
from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.recurrence import QuantizeRowsOp
from ....dialects.ncnn.internal.quantize_rows import Int8RowsOp
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(Int8RowsOp)
def quantize_rows(
    k: KernelBuilder, op: Int8RowsOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Append `kernel.quantize_rows` of matrices."""
    shape = buffer_shape(operands[0])
    *outer, rows, columns = shape
    matrices = (prod(outer), rows, columns)
    x = k.view(operands[0], matrices)
    to = [k.empty(matrices, i8), k.empty((*matrices[:2], 1), x.type)]
    kernel = QuantizeRowsOp.make([x], to)
    k.insert(kernel)
    return [k.view(kernel.results[0], shape), k.view(kernel.results[1], shape[:-1])]
