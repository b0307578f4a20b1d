"""Attach the record of the target to the module."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, i8
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from ...dialects.element_types import element_of
from ...dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ...dialects.target.products import INT8
from ...dialects.target.records import Target
from ..common.target import inner_kernel_of, set_target


@dataclass(frozen=True)
class AttachTargetPass(ModulePass):
    """
    Set the module's target, which later passes read.

        builtin.module { ... }
        -> builtin.module attributes {target.machine = #target.machine<"x86-avx2", [], ...>} { ... }

    Raises: PassFailedException for an unknown target; OperationError for an int8 layer if the
    target has no instruction that multiplies int8.
    """

    name = "attach-target"
    target: str

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        try:
            target = Target.parse(self.target)
        except ValueError as error:
            raise PassFailedException(str(error)) from error
        set_target(op, target)
        for layer in op.walk():
            if multiplies_int8(layer):
                inner_kernel_of(layer, INT8, target)


def multiplies_int8(op: Operation) -> bool:
    """Return whether an op needs an int8 product instruction; depthwise kernels do not."""
    match op:
        case ScheduledConvolution():
            return element_of(op.input.type) == i8 and not op.is_depthwise
        case InnerProductOp():
            return element_of(op.input.type) == i8
        case _:
            return False
