"""Store states of attention in the panels that its kernel reads."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, UnitAttr, f32
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, SSAValue
from xdsl.passes import ModulePass

from ...dialects.constraints import int_array
from ...dialects.element_types import element_of
from ...dialects.main_function import PANELS_ATTRIBUTE, argument_attributes
from ...dialects.ncnn.internal.append import AppendOp
from ...dialects.ncnn.layers.sdpa import SDPAOp
from ...dialects.ncnn.shapes import shape_of
from ..common.target import target_of

ROWS, COLUMNS = 1, 2
"""Axes of a state `heads,rows,columns`."""


class StoreStatesInPanelsPass(ModulePass):
    """
    Append to panels of keys and values, so that these are not packed in each run.

        %k = ncnn.append %state, %new axis 1
        %y = ncnn.sdpa %q, %k, %v schedule <scores = <register = [6, 2]>, ...>
        -> %k = ncnn.append %state, %new axis 1 panels [8, 2]

    Applies to states that only attention reads, always as keys or always as values, with schedules
    of equal panels. An attribute of the state's argument (`ncnn.panels`: lanes, vectors, and the
    axis of the panels' rows) informs the sessions that keep it.
    """

    name = "store-states-in-panels"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if not isinstance(function, FuncOp) or function.is_declaration:
                continue
            for append in [o for o in function.body.block.ops if isinstance(o, AppendOp)]:
                store_in_panels(function, append, target_of(op).lanes)


def store_in_panels(function: FuncOp, append: AppendOp, lanes: int) -> None:
    """Set the panels of one state, if the same panels serve all readers."""
    axis = panel_axis(append)
    if axis is None or shape_of(append.state)[axis] % lanes:
        return
    part = "scores" if axis == ROWS else "values"
    readers = readers_of(append.output)
    schedules = [reader.schedule.data for reader in readers if reader.schedule is not None]
    vectors = {schedule.parts[part].register[1] for schedule in schedules}
    if len(vectors) != 1:
        return
    panels = [lanes, *vectors]
    append.properties["panels"] = int_array(panels)
    if axis == COLUMNS:
        append.properties["transposed"] = UnitAttr()
    entries = argument_attributes(function)
    assert isinstance(append.state, BlockArgument)  # they are states
    index = append.state.index
    entry = {**entries[index].data, PANELS_ATTRIBUTE: int_array([*panels, axis])}
    entries[index] = DictionaryAttr(entry)
    function.arg_attrs = ArrayAttr(entries)


def panel_axis(append: AppendOp) -> int | None:
    """
    Return the axis of the panels' rows; None for a state that is not only keys or only values.
    """
    state = append.state
    if append.panels is not None or len(shape_of(state)) != 3 or append.resolved_axis() != ROWS:
        return None
    if element_of(state.type) != f32:
        return None
    readers = readers_of(append.output)
    if not readers or len(readers) < append.output.uses.get_length():
        return None
    if all(r.key is append.output and r.value is not append.output for r in readers):
        return ROWS
    if all(r.value is append.output and r.key is not append.output for r in readers):
        return COLUMNS
    return None


def readers_of(value: SSAValue) -> list[SDPAOp]:
    """Return the attention ops that read a value."""
    users = (use.operation for use in value.uses)
    return [op for op in users if isinstance(op, SDPAOp) and not op.int8_scale_term.value.data]
