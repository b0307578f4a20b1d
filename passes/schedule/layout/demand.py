"""Find blobs that are eventually read packed, or as 16-bit floats, for any producer."""

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
    """
    Return the values read by ops that demand packed blobs, or by ops whose packed results are
    demanded.
    """
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
    Return the float32 values to round to 16 bits: those read by a sum over channels that multiplies
    this type, or by an op that moves elements to it; and those larger than the L2 cache whose
    readers support it.
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
