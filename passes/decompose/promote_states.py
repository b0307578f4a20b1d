"""Keep growing states in place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import AffineMapAttr, ArrayAttr, DictionaryAttr, ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, BlockArgument, SSAValue
from xdsl.ir.affine import AffineExpr, AffineSymExpr
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...dialects.constraints import int_attr
from ...dialects.main_function import (
    argument_attributes,
    input_names,
    output_names,
    result_attributes,
    states_of,
)
from ...dialects.ncnn.internal.append import AppendOp
from ...dialects.ncnn.layers.concat import ConcatOp
from ...dialects.ncnn.rules.borrowed_types import set_type
from ...dialects.ncnn.rules.extent_products import ExtentProducts
from ...dialects.ncnn.shapes import shape_of
from ...dialects.symbols import EXTENTS_ATTRIBUTE, extents_of, symbols_of, text_of
from ..common.errors import OperationError

HINT = "hint: a state is concatenated with new rows, or replaced by a value of its shape"


class PromoteStatesPass(ModulePass):
    """
    Append to growing states in place; a run then neither copies nor returns them.

        func.func @main(%c: tensor<2x64x8xf32> {ncnn.state = "c1"}, %k: tensor<2x32x8xf32>)
            -> (tensor<2x96x8xf32> {ncnn.name = "c1"}, tensor<2x96x8xf32>) {
          %c1 = ncnn.concat %c, %k axis 1
          %y = ncnn.relu %c1
          func.return %c1, %y
        ->
        func.func @main(%c: tensor<2x96x8xf32> {ncnn.state = "c1"}, %k: tensor<2x32x8xf32>)
            -> tensor<2x96x8xf32> {
          %c1 = ncnn.append %c, %k axis 1
          %y = ncnn.relu %c1
          func.return %y

    The extents of such a state become those after a run. A state of fixed size remains an input and
    an output in separate memory, so that a run may be stopped.

    A session has one number of rows, that of its first state. States whose rows may be absent in
    later runs, such as keys of an encoder, are filled by one run, and have their own number.

    Raises: OperationError for a state that neither grows by rows nor keeps its shape, or that grows
    in another way than the others.
    """

    name = "promote-states"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if isinstance(function, FuncOp) and not function.is_declaration:
                known: list[Growth] = []
                for state, name in states_of(function).items():
                    promote(function, state, name, known)


@dataclass(frozen=True)
class Growth:
    """The rows by which a state grows."""

    state: str
    """Name of the state."""
    before: AffineExpr
    after: AffineExpr


def promote(function: FuncOp, state: BlockArgument, name: str, known: list[Growth]) -> None:
    """Keep one state in place, and return how it grows. Raises: OperationError."""
    returned = function.get_return_op()
    names = output_names(function)
    if returned is None or name not in names:
        return  # It is already in place.
    index = names.index(name)
    value = returned.operands[index]
    if not grows(state, value):
        check_fixed(returned, state, value)
        return
    join = value.owner
    assert isinstance(join, ConcatOp)
    check_growth(join, state, value)
    axis, new = join.resolved_axis(), join.inputs[1]
    growth = growth_of(function, state, index, axis)
    check_alike(join, function, growth, known)
    known.append(growth)
    after = drop_result(function, returned, index)
    set_after(function, state, value.type, after)
    append = AppendOp.build(
        operands=[state, new], properties={"axis": int_attr(axis)}, result_types=[value.type]
    )
    append.location = join.location
    Rewriter.replace_op(join, append)
    function.update_function_type()


def growth_of(function: FuncOp, state: BlockArgument, index: int, axis: int) -> Growth:
    """Return how a state grows along an axis, to its next value: a result of the function."""
    before, after = extents_of(state), result_attributes(function)[index].data[EXTENTS_ATTRIBUTE]
    assert before is not None  # the state grows
    assert isinstance(after, AffineMapAttr)  # set by `infer-extents`
    return Growth(name_of(state), before.results[axis], after.data.results[axis])


def check_alike(join: ConcatOp, function: FuncOp, growth: Growth, known: Sequence[Growth]) -> None:
    """
    Raises: OperationError unless a state grows by the rows of the first, or is filled by one run.
    """
    pairs = [(one.before, one.after) for one in known]
    if not known or (growth.before, growth.after) in pairs:
        return
    if growth.before not in [before for before, _ in pairs]:
        if is_filled_by_one_run(function, growth, known[0]):
            return
    names = [symbol.name for symbol in symbols_of(function)]
    texts = (
        f"'{one.state}' from {text_of(one.before, names)} to {text_of(one.after, names)} rows"
        for one in (known[0], growth)
    )
    hint = "hint: one --dim for all of them, or for those that one run fills, of rows from 0"
    raise OperationError(join, f"states grow alike, not {' and '.join(texts)}; {hint}")


def is_filled_by_one_run(function: FuncOp, growth: Growth, first: Growth) -> bool:
    """Return whether a run may add no rows to a state, but some to the first one."""
    symbols = symbols_of(function)
    if not symbols:
        return False
    products = ExtentProducts(symbols)
    rows, others = (products.difference(one.after, one.before) for one in (growth, first))
    return rows.keys().isdisjoint(others) and products.bounds(rows)[0] == 0


def grows(state: BlockArgument, value: SSAValue) -> bool:
    """Return true if the next value of a state is the state, followed by more rows."""
    join = value.owner
    return isinstance(join, ConcatOp) and join.inputs[0] is state


def check_fixed(returned: ReturnOp, state: BlockArgument, value: SSAValue) -> None:
    """Raises: OperationError for a state whose shape changes or is unknown."""
    if 0 in shape_of(state):
        shape = ",".join("P" if d == 1 else str(n) for d, n in enumerate(shape_of(value)))
        hint = f"hint: --input {name_of(state)}={shape} --dim P=0..4096"
        raise OperationError(
            returned, f"{label(state)} has no shape, and not one --dim that no input has; {hint}"
        )
    if shape_of(state) != shape_of(value):
        shapes = f"{list(shape_of(state))} to {list(shape_of(value))}"
        raise OperationError(returned, f"{label(state)} changes from {shapes}; {HINT}")
    if extents_of(state) is not None:
        raise OperationError(returned, f"{label(state)} has extents known at run time; {HINT}")


def check_growth(join: ConcatOp, state: BlockArgument, value: SSAValue) -> None:
    """Raises: OperationError unless exactly one axis grows, and its extent is dynamic."""
    if len(join.inputs) != 2 or state.uses.get_length() != 1:
        raise OperationError(join, f"{label(state)} has other readers; {HINT}")
    axis, extents = join.resolved_axis(), extents_of(state)
    if extents is None or not isinstance(extents.results[axis], AffineSymExpr):
        before, after = shape_of(state)[axis], shape_of(value)[axis]
        shape = ",".join("P" if d == axis else str(n) for d, n in enumerate(shape_of(state)))
        hint = f"hint: --input {name_of(state)}={shape} --dim P=0..4096"
        raise OperationError(
            join, f"{label(state)} grows from {before} to {after}, which is static; {hint}"
        )


def label(state: BlockArgument) -> str:
    """Return the label of a state in errors."""
    return f"state '{name_of(state)}'"


def name_of(state: BlockArgument) -> str:
    function = state.block.parent_op()
    assert isinstance(function, FuncOp)  # of the graph
    return input_names(function)[state.index]


def drop_result(function: FuncOp, returned: ReturnOp, index: int) -> Attribute:
    """Remove a returned value, and its extents from the attributes."""
    entries, operands = result_attributes(function), list(returned.operands)
    extents = entries[index].data[EXTENTS_ATTRIBUTE]  # dynamic, as the state is
    del entries[index], operands[index]
    function.res_attrs = ArrayAttr(entries)
    returned.operands = operands
    return extents


def set_after(function: FuncOp, state: BlockArgument, type: Attribute, extents: Attribute) -> None:
    """Set the type and the extents of a state to those after a run."""
    entries = argument_attributes(function)
    entry = {**entries[state.index].data, EXTENTS_ATTRIBUTE: extents}
    entries[state.index] = DictionaryAttr(entry)
    function.arg_attrs = ArrayAttr(entries)
    set_type(state, type)
