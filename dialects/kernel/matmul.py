"""Matrix products, and the packing of their operands."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import AffineMapAttr, UnitAttr, f32
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64, I64Array, int_list
from ..element_types import NARROW_FLOATS, element_of
from .base import KernelOp, buffer_shape
from .products import LateEpilogueOp, SteppedKernelOp


def panel_elements(rows: int, columns: int, lanes: int) -> int:
    """Return the elements of a matrix `[rows][columns]` in panels: rows in whole vectors."""
    return -(-rows // lanes) * lanes * columns


class MatrixProductOp(LateEpilogueOp):
    """
    A product with the rows of w, which are stored in panels of vectors; then the epilogue.

    `extents` are [batch, M, N, K], `register` is the register tile [rows, vectors]. The offset of
    element `(b, m, k)` of x is its dot product with `x_strides`, that of element `(b, m, n)` of y
    is `b * y_strides[0] + m * y_strides[1] + n`. `weights_ahead` and `late_epilogue` are those of a
    schedule.

    Bounds limit the batch, the rows and, for floats, the columns and the sums. Whole panels are
    multiplied: columns from the bounds to the planned extent have unspecified values.

    An epilogue operand has the shape and strides of y, or it is `M,N`, `1,N`, `M,1` or `1,1`, and
    serves the whole batch.
    """

    BOUNDED: ClassVar[bool] = True
    extents = prop_def(I64Array)
    x_strides = opt_prop_def(I64Array)
    y_strides = prop_def(I64Array)
    lanes = prop_def(I64)
    register = prop_def(I64Array)
    weights_ahead = opt_prop_def(I64Array)

    def flops(self) -> int:
        return 2 * prod(int_list(self.extents))

    def iteration_space(self) -> tuple[int, ...]:
        return tuple(int_list(self.extents))

    def _verify_bounds(self, bounds: AffineMap) -> None:
        super()._verify_bounds(bounds)
        if self.is_bounded(2) and not self.ends_columns:
            raise VerifyException("columns have a static number")
        if self.is_bounded(3) and not self.ends_sums:
            raise VerifyException("sums over blocks, or by a product, have a static number")

    def verify_(self) -> None:
        super().verify_()
        x_strides = [0] * 3 if self.x_strides is None else int_list(self.x_strides)
        lists = (int_list(self.extents), x_strides, int_list(self.y_strides))
        if [len(values) for values in (*lists, int_list(self.register))] != [4, 3, 2, 2]:
            raise VerifyException("needs 4 extents, 3 strides of x, 2 of y and a register tile")
        if min(*int_list(self.extents), *int_list(self.register)) < 1:
            raise VerifyException("extents and register tile must be positive")
        self._verify_panels()
        self._verify_epilogue_operands()

    @property
    def ends_sums(self) -> bool:
        """Return true if bounds may limit the sums."""
        return False

    @property
    def ends_columns(self) -> bool:
        """Return true if bounds may limit the columns."""
        return False

    @abstractmethod
    def _verify_panels(self) -> None:
        """Check the sizes of the panels. Raises: VerifyException."""

    def _verify_epilogue_operands(self) -> None:
        _, m, n, _ = int_list(self.extents)
        allowed = [
            buffer_shape(self.outputs[0]),
            *((rows, columns) for rows in (1, m) for columns in (1, n)),
        ]
        for operand in self.inputs[self.epilogue_start :]:
            if buffer_shape(operand) not in allowed:
                raise VerifyException(
                    f"an epilogue operand has shape {list(buffer_shape(operand))}"
                )


@irdl_op_definition
class MatmulOp(SteppedKernelOp, MatrixProductOp):
    """
    `y[b, m, n] = sum over k of x[b, m, k] * w[b, n, k]`, then the epilogue.

    ins: x, panels of w, epilogue operands. Without `x_strides`, x is in panels, too, with the rows
    of a tile (`lanes` 1). Panels are those of `kernel.pack_panels`; if w is one matrix, it serves
    the whole batch. Threads share matrices, or the rows of a single one; with `shares_vectors`, its
    columns.

    With x and panels of bf16, the `product` may take k columns together:
    `[N/NR/p][K/k][NR][p][k]`.
    """

    name = "kernel.matmul"
    TAKES_MATRICES: ClassVar[bool] = True
    shares_vectors = opt_prop_def(UnitAttr)

    @property
    def ends_sums(self) -> bool:
        return self.product is None

    @property
    def ends_columns(self) -> bool:
        return self.shares_vectors is None

    def streamed_weights(self) -> Sequence[SSAValue]:
        return self.inputs[1:2]

    def _verify_panels(self) -> None:
        batch, _, n, k = int_list(self.extents)
        one = panel_elements(n, k, self.lanes.value.data)
        if buffer_shape(self.inputs[1]) not in ((one,), (batch * one,)):
            raise VerifyException(f"the panels must have {one} elements, or that for each matrix")


@irdl_op_definition
class PackPanelsOp(KernelOp):
    """
    Pack a matrix w `[rows][columns]` (or several) into panels, for products with its rows.

    `extents` are [batch, rows, columns]; the offset of element `(b, n, k)` is its dot product with
    `strides`, and one of the last two strides is 1. A panel is a group of `vectors` vectors of
    rows: `[columns][vectors][lanes]`; the last one has the remaining vectors, and rows past the end
    are zero. With one lane, a panel has `vectors` rows, and the last one the remaining rows. A
    dynamic number of rows is split into panels of about equal numbers, at most `vectors`.

    Bounds limit the rows or the columns; the panels are those of `extents`. With `begin`, which is
    [row, column], the matrix is packed from there on: the panels are a state to which it is
    appended, and keep their other values. Columns are only appended to contiguous rows. Panels of a
    state may be of bf16 or f16 if the matrix is of f32, which is rounded.
    """

    name = "kernel.pack_panels"
    BOUNDED: ClassVar[bool] = True
    begin = opt_prop_def(AffineMapAttr)
    extents = prop_def(I64Array)
    strides = prop_def(I64Array)
    lanes = prop_def(I64)
    vectors = prop_def(I64)

    @property
    def width(self) -> int:
        """Return the number of rows of a panel."""
        return self.lanes.value.data * self.vectors.value.data

    def appends(self, d: int) -> bool:
        """Return true if loop d begins or ends at a dynamic row of a state."""
        if self.begin is None:
            return False
        return self.is_bounded(d) or self.begin.data.results[d - 1] != AffineExpr.constant(0)

    def iteration_space(self) -> tuple[int, ...]:
        return tuple(int_list(self.extents))

    def _verify_bounds(self, bounds: AffineMap) -> None:
        super()._verify_bounds(bounds)
        if self.is_bounded(0):
            raise VerifyException("the batch has a static number")
        if self.is_bounded(1) and self.is_bounded(2):
            raise VerifyException("rows or columns have a static number")

    def _verify_types(self) -> None:
        given, made = (element_of(v.type) for v in (self.inputs[0], self.outputs[0]))
        if given != made and (given != f32 or made not in NARROW_FLOATS or self.begin is None):
            raise VerifyException(f"{given} is not packed as {made}")

    def _verify_begin(self, begin: AffineMap) -> None:
        if begin.num_dims or len(begin.results) != 2:
            raise VerifyException("begin must be a row and a column, made of symbols")
        if self.bounds is None or not (self.appends(1) or self.appends(2)):
            raise VerifyException("panels that are appended to need bounds")
        if self.appends(1) and self.appends(2):
            raise VerifyException("rows or columns are appended")
        if self.appends(2) and int_list(self.strides)[1] != 1:
            raise VerifyException("columns are appended to contiguous rows")

    def verify_(self) -> None:
        super().verify_()
        if len(int_list(self.extents)) != 3 or len(int_list(self.strides)) != 3:
            raise VerifyException("needs 3 extents and 3 strides")
        if 1 not in int_list(self.strides)[1:]:
            raise VerifyException("rows or columns must be contiguous")
        if self.begin is not None:
            self._verify_begin(self.begin.data)
        batch, rows, columns = int_list(self.extents)
        expected = (batch * panel_elements(rows, columns, self.lanes.value.data),)
        if buffer_shape(self.outputs[0]) != expected:
            raise VerifyException(f"the output must have the shape {list(expected)}")
