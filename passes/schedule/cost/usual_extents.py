"""Usual values of dynamic extents: they decide how layers are computed."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TypeVar

from xdsl.dialects.builtin import IntegerAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue

from ....dialects.constraints import int_attr
from ....dialects.ncnn.rules.extent_products import ExtentProducts
from ....dialects.ncnn.shapes import Shape, shape_of
from ....dialects.symbols import dynamic_symbols, extents_of, symbols_of

_Op = TypeVar("_Op", bound=Operation)

USUAL = 256
"""
The assumed extent of inputs along each axis known at run time. It is not that of a range, so that
results do not depend on one: another algorithm would round in other places.
"""
OTHER_SIZES = {"small": 96, "large": 640}
"""Other extents for which convolutions are computed in another way, where that is faster."""
USUAL_ATTRIBUTE = "ncnn.usual"
"""On an op: another extent than `USUAL`, for which it is looked at."""


def usual_of(op: Operation) -> int:
    """The extent of inputs along each axis known at run time, for which an op is computed."""
    usual = op.attributes.get(USUAL_ATTRIBUTE)
    return usual.value.data if isinstance(usual, IntegerAttr) else USUAL


@contextmanager
def of_size(op: _Op, usual: int) -> Generator[_Op]:
    """A copy of an op beside the program, to be looked at for inputs of such an extent."""
    copy = op.clone()
    copy.attributes[USUAL_ATTRIBUTE] = int_attr(usual)
    try:
        yield copy
    finally:
        copy.erase()


def usual_shape(value: SSAValue, usual: int = USUAL) -> Shape:
    """The shape of a value of the graph in a usual run, or of inputs of another extent."""
    extents = extents_of(value)
    if extents is None:
        return shape_of(value)
    function = graph_of(value)
    symbols = [usual] * extents.num_symbols if function is None else usual_symbols(function, usual)
    return tuple(max(extent.eval((), symbols), 1) for extent in extents.results)


def graph_of(value: SSAValue) -> FuncOp | None:
    """The function that a value is in; of the result of a detached op that of its first operand."""
    while isinstance(value, OpResult) and value.op.parent is None and value.op.operands:
        value = value.op.operands[0]
    block = value.block if isinstance(value, BlockArgument) else value.owner.parent_block()
    function = None if block is None else block.parent_op()
    return function if isinstance(function, FuncOp) else None


def usual_symbols(function: FuncOp, usual: int) -> list[int]:
    """The values of symbols with which the longest extent of inputs that has one is `usual`."""
    products, dynamic = ExtentProducts(symbols_of(function)), dynamic_symbols(function)
    maps = [map for argument in function.body.block.args if (map := extents_of(argument))]
    zero = products.numbers([0] * len(dynamic))
    values: list[int] = []
    for symbol in dynamic:
        one = products.numbers([int(symbol is other) for other in dynamic])
        steps = (e.eval((), one) - e.eval((), zero) for map in maps for e in map.results)
        values.append(max(usual // max(1, *steps), 1))
    return products.numbers(values)
