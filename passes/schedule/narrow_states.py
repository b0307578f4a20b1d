"""Keep states of attention in a narrower type."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType, bf16, f16, f32
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute
from xdsl.passes import ModulePass

from ...dialects.element_types import element_of, tensor_type_of
from ...dialects.ncnn.internal.append import AppendOp
from ...dialects.ncnn.rules.borrowed_types import set_type
from ...dialects.target.elements import element_type
from ...dialects.target.products import F32
from ..common.errors import OperationError
from ..common.remarks import Remarks
from ..common.target import target_of

ELEMENTS: dict[str, Attribute] = {"bf16": bf16, "fp16": f16}


@dataclass(frozen=True)
class NarrowStatesPass(ModulePass):
    """
    Let states in panels hold numbers of a narrower type, which attention widens in registers.

        %k = ncnn.append %state, %new axis 1 panels [8, 2]
            : tensor<8x4112x128xf32>, tensor<8x16x128xf32> -> tensor<8x4112x128xf32>
        -> %k = ncnn.append %state, %new axis 1 panels [8, 2]
            : tensor<8x4112x128xbf16>, tensor<8x16x128xf32> -> tensor<8x4112x128xbf16>

    Rows are rounded once, when they are appended. States that other layers read stay as they are.

    Raises: OperationError if the target has no instructions that convert the type.
    """

    name = "narrow-states"
    type: str

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remarks, target, element = Remarks.of(ctx, self.name), target_of(op), ELEMENTS[self.type]
        for function in op.body.block.ops:
            if not isinstance(function, FuncOp) or function.is_declaration:
                continue
            for append in [o for o in function.body.block.ops if isinstance(o, AppendOp)]:
                if append.panels is None or element_of(append.state.type) != f32:
                    remarks.declined("other layers than attention read the state", append)
                    continue
                if element == f16 and not target.converts(F32, element_type(f16)):
                    hint = "hint: --state-type bf16"
                    reason = f"{target.isa.name} has no instructions that convert float16; {hint}"
                    raise OperationError(append, reason)
                narrow(append, element)
            function.update_function_type()


def narrow(append: AppendOp, element: Attribute) -> None:
    """Let a state, and what is appended to it, have elements of a type."""
    type = TensorType(element, tensor_type_of(append.state).get_shape())
    set_type(append.state, type)
    set_type(append.output, type)
