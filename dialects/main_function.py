"""Find the graph's function `@main`, and the attributes of its arguments and results."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FloatAttr, ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument

MAIN = "main"

NAME_ATTRIBUTE = "ncnn.name"
"""Attribute of an argument or result: the name of the blob."""
SCALE_ATTRIBUTE = "ncnn.scale"
"""Attribute of an i8 argument: its quantization scale, integer / represented number."""
PANELS_ATTRIBUTE = "ncnn.panels"
"""
Attribute of an argument that is a state `heads,rows,columns` in panels: lanes, vectors, and the
axis along which panels have rows.
"""
SCALES_ATTRIBUTE = "ncnn.scales_of"
"""Attribute of an argument with the row factors of an int8 state: the name of the state."""
STATE_ATTRIBUTE = "ncnn.state"
"""Attribute of an argument: the name of the blob with its value in the next run."""


def find_main(module: ModuleOp) -> FuncOp:
    """Return the graph's function. Raises: ValueError if there is none."""
    for op in module.body.block.ops:
        if isinstance(op, FuncOp) and op.sym_name.data == MAIN:
            return op
    raise ValueError(f"the module has no function @{MAIN}")


def is_kernel(function: FuncOp) -> bool:
    """Return whether the function is an outlined kernel, not the graph."""
    private = function.sym_visibility is not None and function.sym_visibility.data == "private"
    return private and not function.is_declaration


def argument_attributes(function: FuncOp) -> list[DictionaryAttr]:
    """Return the attributes of each argument of a function; empty ones where it has none."""
    return _entries(function.arg_attrs, len(function.function_type.inputs))


def result_attributes(function: FuncOp) -> list[DictionaryAttr]:
    """Return the attributes of each result of a function; empty ones where it has none."""
    return _entries(function.res_attrs, len(function.function_type.outputs))


def _entries(attributes: ArrayAttr[DictionaryAttr] | None, count: int) -> list[DictionaryAttr]:
    return list(attributes) if attributes is not None else [DictionaryAttr({})] * count


def blob_name(entry: DictionaryAttr) -> str | None:
    """Return the name of the blob in the attributes of an argument or result; None without one."""
    name = entry.data.get(NAME_ATTRIBUTE)
    return name.data if isinstance(name, StringAttr) else None


def input_names(function: FuncOp) -> list[str]:
    """Return the blob names of the arguments: `arg0`, `arg1` and so on for those without."""
    return _names(argument_attributes(function), "arg")


def input_scales(function: FuncOp) -> dict[str, float]:
    """Return the scales of the arguments with a scale, by blob name."""
    entries = zip(input_names(function), argument_attributes(function), strict=True)
    found = ((name, entry.data.get(SCALE_ATTRIBUTE)) for name, entry in entries)
    return {name: scale.value.data for name, scale in found if isinstance(scale, FloatAttr)}


def output_names(function: FuncOp) -> list[str]:
    """Return the blob names of the results: `result0`, `result1` and so on for those without."""
    return _names(result_attributes(function), "result")


def _names(entries: list[DictionaryAttr], prefix: str) -> list[str]:
    names = map(blob_name, entries)
    return [f"{prefix}{i}" if name is None else name for i, name in enumerate(names)]


def next_value(entry: DictionaryAttr) -> str | None:
    """Return the name of the blob that is the next value of an argument; None for no state."""
    name = entry.data.get(STATE_ATTRIBUTE)
    return name.data if isinstance(name, StringAttr) else None


def states_of(function: FuncOp) -> dict[BlockArgument, str]:
    """Return the states among the arguments, with the name of the next value of each."""
    entries = zip(function.body.block.args, argument_attributes(function), strict=True)
    named = ((argument, next_value(entry)) for argument, entry in entries)
    return {argument: name for argument, name in named if name is not None}


def set_states(function: FuncOp, states: Mapping[str, str]) -> None:
    """Declare states: names of arguments, and of the blobs with their next values."""
    entries = zip(input_names(function), argument_attributes(function), strict=True)
    function.arg_attrs = ArrayAttr(
        DictionaryAttr({**entry.data, STATE_ATTRIBUTE: StringAttr(states[name])})
        if name in states
        else entry
        for name, entry in entries
    )


def is_updated_in_place(function: FuncOp, entry: DictionaryAttr) -> bool:
    """Return true for a state whose next value is not a result, but written to its memory."""
    name = next_value(entry)
    return name is not None and name not in output_names(function)
