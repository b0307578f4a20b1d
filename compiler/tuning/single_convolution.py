"""Isolate a convolution of a network, with the epilogue of its kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Operation, Region, SSAValue

from ...dialects.context import NcnncContext
from ...dialects.element_types import dtype_of, element_of, tensor_type_of
from ...dialects.kernel.attributes import Algorithm, AlgorithmAttr
from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.shapes import shape_of
from ...passes.common.constants import is_constant
from ...passes.schedule.fuse_epilogue import fusible_consumer

if TYPE_CHECKING:
    from ...dialects.ncnn.families.convolution_nd import ScheduledConvolution

ELEMENT = 0.01
"""Of weights: neither products nor sums of them are denormal, or too large."""


def with_epilogue(conv: ScheduledConvolution) -> list[NcnnOp]:
    """A convolution, and the element-wise ops that `fuse-epilogue` will move into it, in order."""
    ops: list[NcnnOp] = [conv]
    while (consumer := fusible_consumer(conv, ops[-1].results[0])) is not None:
        ops.append(consumer)
    return ops


def single_convolution(
    conv: ScheduledConvolution, algorithm: Algorithm, ctx: NcnncContext
) -> ModuleOp:
    """A network of this convolution and epilogue; what the graph computes becomes an input."""
    ops = with_epilogue(conv)
    block = Block()
    values: dict[SSAValue, SSAValue] = {}
    for value in outside_values(ops):
        if is_constant(value):
            weight = new_weight(value, len(values), ctx)
            block.add_op(weight)
            values[value] = weight.output
        else:
            values[value] = block.insert_arg(value.type, len(block.args))
    for op in ops:
        copy = op.clone(values)
        block.add_op(copy)
        if op is conv:
            copy.properties["algorithm"] = AlgorithmAttr(algorithm)
    result = values[ops[-1].results[0]]
    block.add_op(ReturnOp(result))
    types = ([argument.type for argument in block.args], [result.type])
    return ModuleOp([FuncOp("main", types, Region(block))])


def outside_values(ops: Sequence[Operation]) -> list[SSAValue]:
    """Return the operands that no op of the list computes, in order, without duplicates."""
    taken = dict.fromkeys(value for op in ops for value in op.operands)
    return [value for value in taken if value.owner not in ops]


def new_weight(value: SSAValue, index: int, ctx: NcnncContext) -> WeightOp:
    shape, dtype = shape_of(value), np.dtype(dtype_of(element_of(value.type)))
    key = ctx.weights.add(f"weight{index}", lambda: np.full(shape, ELEMENT, dtype))
    return WeightOp(key, tensor_type_of(value))


def described_epilogue(conv: ScheduledConvolution) -> list[str]:
    """Describe the epilogue: ops with properties, and operands' shapes."""
    lines: list[str] = []
    for op in with_epilogue(conv):
        properties = [f"{k} {op.properties[k]}" for k in sorted(op.properties) if k != "algorithm"]
        shapes = ["x".join(map(str, shape_of(value))) for value in op.operands]
        lines.append(" ".join([op.name, *shapes, *properties]))
    return lines
