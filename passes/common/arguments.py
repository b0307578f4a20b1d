"""Arguments that passes add to the graph's function."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    MemRefType,
    StringAttr,
    i8,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue

NAME_ATTRIBUTE = "ncnn.name"


def argument_names(
    attributes: ArrayAttr[DictionaryAttr] | None, count: int
) -> list[DictionaryAttr]:
    """The attributes of `count` arguments or results, empty ones where there are none."""
    return list(attributes) if attributes is not None else [DictionaryAttr({})] * count


def set_argument_names(function: FuncOp, attributes: Sequence[DictionaryAttr]) -> None:
    """Replace the arguments' attributes; the function has no results."""
    function.properties["arg_attrs"] = ArrayAttr(attributes)
    function.properties.pop("res_attrs", None)
    types = [argument.type for argument in function.body.block.args]
    function.function_type = FunctionType.from_lists(types, [])


def append_bytes_argument(function: FuncOp, name: str, size: int) -> SSAValue:
    """Append an argument of `size` bytes (at least one) of that name."""
    block = function.body.block
    names = argument_names(function.arg_attrs, len(block.args))
    argument = block.insert_arg(MemRefType(i8, [max(size, 1)]), len(block.args))
    argument.name_hint = name
    set_argument_names(function, [*names, DictionaryAttr({NAME_ATTRIBUTE: StringAttr(name)})])
    return argument
