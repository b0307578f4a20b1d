"""Records in the module which machine it is compiled for."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialects.ncnn.attributes import TargetAttr
from ..common.target import TARGET_ATTRIBUTE


@dataclass(frozen=True)
class AttachTargetPass(ModulePass):
    """
    Set the module's target, which later passes read.

        builtin.module { ... }
        -> builtin.module attributes {ncnn.target = #ncnn.target<"x86-avx2", ...>} { ... }
    """

    name = "attach-target"
    target: str = "x86-avx512"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        op.attributes[TARGET_ATTRIBUTE] = TargetAttr.get(self.target)
