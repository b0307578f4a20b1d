"""Convert Gemm: a product with an epilogue, then a transposition if requested."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.ncnn.layers.gemm import GemmOp
from ....dialects.ncnn.shapes import shape_of
from ...common.epilogues import gemm_epilogue
from ...common.errors import OperationError
from ...common.geometry.matrices import gemm_matrices
from ..building.kernel_builder import KernelBuilder
from ..building.matrix_multiplication import Factor, ProductDestination, multiply
from ..building.scheduled import schedule_of
from . import conversions
from .permute import transposed


@conversions.register(GemmOp)
def gemm(k: KernelBuilder, op: GemmOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Multiply the rows of A by B's columns, which are packed in panels."""
    if op.quantize_term.value.data:
        raise OperationError(op, "int8 weights are not supported")
    m, n, _ = op.product_shape()
    a, b = map(Factor, operands[:2], gemm_matrices(op))
    extras: list[SSAValue] = []
    if op.c is not None:
        extents = [1 if axis is None else (m, n)[axis] for axis in op.c_axes()]
        extras.append(k.view(operands[2], extents))
    first = len(op.operands) - len(op.epilogue_operands)
    extras += [k.view(v, (m, n)) for v in operands[first:]]
    schedule, to = schedule_of(op), ProductDestination((m, n), (0, n))
    y = multiply(k, schedule, a, b, to, extras, gemm_epilogue(op))
    if op.output_transpose is not None:
        y = transposed(k, y, (1, 0))
    return [k.view(y, shape_of(op.output))]
