"""MatMul: products of matrices by numpy's rules."""

from __future__ import annotations

from math import prod
from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def, result_def

from ..assembly import FUNCTION_TYPE, optional
from ..errors import ShapeError
from ..layer import LayerFamily, LayerSpec
from ..parameters import flag_parameter
from ..rules.implied_shapes import ImpliedShapes, any_extents
from ..schedule import SCHEDULE_FORMAT, ScheduledOp
from ..shapes import AnyTensor, Shape, shape_of


def broadcast_batch(a: Shape, b: Shape) -> Shape:
    """Broadcast the batches of a product's operands: axes align at the end, 1 stretches."""
    rank = max(len(a), len(b))
    padded = [(1,) * (rank - len(shape)) + shape for shape in (a, b)]
    pairs = list(zip(*padded, strict=True))
    if any(x != y and 1 not in (x, y) for x, y in pairs):
        raise ShapeError(f"batches {list(a)} and {list(b)} do not fit")
    return tuple(max(pair) for pair in pairs)


@irdl_op_definition
class MatMulOp(ScheduledOp):
    """
    `ncnn.matmul %a, %b`: `a b`, or `a b^T` with `transpose_b`, for each matrix of a batch.

    Shapes: `...,M,K` and `...,K,N` to `...,M,N`, where the axes before broadcast. A vector is one
    row of a, or one column of b, and that axis is left out of the result; two give `1`.
    Source: ncnn, matmul.cpp.
    """

    name = "ncnn.matmul"
    a = operand_def(AnyTensor)
    b = operand_def(AnyTensor)
    transpose_b = flag_parameter(0)
    output = result_def(AnyTensor)
    assembly_format = f"$a `,` $b {optional('transpose_b')}{SCHEDULE_FORMAT}{FUNCTION_TYPE}"
    FAMILY: ClassVar = LayerFamily.PRODUCT
    LAYER: ClassVar = LayerSpec("MatMul")

    def matrix_shapes(self) -> tuple[Shape, Shape]:
        """`batch,M,K` and `batch,N,K`. Raises: ShapeError if K differs."""
        a, b = shape_of(self.a), shape_of(self.b)
        rows = (1, *a) if len(a) == 1 else a
        if len(b) == 1:
            columns = (1, *b)
        else:
            columns = b if self.transpose_b is not None else (*b[:-2], b[-1], b[-2])
        if rows[-1] != columns[-1]:
            raise ShapeError(f"a has {rows[-1]} columns, b {columns[-1]} rows")
        return rows, columns

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """Imply that a's columns are b's rows; propose matrices for unknown operands."""
        super().imply_shapes(shapes)
        a, b = shapes.of(self.a), shapes.of(self.b)
        if a is not None and len(a) > 1 and (b is None or len(b) > 1):
            if b is None and (not shapes.takes_proposals or a[-1] is None):
                return
            batch = any_extents(max(len(b or ()) - 2, 0))
            both = (None, a[-1]) if self.transpose_b is not None else (a[-1], None)
            shapes.say(self.b, (*batch, *both))
        elif a is None and b is not None and len(b) > 1 and shapes.takes_proposals:
            inner = b[-1] if self.transpose_b is not None else b[-2]
            if inner is not None:
                shapes.say(self.a, (None, inner))
        a, b = shapes.of(self.a), shapes.of(self.b)
        if a is not None and b is not None and min(len(a), len(b)) > 1:
            inner = b[-1] if self.transpose_b is not None else b[-2]
            shapes.say(self.a, (*any_extents(len(a) - 1), inner))

    def infer_shapes(self) -> list[Shape]:
        rows, columns = self.matrix_shapes()
        batch = broadcast_batch(rows[:-2], columns[:-2])
        m = rows[-2:-1] if len(shape_of(self.a)) > 1 else ()
        n = columns[-2:-1] if len(shape_of(self.b)) > 1 else ()
        return [(*batch, *m, *n) or (1,)]

    def multiply_adds(self) -> int:
        return prod(shape_of(self.output)) * shape_of(self.a)[-1]
