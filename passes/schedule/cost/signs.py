"""Find blobs without negative numbers."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import FloatAttr, UnitAttr
from xdsl.ir import OpResult, SSAValue

from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.families.linear import EpilogueOp
from ....dialects.ncnn.families.pooling_nd import PoolingND
from ....dialects.ncnn.internal.weight import WeightOp
from ....dialects.ncnn.layers.padding import PaddingOp
from ....dialects.ncnn.layers.quantize import QuantizeOp
from ....dialects.simd.extrema import MaximumOp, MinimumOp
from ....dialects.simd.int8 import ToInt8Op

DEPTH = 8
"""The number of layers that the search goes back."""


def is_never_negative(value: SSAValue, depth: int = DEPTH) -> bool:
    """
    Return whether no element of a blob is negative, judging by the layers that make it, as after a
    ReLU. NaN is ignored; as int8 it is -127.
    """
    if depth == 0 or not isinstance(value, OpResult):
        return False
    op = value.op
    if isinstance(op, WeightOp):
        numbers = () if op.value is None else op.value.get_values()
        return bool(numbers) and all(isinstance(n, int | float) and n >= 0 for n in numbers)
    if isinstance(op, EpilogueOp) and op.epilogue is not None and op.epilogue.blocks:
        last = op.epilogue.block.last_op
        return last is not None and all(map(is_number_never_negative, last.operands))
    passes_on = isinstance(op, NcnnOp) and op.moves_elements() and not isinstance(op, PaddingOp)
    if not passes_on and not isinstance(op, PoolingND | QuantizeOp):
        return False
    return all(is_never_negative(operand, depth - 1) for operand in op.operands)


def is_number_never_negative(value: SSAValue) -> bool:
    """Return whether a number of an epilogue is never negative."""
    if not isinstance(value, OpResult):
        return False
    match value.op:
        case arith.ConstantOp(value=FloatAttr() as constant):
            return constant.value.data >= 0
        case MaximumOp():
            return any(map(is_number_never_negative, value.op.operands))
        case ToInt8Op(non_negative=UnitAttr()):
            return True
        case MinimumOp() | arith.MulfOp() | arith.AddfOp() | ToInt8Op():
            return all(map(is_number_never_negative, value.op.operands))
        case _:
            return False
