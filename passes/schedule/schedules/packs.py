"""Find the packs that convolution kernels read and write, whatever the layouts of blobs."""

from __future__ import annotations

from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.layers.deformableconv2d import DeformableConv2DOp
from ....dialects.ncnn.shapes import shape_of
from ....dialects.target.records import Target

SumOfWindows = ScheduledConvolution | DeformableConv2DOp
"""Ops that schedule-convolutions schedules."""


def output_lanes(op: SumOfWindows, target: Target) -> int:
    """Return the lanes of the vectors of outputs: kernels make packed blobs."""
    pack = pack_of(op.output.type)
    return pack if pack > 1 else target.lanes


def output_blocks(op: SumOfWindows, target: Target) -> int:
    """Return the number of vectors of output channels."""
    return -(-shape_of(op.output)[0] // output_lanes(op, target))
