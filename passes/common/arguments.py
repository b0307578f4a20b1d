"""Add arguments to functions."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType, MemRefType, i8
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, SSAValue

from ...dialects.entry_points import ArgumentRole
from ...dialects.kernel.role import with_role
from ...dialects.main_function import argument_attributes


def set_argument_attributes(function: FuncOp, attributes: Sequence[DictionaryAttr]) -> None:
    """Set the attributes of a function's arguments; the function has no results."""
    function.properties["arg_attrs"] = ArrayAttr(attributes)
    function.properties.pop("res_attrs", None)
    types = [argument.type for argument in function.body.block.args]
    function.function_type = FunctionType.from_lists(types, [])


def append_argument(function: FuncOp, role: ArgumentRole, type: Attribute) -> SSAValue:
    """Append an argument named after its role."""
    attributes = [*argument_attributes(function), with_role(DictionaryAttr({}), role)]
    block = function.body.block
    argument = block.insert_arg(type, len(block.args))
    argument.name_hint = role.value
    set_argument_attributes(function, attributes)
    return argument


def append_bytes_argument(function: FuncOp, role: ArgumentRole, size: int) -> SSAValue:
    """Append an argument of `size` bytes (at least one)."""
    return append_argument(function, role, MemRefType(i8, [max(size, 1)]))
