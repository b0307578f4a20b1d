"""Roles of the arguments of the graph's function, once it has buffers instead of tensors."""

from __future__ import annotations

from xdsl.dialects.builtin import DictionaryAttr
from xdsl.dialects.func import FuncOp
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import BlockArgument, SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition

from ..entry_points import ArgumentRole
from ..main_function import argument_attributes

ROLE_ATTRIBUTE = "kernel.role"
"""Attribute of an argument: its role."""


@irdl_attr_definition
class ArgumentRoleAttr(
    # xDSL types this as its own older StrEnum; Python's works as well.
    EnumAttribute[ArgumentRole],  # pyright: ignore[reportInvalidTypeArguments]
    SpacedOpaqueSyntaxAttribute,
):
    """`#kernel<role arena>`, on an argument under the name `kernel.role`."""

    name = "kernel.role"


def with_role(entry: DictionaryAttr, role: ArgumentRole) -> DictionaryAttr:
    """Add a role to the attributes of an argument."""
    return DictionaryAttr({**entry.data, ROLE_ATTRIBUTE: ArgumentRoleAttr(role)})


def argument_roles(function: FuncOp) -> list[ArgumentRole | None]:
    found = (entry.data.get(ROLE_ATTRIBUTE) for entry in argument_attributes(function))
    return [role.data if isinstance(role, ArgumentRoleAttr) else None for role in found]


def argument_of(function: FuncOp, role: ArgumentRole) -> BlockArgument | None:
    roles = argument_roles(function)
    return function.body.block.args[roles.index(role)] if role in roles else None
