"""Describe the strides of matrices in plain tensors."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from xdsl.ir.affine import AffineConstantExpr

from ....dialects.ncnn.layers.gemm import GemmOp
from ....dialects.ncnn.layers.innerproduct import InnerProductOp
from ....dialects.ncnn.layers.matmul import MatMulOp, broadcast_batch
from ....dialects.ncnn.shapes import Shape, shape_of
from ....dialects.symbols import extents_of


@dataclass(frozen=True)
class Matrices:
    """
    Matrices `[rows][columns]` in a plain tensor.

    Element `(b, r, c)` is stored at the dot product with `strides`. A batch stride of 0 means one
    matrix for the whole batch.
    """

    batch: int
    rows: int
    columns: int
    strides: tuple[int, int, int]

    @property
    def transposed(self) -> Matrices:
        """Return the transposed matrices in the same memory."""
        batch, row, column = self.strides
        return Matrices(self.batch, self.columns, self.rows, (batch, column, row))


def one_matrix(rows: int, columns: int) -> Matrices:
    """Return a matrix with contiguous rows."""
    return Matrices(1, rows, columns, (0, columns, 1))


def by_group(count: int, rows: int, columns: int) -> Matrices:
    """Return consecutive matrices."""
    return Matrices(count, rows, columns, (rows * columns, columns, 1))


def side_by_side(count: int, rows: int, columns: int) -> Matrices:
    """Return matrices whose columns are adjacent in rows, like heads."""
    return Matrices(count, rows, columns, (columns, count * columns, 1))


def gemm_matrices(op: GemmOp) -> tuple[Matrices, Matrices]:
    """Return the rows of A, and the columns of B as rows; both may be stored transposed."""
    m, n, depth = op.product_shape()
    a = one_matrix(m, depth) if op.transpose_a is None else one_matrix(depth, m).transposed
    b = one_matrix(n, depth) if op.transpose_b is not None else one_matrix(depth, n).transposed
    return a, b


def product_matrices(op: InnerProductOp) -> tuple[Matrices, Matrices]:
    """Return the rows of the input, or all of it as one row, and those of the weights."""
    outputs, features = shape_of(op.weight)
    rows = shape_of(op.input)[0] if op.is_per_row else 1
    return one_matrix(rows, features), one_matrix(outputs, features)


def matmul_matrices(op: MatMulOp) -> tuple[Matrices, Matrices]:
    """
    Return the rows of a and the columns of b, as rows.

    With one b for all, the rows of all matrices of a form one matrix, unless their number is
    dynamic. An operand that serves some matrices of the batch, but not all, is repeated first.
    """
    rows, columns = op.matrix_shapes()
    batch = broadcast_batch(rows[:-2], columns[:-2])
    (m, depth), n = rows[-2:], columns[-2]
    count, b_count = matrices_of(rows[:-2], batch), matrices_of(columns[:-2], batch)
    by_row = len(shape_of(op.b)) == 1 or op.transpose_b is not None
    stored = (n, depth) if by_row else (depth, n)
    if b_count == 1 and not has_symbolic_rows(op):
        m, count = count * m, 1
    a, b = (
        by_group(*size) if size[0] > 1 else one_matrix(*size[1:])
        for size in ((count, m, depth), (b_count, *stored))
    )
    return a, b if by_row else b.transposed


def has_symbolic_rows(op: MatMulOp) -> bool:
    """Return whether several matrices a have dynamic rows, and thus gaps between them."""
    dynamic = extents_of(op.a)
    if dynamic is None or len(dynamic.results) < 3:
        return False
    return not isinstance(dynamic.results[-2], AffineConstantExpr)


def matrices_of(own: Shape, batch: Shape) -> int:
    """Return the number of matrices of an operand: one for all, or one for each."""
    return prod(own) if prod(own) in (1, prod(batch)) else prod(batch)
