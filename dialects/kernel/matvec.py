"""Products of a matrix of weights with a few vectors."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import ClassVar

from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64, I64Array, int_list
from .base import buffer_shape
from .products import SteppedKernelOp


@irdl_op_definition
class MatvecOp(SteppedKernelOp):
    """
    `y[r, o] = sum over i of x[r, i] * w[o, i]`, then the epilogue: x `rows, in`, y `rows, out`.

    ins: x, packed weights, [starts of sums,] epilogue operands. The weights are in groups of
    vectors of outputs: `[out/lanes/vectors][in/k][vectors][lanes][k]`, where k is that of the
    `product`; the last group has the remaining vectors. `register` is the register tile
    [rows, vectors]. An epilogue operand of y's shape has a value for each element, one of
    `out/lanes, lanes` a value for each output. Bounds limit the rows.
    """

    name = "kernel.matvec"
    BOUNDED: ClassVar[bool] = True
    TAKES_MATRICES: ClassVar[bool] = True
    lanes = prop_def(I64)
    register = prop_def(I64Array)

    def streamed_weights(self) -> Sequence[SSAValue]:
        return self.inputs[1:2]

    def inferred_bounds(self, extents: Sequence[Sequence[AffineExpr]]) -> Sequence[AffineExpr]:
        """Return the rows of x as bounds; its columns are static."""
        return extents[0][0], AffineExpr.constant(buffer_shape(self.outputs[0])[1])

    def _verify_bounds(self, bounds: AffineMap) -> None:
        super()._verify_bounds(bounds)
        if self.is_bounded(1):
            raise VerifyException("outputs have a static number")

    def flops(self) -> int:
        return 2 * prod(buffer_shape(self.inputs[0])) * buffer_shape(self.outputs[0])[1]

    def verify_(self) -> None:
        super().verify_()
        x, y = buffer_shape(self.inputs[0]), buffer_shape(self.outputs[0])
        if len(x) != 2 or len(y) != 2 or x[0] != y[0]:
            raise VerifyException("x must be rows,in and y rows,out")
        if len(int_list(self.register)) != 2 or min(int_list(self.register)) < 1:
            raise VerifyException("register must be two positive numbers")
