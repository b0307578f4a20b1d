"""Find the blobs that ncnn holds as int8 where the graph has integers in float32."""

from __future__ import annotations

from xdsl.dialects.builtin import i8
from xdsl.ir import OpResult, SSAValue

from ...element_types import element_of
from ..base import NcnnOp
from ..families.linear import QUANTIZED_RESULT, LinearOp
from ..layers.activation import ReLUOp
from ..layers.quantize import QuantizeOp, RequantizeOp


def is_int8_blob(value: SSAValue) -> bool:
    """Return whether an int8 layer reads a value directly: quantized, moved, or through ReLU."""
    pending, seen = [value], {value}
    while pending:
        value = pending.pop()
        if element_of(value.type) == i8 or makes_int8(value):
            continue
        sources = sources_of(value)
        if not sources:
            return False
        pending += [source for source in sources if source not in seen]
        seen.update(sources)
    return True


def makes_int8(value: SSAValue) -> bool:
    """Return whether the op of a value quantizes its result."""
    op = value.owner
    if isinstance(op, LinearOp):
        return op.scale_term > QUANTIZED_RESULT
    return isinstance(op, QuantizeOp | RequantizeOp)


def sources_of(value: SSAValue) -> list[SSAValue]:
    """Return the blobs whose elements, of any type, an op moves to its results."""
    if not isinstance(value, OpResult) or not isinstance(value.op, NcnnOp):
        return []
    op = value.op
    is_relu = isinstance(op, ReLUOp) and op.slope.value.data == 0.0
    if not is_relu and not op.moves_elements():
        return []
    named = zip(op.operand_names(), op.operands, strict=True)
    return [v for name, v in named if name not in op.SHAPE_OPERANDS]
