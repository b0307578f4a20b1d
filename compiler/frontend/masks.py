"""Replace inputs that are causal masks by an attribute of attention."""

from __future__ import annotations

from collections.abc import Collection

from xdsl.dialects.builtin import ArrayAttr, UnitAttr
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from ...dialects.main_function import argument_attributes, input_names
from ...dialects.ncnn.families.attention import AttentionOp
from ...dialects.ncnn.layers.split import SplitOp
from ...passes.common.errors import layer_type_of, place_of
from ...passes.common.rebuild import rebuild
from ...passes.common.users import users_of
from ..diagnostics import UsageError, unknown_name


def leave_out_causal_masks(main: FuncOp, masks: Collection[str]) -> None:
    """
    Make attention causal where it reads these inputs as its mask, and remove the inputs.

        func.func @main(%x: tensor<4x8xf32>, %m: tensor<4x4xf32>)
          %y = ncnn.multiheadattention %x : tensor<4x8xf32> mask %m : tensor<4x4xf32> ...
        -> func.func @main(%x: tensor<4x8xf32>)
             %y = ncnn.multiheadattention %x : tensor<4x8xf32> ... causal

    Raises: UsageError for an unknown input, or one with other uses.
    """
    names = input_names(main)
    for name in masks:
        if name not in names:
            raise unknown_name("input", name, names)
    for place in reversed(range(len(names))):
        if names[place] in masks:
            argument = main.body.block.args[place]
            make_readers_causal(argument, names[place])
            main.body.block.erase_arg(argument)
            attributes = argument_attributes(main)
            main.properties["arg_attrs"] = ArrayAttr(attributes[:place] + attributes[place + 1 :])
            main.update_function_type()


def make_readers_causal(mask: SSAValue, name: str) -> None:
    """
    Make readers of a mask causal. Raises: UsageError for a reader other than attention, or another
    operand.
    """
    for op in users_of(mask):
        if isinstance(op, SplitOp):
            for result in op.results:
                make_readers_causal(result, name)
            Rewriter.erase_op(op)
            continue
        if not isinstance(op, AttentionOp) or list(op.operands).count(mask) != 1 or op.mask != mask:
            raise UsageError(f"input '{name}' is no mask: {use_of(op)}")
        causal = rebuild(op, operands={"mask": None}, properties={"causal": UnitAttr()})
        Rewriter.replace_op(op, causal)


def use_of(op: Operation) -> str:
    """Describe an op's use of an input, for an error."""
    if isinstance(op, ReturnOp):
        return "it is a result"
    return f"layer '{place_of(op).layer}' ({layer_type_of(op)}) reads it otherwise"
