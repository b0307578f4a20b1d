"""Records in the module which machine it is compiled for."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from ...dialects.target.records import Target
from ..common.target import set_target


@dataclass(frozen=True)
class AttachTargetPass(ModulePass):
    """
    Set the module's target, which later passes read.

        builtin.module { ... }
        -> builtin.module attributes {target.machine = #target.machine<"x86-avx2", [], ...>} { ... }

    Raises: PassFailedException for a name that is no target's.
    """

    name = "attach-target"
    target: str

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        try:
            set_target(op, Target.parse(self.target))
        except ValueError as error:
            raise PassFailedException(str(error)) from error
