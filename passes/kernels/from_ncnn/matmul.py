"""MatMul: the batch as one product where memory allows."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ....dialects.kernel.base import buffer_shape
from ....dialects.ncnn.base import Shape, shape_of
from ....dialects.ncnn.layers.matmul import MatMulOp, broadcast_batch
from ..building.kernel_builder import PARALLEL, KernelBuilder
from ..building.matrix_multiplication import Matrices, ProductDestination, multiply
from . import conversions
from .channels import first_argument


@conversions.register(MatMulOp)
def matmul(k: KernelBuilder, op: MatMulOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """With one b for all, the rows of all matrices of a are those of one matrix."""
    rows, columns = op.matrix_shapes()
    batch = broadcast_batch(rows[:-2], columns[:-2])
    (m, depth), n = rows[-2:], columns[-2]
    a, count = expanded(k, k.view(operands[0], rows), batch)
    by_row = len(shape_of(op.b)) == 1 or op.transpose_b is not None
    stored = (n, depth) if by_row else (depth, n)
    b, b_count = expanded(k, k.view(operands[1], (*columns[:-2], *stored)), batch)
    if b_count == 1:
        b, m, count = operands[1], count * m, 1
    x = Matrices(a, count, m, depth, (m * depth if count > 1 else 0, depth, 1))
    w = Matrices(b, b_count, *stored, (n * depth if b_count > 1 else 0, stored[1], 1))
    total = max(count, b_count)
    to = ProductDestination((total, m, n), (m * n, n))
    y = multiply(k, x, w if by_row else w.transposed, to)
    return [k.view(y, shape_of(op.output))]


def expanded(k: KernelBuilder, x: SSAValue, batch: Shape) -> tuple[SSAValue, int]:
    """
    The matrices that x brings to a batch, and their number: one for all, or as many as there are.
    """
    *own, rows, columns = buffer_shape(x)
    if prod(own) in (1, prod(batch)):
        return x, prod(own)
    own = [1] * (len(batch) - len(own)) + own
    full = (*batch, rows, columns)
    axes = [
        AffineExpr.constant(0) if extent == 1 else AffineExpr.dimension(axis)
        for axis, extent in enumerate((*own, rows, columns))
    ]
    maps = [AffineMap(len(full), 0, tuple(axes)), AffineMap.identity(len(full))]
    x = k.view(x, (*own, rows, columns))
    y = k.generic([x], k.empty(full, x.type), maps, [PARALLEL] * len(full), first_argument)
    return y, prod(batch)
