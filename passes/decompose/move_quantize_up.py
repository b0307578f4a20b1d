"""Let layers between int8 layers that only move or compare elements work on int8."""

from __future__ import annotations

from functools import cmp_to_key

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import FloatAttr, ModuleOp, TensorType, f32, i8
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, OpResult, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects.element_types import element_of
from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.families.pooling_windows import PoolingKind
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.layers.activation import ReLUOp
from ...dialects.ncnn.layers.concat import ConcatOp
from ...dialects.ncnn.layers.crop import CropOp
from ...dialects.ncnn.layers.interp import InterpMode, InterpOp
from ...dialects.ncnn.layers.misc import DeepCopyOp, NoopOp
from ...dialects.ncnn.layers.padding import PaddingOp
from ...dialects.ncnn.layers.permute import PermuteOp
from ...dialects.ncnn.layers.pooling import PoolingOp
from ...dialects.ncnn.layers.quantize import QuantizeOp, RequantizeOp
from ...dialects.ncnn.layers.reshape import FlattenOp, ReshapeOp
from ...dialects.ncnn.layers.shuffle import ShuffleChannelOp
from ...dialects.ncnn.layers.slice import SliceOp
from ...dialects.ncnn.layers.split import SplitOp
from ...dialects.ncnn.layers.squeeze import ExpandDimsOp, SqueezeOp
from ...dialects.ncnn.shapes import has_shape, shape_of
from ..common.constants import carried_array, dense_weight
from ..common.rebuild import rebuild
from .building.int8 import to_int8

MOVING = (
    *(ReshapeOp, FlattenOp, SqueezeOp, ExpandDimsOp, PermuteOp, ShuffleChannelOp),
    *(ConcatOp, SliceOp, SplitOp, CropOp, NoopOp, DeepCopyOp),
)
"""Layers whose results consist of elements of their inputs."""


class MoveQuantizeUpPass(ModulePass):
    """
    Move quantizations before layers that move or compare elements; share quantizations of one
    value, and remove those of values that are already int8.

        %p = ncnn.pooling max %x ... -> tensor<8x3x3xf32>
        %q = ncnn.quantize %p, %s : ... -> tensor<8x3x3xi8>
        ->
        %r = ncnn.quantize %x, %s : ... -> tensor<8x6x6xi8>
        %q = ncnn.pooling max %r ... -> tensor<8x3x3xi8>

    Quantization by a positive scale is monotonic, so that it commutes with maximum and ReLU. All
    readers must quantize by the same scale. A maximum is computed in int8 only if all other readers
    of its input quantize it by the same scale: otherwise its result has fewer elements to
    quantize.
    """

    name = "move-quantize-up"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if isinstance(function, FuncOp) and not function.is_declaration:
                move_up(function)


def move_up(function: FuncOp) -> None:
    """Visit layers from the last to the first, so that moved quantizations are visited again."""
    block = function.body.block
    for op in reversed(list(block.ops)):
        for result in op.results:
            share_quantizes(result)
        if isinstance(op, QuantizeOp | RequantizeOp):
            make_int8(op)
        elif isinstance(op, NcnnOp) and (scale := common_scale(op)) is not None:
            if commutes(op, scale):
                quantize_operands(op, scale)
    for argument in block.args:
        share_quantizes(argument)


def scale_of(op: Operation) -> float | None:
    """
    Return the positive scale by which an op quantizes all elements to int8, if the IR shows it.
    """
    if not isinstance(op, QuantizeOp) or element_of(op.output.type) != i8:
        return None
    owner = op.scale.owner
    array = carried_array(owner) if isinstance(owner, WeightOp) else None
    if array is None or array.size != 1:
        return None
    scale = float(array.reshape(-1)[0])
    return scale if 0.0 < scale < np.inf else None


def quantizes_of(value: SSAValue) -> list[QuantizeOp]:
    """Return the ops that quantize a value by a scale in the IR, in order."""
    users = [use.operation for use in value.uses if use.index == 0]
    found = [op for op in users if isinstance(op, QuantizeOp) and scale_of(op) is not None]
    return sorted(found, key=cmp_to_key(lambda a, b: -1 if a.is_before_in_block(b) else 1))


def share_quantizes(value: SSAValue) -> None:
    """Share the quantizations of a value by the same scale."""
    first: dict[float | None, QuantizeOp] = {}
    for op in quantizes_of(value):
        shared = first.setdefault(scale_of(op), op)
        if shared is not op:
            Rewriter.replace_op(op, [], [shared.output])


def make_int8(op: QuantizeOp | RequantizeOp) -> None:
    """Compute integers directly as int8 if they are computed as float32 and read as int8."""
    if element_of(op.output.type) == i8:
        return
    for reader in quantizes_of(op.output):
        if scale_of(reader) == 1.0:
            integers = rebuild(op, result_type=reader.output.type)
            Rewriter.insert_op(integers, InsertPoint.after(op))
            Rewriter.replace_op(reader, [], [integers.output])
    if op.output.first_use is None:
        Rewriter.erase_op(op)


def common_scale(op: NcnnOp) -> float | None:
    """Return the scale by which all readers of an op's results quantize them to int8, or None."""
    uses = [use for result in op.results for use in result.uses]
    scales = {scale_of(use.operation) if use.index == 0 else None for use in uses}
    return next(iter(scales)) if len(scales) == 1 else None


def commutes(op: NcnnOp, scale: float) -> bool:
    """Return whether an op gives the same result on int8 as quantizing afterwards."""
    if not all(has_shape(value) for value in (*op.operands, *op.results)):
        return False
    if any(element_of(op.operands[i].type) != f32 for i in moved_operands(op)):
        return False
    match op:
        case ReLUOp():
            # After other arithmetic it is fused into the same kernel, in either order.
            follows = isinstance(op.input.owner, (*MOVING, PoolingOp, PaddingOp))
            return op.slope.value.data == 0.0 and follows
        case PoolingOp():
            is_maximum = op.kind.data is PoolingKind.MAX and op.is_global is None
            return is_maximum and isinstance(op.input, OpResult) and is_quantized_for(op, scale)
        case PaddingOp():
            return op.values is None
        case InterpOp():
            return op.mode.data is InterpMode.NEAREST and len(shape_of(op.input)) > 1
        case _:
            return isinstance(op, MOVING)


def is_quantized_for(op: PoolingOp, scale: float) -> bool:
    """Return whether all other readers of an op's input quantize it by a scale."""
    others = [use.operation for use in op.input.uses if use.operation is not op]
    return all(scale_of(other) == scale for other in others)


def moved_operands(op: NcnnOp) -> list[int]:
    """Return the operands whose elements an op moves or compares."""
    named = zip(op.operand_names(), op.operands, strict=True)
    return [i for i, (name, _) in enumerate(named) if name not in op.SHAPE_OPERANDS]


def quantize_operands(op: NcnnOp, scale: float) -> None:
    """Replace an op, and the quantizations of its results, by the op on int8."""
    factor = dense_weight("scale", np.array([scale], np.float32))
    copy = op.clone()
    new: list[Operation] = [factor]
    for i in moved_operands(op):
        type = TensorType(i8, shape_of(op.operands[i]))
        quantize = QuantizeOp.build(operands=[op.operands[i], factor.output], result_types=[type])
        new.append(quantize)
        copy.operands[i] = quantize.output
    if isinstance(copy, PaddingOp):
        scaled = np.array([copy.value.value.data], np.float32) * np.float32(scale)
        copy.value = FloatAttr(float(to_int8(scaled)[0]), f32)
    for added in (*new, copy):
        added.location = op.location
    Rewriter.insert_op([*new, copy], InsertPoint.before(op))
    for old, result in zip(op.results, copy.results, strict=True):
        integers = Rewriter.replace_value_with_new_type(result, TensorType(i8, shape_of(old)))
        for reader in quantizes_of(old):
            Rewriter.replace_op(reader, [], [integers])
    Rewriter.erase_op(op)
