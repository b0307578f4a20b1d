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
    """A user's function writes the outs, given blobs and stored arrays; `number` is the layer."""

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
