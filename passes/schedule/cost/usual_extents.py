"""Assume usual values of dynamic extents, which decide how layers are computed."""

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
The assumed extent of inputs along each axis known at run time.

It does not depend on the range of the extent: another algorithm would round differently, and
results must not depend on the range.
"""
OTHER_SIZES = {"small": 96, "large": 640}
"""Other extents for which convolutions get schedules of their own, where these are faster."""
USUAL_ATTRIBUTE = "ncnn.usual"
"""An attribute of an op: the extent to assume instead of `USUAL`."""


def usual_of(op: Operation) -> int:
    """Return the extent of inputs that is assumed along each axis known at run time for an op."""
    usual = op.attributes.get(USUAL_ATTRIBUTE)
    return usual.value.data if isinstance(usual, IntegerAttr) else USUAL


@contextmanager
def of_size(op: _Op, usual: int) -> Generator[_Op]:
    """Return a copy of an op outside of the program, which assumes inputs of another extent."""
    copy = op.clone()
    copy.attributes[USUAL_ATTRIBUTE] = int_attr(usual)
    try:
        yield copy
    finally:
        copy.erase()


def usual_shape(value: SSAValue, usual: int = USUAL) -> Shape:
    """Return the shape of a value of the graph in a usual run, or for inputs of another extent."""
    extents = extents_of(value)
    if extents is None:
        return shape_of(value)
    function = graph_of(value)
    symbols = [usual] * extents.num_symbols if function is None else usual_symbols(function, usual)
    return tuple(max(extent.eval((), symbols), 1) for extent in extents.results)


def graph_of(value: SSAValue) -> FuncOp | None:
    """Return the function of a value; for a result of a detached op that of its first operand."""
    while isinstance(value, OpResult) and value.op.parent is None and value.op.operands:
        value = value.op.operands[0]
    block = value.block if isinstance(value, BlockArgument) else value.owner.parent_block()
    function = None if block is None else block.parent_op()
    return function if isinstance(function, FuncOp) else None


def usual_symbols(function: FuncOp, usual: int) -> list[int]:
    """Return values of symbols such that the longest symbolic extent of inputs is `usual`."""
    products, dynamic = ExtentProducts(symbols_of(function)), dynamic_symbols(function)
    maps = [map for argument in function.body.block.args if (map := extents_of(argument))]
    zero = products.numbers([0] * len(dynamic))
    values: list[int] = []
    for symbol in dynamic:
        one = products.numbers([int(symbol is other) for other in dynamic])
        steps = (e.eval((), one) - e.eval((), zero) for map in maps for e in map.results)
        values.append(max(usual // max(1, *steps), 1))
    return products.numbers(values)
