"""Gives every convolution the schedule of its kernel: register tile, blocks, order."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ...dialects.kernel.attributes import Algorithm
from ...dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ...dialects.ncnn.layers.deformableconv2d import DeformableConv2DOp
from ...dialects.ncnn.schedule import Schedule, ScheduleAttr
from ...dialects.target.records import Target
from ..common.target import target_of
from .schedules.dense import deformable_schedule, dense_schedule
from .schedules.grouped import depthwise_schedule, grouped_schedule
from .schedules.packs import SumOfWindows


@dataclass(frozen=True)
class ScheduleConvolutionsPass(ModulePass):
    """
    Set `schedule` on every convolution, by the cost model.

        ncnn.convolution %x, %w algorithm gemm : tensor<256x28x28xf32, #ncnn.layout<pack = 8>>, ...
        -> ncnn.convolution %x, %w algorithm gemm schedule <register = [4, 3], block = 64, ...> ...

    The passes below translate it: they choose no tile, no block and no order.
    """

    name = "schedule-convolutions"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = target_of(op)
        for conv in op.walk():
            if isinstance(conv, SumOfWindows) and conv.schedule is None:
                conv.schedule = ScheduleAttr(schedule_of(conv, target))


def schedule_of(op: Operation, target: Target) -> Schedule:
    """Return the schedule of a convolution, by its algorithm."""
    match op:
        case DeformableConv2DOp():
            return deformable_schedule(op, target)
        case ScheduledConvolution() if op.chosen_algorithm is Algorithm.DEPTHWISE:
            return depthwise_schedule(op, target)
        case ScheduledConvolution() if op.groups > 1:
            return grouped_schedule(op, target)
        case ScheduledConvolution():
            return dense_schedule(op, target)
        case _:
            raise AssertionError(f"{op.name} is no convolution")
