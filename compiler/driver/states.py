"""The inputs that stay from run to run, as states of the graph's function."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, SSAValue

from ...dialects.main_function import input_names, output_names, set_states
from ...dialects.ncnn.families.attention import AttentionOp
from ...dialects.ncnn.families.recurrent import RecurrentOp
from ...dialects.ncnn.layers.split import SplitOp
from ..diagnostics import UsageError, unknown_name
from ..option_values import AUTO


def declare_states(main: FuncOp, states: Mapping[str, str]) -> None:
    """Declare states, with those that `auto` stands for. Raises: UsageError."""
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
            raise UsageError("the model has no states; hint: --state INPUT=OUTPUT names one")
    if len(set(named.values())) != len(named):
        raise UsageError("an output is the next value of two states")
    set_states(main, named)


def found_states(main: FuncOp) -> dict[str, str]:
    """Return caches of attention and states of recurrent layers that are inputs and outputs."""
    names = dict(zip(main.body.block.args, input_names(main), strict=True))
    returned = main.get_return_op()
    values = [] if returned is None else list(map(unsplit, returned.operands))
    outputs = dict(zip(values, output_names(main), strict=True))
    found: dict[str, str] = {}
    for op in main.body.block.ops:
        match op:
            case AttentionOp():
                pairs = zip(op.caches, op.new_caches, strict=False)
            case RecurrentOp():
                pairs = zip(op.states, op.final_states, strict=False)
            case _:
                continue
        for before, after in pairs:
            argument = unsplit(before)
            if isinstance(argument, BlockArgument) and after in outputs:
                found[names[argument]] = outputs[after]
    return found


def unsplit(value: SSAValue) -> SSAValue:
    """Return the value that layers of Split hand on."""
    while isinstance(value.owner, SplitOp):
        value = value.owner.input
    return value
