"""Convert MatMul: the batch as one product where possible."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ....dialects.kernel.base import buffer_shape
from ....dialects.ncnn.layers.matmul import MatMulOp, broadcast_batch
from ....dialects.ncnn.shapes import Shape, shape_of
from ...common.geometry.matrices import matmul_matrices
from ..building.kernel_builder import PARALLEL, KernelBuilder
from ..building.matrix_multiplication import Factor, ProductDestination, multiply
from ..building.scheduled import schedule_of
from . import conversions
from .channels import first_argument


@conversions.register(MatMulOp)
def matmul(k: KernelBuilder, op: MatMulOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Repeat operands that serve some matrices of the batch, but not all; then multiply."""
    rows, columns = op.matrix_shapes()
    batch = broadcast_batch(rows[:-2], columns[:-2])
    x, w = matmul_matrices(op)
    a, b = expanded(k, k.view(operands[0], rows), batch), operands[1]
    if w.batch > 1:
        stored = shape_of(op.b)[-2:] if len(shape_of(op.b)) > 1 else columns[-2:]
        b = expanded(k, k.view(b, (*columns[:-2], *stored)), batch)
    total, size = max(x.batch, w.batch), x.rows * w.rows
    to = ProductDestination((total, x.rows, w.rows), (size, w.rows))
    y = multiply(k, schedule_of(op), Factor(a, x), Factor(b, w), to)
    return [k.view(y, shape_of(op.output))]


def expanded(k: KernelBuilder, x: SSAValue, batch: Shape) -> SSAValue:
    """Return x with one matrix for all of the batch, or one for each; broadcast axes are copied."""
    *own, rows, columns = buffer_shape(x)
    if prod(own) in (1, prod(batch)):
        return x
    own = [1] * (len(batch) - len(own)) + own
    full = (*batch, rows, columns)
    axes = [
        AffineExpr.constant(0) if extent == 1 else AffineExpr.dimension(axis)
        for axis, extent in enumerate((*own, rows, columns))
    ]
    maps = [AffineMap(len(full), 0, tuple(axes)), AffineMap.identity(len(full))]
    x = k.view(x, (*own, rows, columns))
    return k.generic([x], k.empty(full, x.type), maps, [PARALLEL] * len(full), first_argument)
