"""Padding: one kernel on packed or plain blobs."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import FloatAttr, f32
from xdsl.ir import SSAValue

from ....dialects.kernel import padding as kernel
from ....dialects.kernel.base import buffer_shape
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.base import shape_of
from ....dialects.ncnn.layers.padding import PaddingKind, PaddingKindAttr, PaddingOp
from ....dialects.properties import int_array
from ..building.kernel_builder import KernelBuilder
from ..building.weight_operands import packed_operand, plain_operand
from . import conversions


@conversions.register(PaddingOp)
def padding(k: KernelBuilder, op: PaddingOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """A cell is a vector of channels if the blob is packed, else an element."""
    x, pads = operands[0], op.axis_pads()
    if all(pad == (0, 0) for pad in pads):
        return [x]
    out = shape_of(op.output)
    if pack_of(op.output.type) > 1:
        cells = buffer_shape(x)
        result = (cells[0], *out[1:], cells[-1])
    else:
        leading = (1,) if len(out) == 1 else ()
        pads = [*((0, 0) for _ in leading), *pads]
        cells, result = (*leading, *buffer_shape(x), 1), (*leading, *out, 1)
    properties = {
        "kind": op.kind,
        "before": int_array((before for before, _ in pads)),
        "after": int_array((after for _, after in pads)),
        "value": op.value,
    }
    inputs = [k.view(x, cells), *constants(k, op, operands)]
    y = k.insert(kernel.PaddingKernelOp.make(inputs, [k.empty(result, x.type)], properties))
    return [y if pack_of(op.output.type) > 1 else k.view(y, out)]


def constants(k: KernelBuilder, op: PaddingOp, operands: Sequence[SSAValue]) -> list[SSAValue]:
    """The constants by channel, if the border is made of them."""
    is_constant = op.kind.data is PaddingKind.CONSTANT
    if op.values is None or not is_constant or len(shape_of(op.output)) < 3:
        return []
    lanes = pack_of(op.output.type)
    if lanes > 1:
        return [packed_operand(k, op.values, operands[1], lanes)]
    return [plain_operand(k, op.values, operands[1])]


def zero_padded(k: KernelBuilder, x: SSAValue, pads: Sequence[tuple[int, int]]) -> SSAValue:
    """A plain tensor of two axes or more with zeros around it."""
    if all(pad == (0, 0) for pad in pads):
        return x
    shape = buffer_shape(x)
    out = tuple(before + n + after for n, (before, after) in zip(shape, pads, strict=True))
    properties = {
        "kind": PaddingKindAttr(PaddingKind.CONSTANT),
        "before": int_array(before for before, _ in pads),
        "after": int_array(after for _, after in pads),
        "value": FloatAttr(0.0, f32),
    }
    y = k.empty((*out, 1), x.type)
    padded = kernel.PaddingKernelOp.make([k.view(x, (*shape, 1))], [y], properties)
    return k.view(k.insert(padded), out)
