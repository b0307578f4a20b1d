"""
Find blobs that are eventually read packed, or as 16-bit floats, whatever their producers prefer.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType, f32
from xdsl.ir import Operation, SSAValue

from ....dialects.element_types import buffer_bytes, element_of, tensor_type_of
from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.shapes import shape_of
from ...common.geometry.packed_channels import PLAIN_CHANNELS
from .choice import LayoutOptions, reads_as_it_comes
from .storage import narrow_element


def packed_demand(ops: Sequence[Operation]) -> set[SSAValue]:
    """The values that an op which asks for packed blobs reads, or one that follows its inputs."""
    demand = set[SSAValue]()
    for op in reversed(ops):
        if not isinstance(op, NcnnOp) or not op.supports_packing():
            continue
        if op.DRIVES_LAYOUT:
            value = op.operands[0]
            if not reads_as_it_comes(op, tensor_type_of(value)):
                demand.add(value)
        elif any(result in demand for result in op.results):
            demand.update(op.operands)
    return demand


def narrow_demand(ops: Sequence[Operation], options: LayoutOptions) -> set[SSAValue]:
    """
    The float32 values that are worth rounding to 16 bits: those that a sum over channels reads,
    which multiplies such, or an op that moves elements to it; and those that no L2 cache keeps, if
    one that reads them takes them so.
    """
    demand = set[SSAValue]()
    for op in reversed(ops):
        if not isinstance(op, NcnnOp):
            continue
        if narrow_element(options.storage, options.target, op) is None:
            continue
        moves_demanded = op.keeps_element_type() and any(r in demand for r in op.results)
        for index, value in enumerate(op.operands):
            if not isinstance(value.type, TensorType) or element_of(value.type) != f32:
                continue
            is_large = buffer_bytes(value.type) > options.target.l2_bytes
            if moves_demanded or is_large or (index == 0 and sums_channels(op)):
                demand.add(value)
    return demand


def sums_channels(op: NcnnOp) -> bool:
    """Return whether an op is a convolution that sums over more than a few channels."""
    if not isinstance(op, ScheduledConvolution) or op.is_depthwise:
        return False
    return shape_of(op.input)[0] > PLAIN_CHANNELS
