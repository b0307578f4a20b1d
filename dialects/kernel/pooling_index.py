"""The places of the maxima of a pooling, and unpooling."""

from __future__ import annotations

from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64Array, int_list
from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class PoolingIndexKernelOp(Float32KernelOp):
    """
    `c/p,h,w,p` to `c/p,oh,ow,p`: the number of the first largest cell of each window.

    Cells are numbered by rows from 0. Window (i, j) begins at `[i, j] * stride - pad` and has
    `kernel` cells; those outside the input do not count.
    """

    name = "kernel.pooling_index"
    kernel = prop_def(I64Array)
    stride = prop_def(I64Array)
    pad = prop_def(I64Array)

    def verify_(self) -> None:
        super().verify_()
        x, y = buffer_shape(self.inputs[0]), buffer_shape(self.outputs[0])
        if len(x) != 4 or len(y) != 4 or (x[0], x[3]) != (y[0], y[3]):
            raise VerifyException("input and output must have the same blocks of channels")
        pairs = [int_list(p) for p in (self.kernel, self.stride, self.pad)]
        if any(len(pair) != 2 for pair in pairs):
            raise VerifyException("kernel, stride and pad need a number for each axis")
        for size, count, cells, step, before in zip(x[1:3], y[1:3], *pairs, strict=True):
            if not 0 <= before < cells or (count - 1) * step - before >= size:
                raise VerifyException("each window needs a cell of the input")


@irdl_op_definition
class UnpoolKernelOp(Float32KernelOp):
    """
    Cells `c,n` to `c,m`: store each, in order, at the place in its channel in the second input.

    Other cells are 0; a cell with a place outside 0 to m - 1 is left out.
    """

    name = "kernel.unpool"

    def verify_(self) -> None:
        super().verify_()
        x, index = (buffer_shape(v) for v in self.inputs)
        y = buffer_shape(self.outputs[0])
        if len(x) != 2 or index != x or len(y) != 2 or x[0] != y[0]:
            raise VerifyException(
                "input and places need one shape, and the output the same channels"
            )
