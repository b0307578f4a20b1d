"""Calls of custom functions."""

from __future__ import annotations

from xdsl.dialects.builtin import DictionaryAttr, StringAttr
from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64
from ..entry_points import CALL_BACK_STEP
from .base import Float32KernelOp


@irdl_op_definition
class CallBackKernelOp(Float32KernelOp):
    """
    A function of the user's writes the outs, given the ins: plain blobs, then stored arrays.

    `number` tells it which of the network's layers this is; the others say what layer that is.
    """

    name = f"kernel.{CALL_BACK_STEP}"
    number = prop_def(I64)
    layer_type = prop_def(StringAttr)
    layer = prop_def(StringAttr)
    params = prop_def(DictionaryAttr, default_value=DictionaryAttr({}))

    def flops(self) -> int:
        return 0

    def verify_(self) -> None:
        super().verify_()
        if self.number.value.data < 0:
            raise VerifyException("the number must not be negative")
