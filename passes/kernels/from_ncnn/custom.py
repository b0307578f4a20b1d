"""Convert custom layers without code to calls of the user's functions."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr

from ....dialects.constraints import int_attr
from ....dialects.kernel.call_back import CallBackKernelOp
from ....dialects.ncnn.custom import CustomOp
from ....dialects.ncnn.shapes import shape_of
from ....dialects.symbols import extents_of
from ...common.errors import layer_name
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(CustomOp)
def custom(k: KernelBuilder, op: CustomOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Pass plain blobs; layers are numbered in the order of the graph."""
    properties = {
        "number": int_attr(place_among_custom(op)),
        "layer_type": op.layer_type,
        "layer": StringAttr(layer_name(op)),
        "params": op.params,
    }
    outputs = [k.empty(shape_of(result), result.type) for result in op.outputs]
    call = CallBackKernelOp.make(operands, outputs, properties)
    if any(map(k.extents.is_symbolic, operands)):
        given = (k.extents.of(operand) for operand in operands)
        made = (known_extents(result) for result in op.outputs)
        k.extents.set_bounds(call, [extent for extents in (*given, *made) for extent in extents])
    k.insert(call)
    return call.results


def known_extents(value: SSAValue) -> Sequence[AffineExpr]:
    """Return the dynamic extents of a plain blob."""
    extents = extents_of(value)
    return [AffineExpr.constant(n) for n in shape_of(value)] if extents is None else extents.results


def place_among_custom(op: CustomOp) -> int:
    """Return the number of custom layers before this one."""
    block = op.parent_block()
    assert block is not None
    return [other for other in block.ops if isinstance(other, CustomOp)].index(op)
