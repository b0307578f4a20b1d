"""Calls of custom functions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import ClassVar

from xdsl.dialects.builtin import DictionaryAttr, StringAttr
from xdsl.ir.affine import AffineExpr
from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64
from ..entry_points import CALL_BACK_STEP
from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class CallBackKernelOp(Float32KernelOp):
    """
    Call a user's function, which computes the outs from the ins: plain blobs, then stored arrays.

    `number` is the layer's number in the network; the other properties describe the layer. `bounds`
    are the extents of all ins and outs, one buffer after the other: of a buffer with extents known
    at run time, the function gets the part in use.
    """

    BOUNDED: ClassVar[bool] = True

    name = f"kernel.{CALL_BACK_STEP}"
    number = prop_def(I64)
    layer_type = prop_def(StringAttr)
    layer = prop_def(StringAttr)
    params = prop_def(DictionaryAttr, default_value=DictionaryAttr({}))

    def iteration_space(self) -> tuple[int, ...]:
        return tuple(n for v in (*self.inputs, *self.outputs) for n in buffer_shape(v))

    def result_extents(self, bounds: Sequence[AffineExpr]) -> Sequence[Sequence[AffineExpr]]:
        ranks = [len(buffer_shape(value)) for value in (*self.inputs, *self.outputs)]
        ends = list(accumulate(ranks))
        return [bounds[end - rank : end] for rank, end in zip(ranks, ends, strict=True)][
            len(self.inputs) :
        ]

    def flops(self) -> int:
        return 0

    def verify_(self) -> None:
        super().verify_()
        if self.number.value.data < 0:
            raise VerifyException("the number must not be negative")
