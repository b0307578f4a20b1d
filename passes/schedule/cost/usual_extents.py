"""The extents of a usual run, where a run tells some: they decide how layers are computed."""

from __future__ import annotations

from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, OpResult, SSAValue

from ....dialects.ncnn.rules.extent_products import ExtentProducts
from ....dialects.ncnn.shapes import Shape, shape_of
from ....dialects.symbols import extents_of, symbols_of, told_symbols

USUAL = 256
"""
The assumed extent of inputs along each axis that a run tells. It is not that of a range, so that
results do not depend on one: another algorithm would round in other places.
"""


def usual_shape(value: SSAValue) -> Shape:
    """The shape of a value of the graph in a usual run."""
    extents = extents_of(value)
    if extents is None:
        return shape_of(value)
    function = graph_of(value)
    symbols = [USUAL] * extents.num_symbols if function is None else usual_symbols(function)
    return tuple(max(extent.eval((), symbols), 1) for extent in extents.results)


def graph_of(value: SSAValue) -> FuncOp | None:
    """The function that a value is in; of the result of a detached op that of its first operand."""
    while isinstance(value, OpResult) and value.op.parent is None and value.op.operands:
        value = value.op.operands[0]
    block = value.block if isinstance(value, BlockArgument) else value.owner.parent_block()
    function = None if block is None else block.parent_op()
    return function if isinstance(function, FuncOp) else None


def usual_symbols(function: FuncOp) -> list[int]:
    """The values of symbols with which the longest extent of inputs that has one is usual."""
    products, told = ExtentProducts(symbols_of(function)), told_symbols(function)
    maps = [map for argument in function.body.block.args if (map := extents_of(argument))]
    zero = products.numbers([0] * len(told))
    values: list[int] = []
    for symbol in told:
        one = products.numbers([int(symbol is other) for other in told])
        steps = (e.eval((), one) - e.eval((), zero) for map in maps for e in map.results)
        values.append(max(USUAL // max(1, *steps), 1))
    return products.numbers(values)
