"""Convert Padding to one kernel, on packed or plain blobs."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith
from xdsl.dialects.builtin import FloatAttr, IntegerAttr, IntegerType, TensorType, f32
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.ir.affine import AffineMap

from ....dialects.constraints import int_array, int_attr
from ....dialects.element_types import element_of
from ....dialects.kernel import padding as kernel
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.structure import ConcatBuffersOp
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.layers.padding import PaddingKind, PaddingKindAttr, PaddingOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import PARALLEL, KernelBuilder
from ..building.symbolic_padding import symbolically_padded
from ..building.weight_operands import converted_result, packed_operand, plain_operand
from . import conversions
from .channels import result_shape


@conversions.register(PaddingOp)
def padding(k: KernelBuilder, op: PaddingOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Pad cells: vectors of channels if the blob is packed, else elements."""
    x, pads = operands[0], op.axis_pads()
    if all(pad == (0, 0) for pad in pads):
        return [x]
    lanes = pack_of(op.output.type)
    if k.extents.is_symbolic(x):
        if constants(k, op, operands):
            raise ValueError("pads channels, each by another value")
        is_by_lane = lanes > 1 and pads[0] != (0, 0)
        x = plain_operand(k, op.input, x) if is_by_lane else x
        filled = constant_vectors(k, (1,), op.value, x.type)
        padded = symbolically_padded(k, x, pads, op.kind.data, filled)
        return [converted_result(k, op.output, padded) if is_by_lane else padded]
    if lanes > 1 and pads[0] != (0, 0):
        return [padded_channels(k, op, x, lanes)]
    out = shape_of(op.output)
    if lanes > 1:
        return [padded_cells(k, op, x, pads, constants(k, op, operands))]
    leading = (1,) if len(out) == 1 else ()
    pads = [*((0, 0) for _ in leading), *pads]
    cells = k.view(x, (*leading, *buffer_shape(x), 1))
    return [k.view(padded_cells(k, op, cells, pads, constants(k, op, operands)), out)]


def padded_cells(
    k: KernelBuilder,
    op: PaddingOp,
    cells: SSAValue,
    pads: Sequence[tuple[int, int]],
    values: Sequence[SSAValue],
) -> SSAValue:
    """Pad cells `n,...,p`."""
    *source, lanes = buffer_shape(cells)
    padded = [before + n + after for n, (before, after) in zip(source, pads, strict=True)]
    y = k.empty((*padded, lanes), cells.type)
    properties = pad_properties(op, pads)
    return k.insert(kernel.PaddingKernelOp.make([cells, *values], [y], properties))


def pad_properties(op: PaddingOp, pads: Sequence[tuple[int, int]]) -> dict[str, Attribute]:
    """Return the properties that the kernel copies from the op."""
    return {
        "kind": op.kind,
        "before": int_array(before for before, _ in pads),
        "after": int_array(after for _, after in pads),
        "value": op.value,
    }


def padded_channels(k: KernelBuilder, op: PaddingOp, x: SSAValue, lanes: int) -> SSAValue:
    """Pad channels, and cells, in one pass; without a copy of x if only whole vectors are added."""
    (before, after), *inner = op.axis_pads()
    channels, shape = shape_of(op.input)[0], result_shape(op.output)
    if before % lanes == 0 and channels % lanes == 0:
        if any(pad != (0, 0) for pad in inner):
            x = padded_cells(k, op, x, [(0, 0), *inner], [])
        whole = [before // lanes, -(-after // lanes)]
        filled = [
            constant_vectors(k, (n, *shape[1:]), op.value, x.type) if n else None for n in whole
        ]
        parts = [part for part in (filled[0], x, filled[1]) if part is not None]
        type = TensorType(element_of(x.type), shape)
        return k.insert(ConcatBuffersOp.build(operands=[parts], result_types=[type]))
    properties = {**pad_properties(op, op.axis_pads()), "channels": int_attr(channels)}
    return k.insert(kernel.PaddingKernelOp.make([x], [k.empty(shape, x.type)], properties))


def constant_vectors(
    k: KernelBuilder, shape: Sequence[int], value: FloatAttr, like: Attribute
) -> SSAValue:
    """Return a tensor filled with a value."""

    def body(block: Block) -> SSAValue:
        number: FloatAttr | IntegerAttr = value
        if isinstance(element := element_of(like), IntegerType):
            number = IntegerAttr(int(value.value.data), element)
        constant = arith.ConstantOp(number)
        block.add_op(constant)
        return constant.result

    maps = [AffineMap.identity(len(shape))]
    return k.generic([], k.empty(shape, like), maps, [PARALLEL] * len(shape), body)


def constants(k: KernelBuilder, op: PaddingOp, operands: Sequence[SSAValue]) -> list[SSAValue]:
    """Return the constants by channel if the border consists of them, else none."""
    is_constant = op.kind.data is PaddingKind.CONSTANT
    if op.values is None or not is_constant or len(shape_of(op.output)) < 3:
        return []
    lanes = pack_of(op.output.type)
    if lanes > 1:
        return [packed_operand(k, op.values, operands[1], lanes)]
    return [plain_operand(k, op.values, operands[1])]


def zero_padded(k: KernelBuilder, x: SSAValue, pads: Sequence[tuple[int, int]]) -> SSAValue:
    """Pad a plain tensor of rank 2 or more with zeros."""
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
