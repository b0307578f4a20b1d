"""Rotate pairs of cells."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.irdl import irdl_op_definition, opt_prop_def
from xdsl.utils.exceptions import VerifyException

from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class RotaryEmbedKernelOp(Float32KernelOp):
    """
    Rotate pairs `(a, b)` of rows to `(a cos - b sin, a sin + b cos)`: ins `heads,rows,2n`, and cos
    and sin of at least `rows,n`. The elements of a pair come from the two halves of a row, or are
    neighbours. With `apart` (halves only), b uses the cosines and sines of the columns from n on.
    Bounds limit the heads and rows.
    """

    name = "kernel.rotary_embed"
    BOUNDED: ClassVar[bool] = True
    interleaved = opt_prop_def(UnitAttr)
    apart = opt_prop_def(UnitAttr)

    def flops(self) -> int:
        heads, rows, width = buffer_shape(self.outputs[0])
        return 3 * heads * rows * width

    def verify_(self) -> None:
        super().verify_()
        if len(self.inputs) != 3:
            raise VerifyException("takes an input, cosines and sines")
        x, cos, sin = map(buffer_shape, self.inputs)
        if x != buffer_shape(self.outputs[0]) or len(x) != 3 or x[2] % 2:
            raise VerifyException("input and output must have the same extents, the last even")
        if any(len(s) != 2 or s[0] < x[1] or s[1] < x[2] // 2 for s in (cos, sin)):
            raise VerifyException("cosines and sines must have a row for each, of half its width")
        if self.apart is not None:
            if self.interleaved is not None or any(s[1] < x[2] for s in (cos, sin)):
                raise VerifyException("separate angles need halves as wide as the input")
