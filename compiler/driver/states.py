"""Declare inputs that are kept between runs, as states of the graph's function."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from xdsl.dialects.builtin import UnitAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, Operation, SSAValue

from ...dialects.main_function import input_names, output_names, set_states, states_of
from ...dialects.ncnn.families.attention import AttentionOp
from ...dialects.ncnn.families.recurrent import RecurrentOp
from ...dialects.ncnn.layers.multiheadattention import MultiHeadAttentionOp
from ...dialects.ncnn.layers.split import source_of
from ...dialects.ncnn.rules.borrowed_types import set_type
from ...dialects.ncnn.shapes import has_shape, tensor_type
from ...passes.common.errors import place_of
from ...runtime.errors import shortened
from ..diagnostics import UsageError, unknown_name
from ..option_values import AUTO


def declare_states(main: FuncOp, states: Mapping[str, str]) -> None:
    """Declare the states that are named, or all that `auto` finds. Raises: UsageError."""
    named = {name: output for name, output in states.items() if name != AUTO}
    inputs, outputs = input_names(main), output_names(main)
    for name, output in named.items():
        if name not in inputs:
            raise unknown_name("input", name, inputs)
        if output not in outputs:
            raise unknown_name("output", output, outputs)
    if AUTO in states:
        named = found_states(main) | named
        if not named:
            raise no_states(main)
    if len(set(named.values())) != len(named):
        raise UsageError("an output is the next value of two states")
    set_states(main, named)
    give_recurrent_states_shapes(main)
    let_caches_grow(main)


def give_recurrent_states_shapes(main: FuncOp) -> None:
    """Give states of recurrent layers without a shape one row for each direction."""
    states = states_of(main)
    for op in main.body.block.ops:
        if not isinstance(op, RecurrentOp):
            continue
        for before, size in zip(op.states, op.state_sizes(), strict=False):
            argument = source_of(before)
            if isinstance(argument, BlockArgument) and argument in states:
                if not has_shape(argument):
                    set_type(argument, tensor_type((op.directions, size)))


def let_caches_grow(main: FuncOp) -> None:
    """Make cross-attention append its keys to the cache; a run without new rows reuses the old."""
    states = states_of(main)
    for op, argument, _ in read_states(main):
        if isinstance(op, MultiHeadAttentionOp) and argument in states and len(op.inputs) > 1:
            op.appends = UnitAttr()


def no_states(main: FuncOp) -> UsageError:
    """Return the error for a model in which `auto` finds no state."""
    for op, _, _ in read_states(main):
        layer = place_of(op).layer or ""
        return UsageError(
            f"layer '{shortened(layer)}' reads a state, but its next value is no output; "
            "hint: outputs that are asked for must include it"
        )
    return UsageError("the model has no states; hint: --state INPUT=OUTPUT names one")


def found_states(main: FuncOp) -> dict[str, str]:
    """Return attention caches and recurrent states that are both inputs and outputs."""
    names = dict(zip(main.body.block.args, input_names(main), strict=True))
    returned = main.get_return_op()
    values = [] if returned is None else list(map(source_of, returned.operands))
    outputs = dict(zip(values, output_names(main), strict=True))
    return {
        names[argument]: outputs[after]
        for _, argument, after in read_states(main)
        if after in outputs
    }


def read_states(main: FuncOp) -> Iterator[tuple[Operation, BlockArgument, SSAValue]]:
    """Yield each input that a layer reads as a cache or state, and its next value."""
    for op in main.body.block.ops:
        match op:
            case AttentionOp():
                pairs = zip(op.caches, op.new_caches, strict=False)
            case RecurrentOp():
                pairs = zip(op.states, op.final_states, strict=False)
            case _:
                continue
        for before, after in pairs:
            argument = source_of(before)
            if isinstance(argument, BlockArgument):
                yield op, argument, after
