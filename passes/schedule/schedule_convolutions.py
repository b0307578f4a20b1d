"""Schedule each convolution: register tile, blocks, order."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ...dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ...dialects.ncnn.layers.deconvolution import DeconvolutionBase
from ...dialects.ncnn.layers.deconvolution3d import Deconvolution3DBase
from ...dialects.ncnn.layers.deformableconv2d import DeformableConv2DOp
from ...dialects.ncnn.schedule import Schedule
from ...dialects.target.records import Target
from .schedules.convolution import convolution_schedule
from .schedules.deconvolution import deconvolution_schedule
from .schedules.dense import deformable_schedule
from .schedules.forced import set_schedules


@dataclass(frozen=True)
class ScheduleConvolutionsPass(ModulePass):
    """
    Set the `schedule` of each convolution and deconvolution, by the cost model.

        ncnn.convolution %x, %w algorithm gemm : tensor<256x28x28xf32, #ncnn.layout<pack = 8>>, ...
        -> ncnn.convolution %x, %w algorithm gemm schedule <register = [4, 3], block = 64, ...> ...

    A deconvolution has a schedule for each convolution that computes some of its phases, or for one
    that computes all: `schedule <period = [2, 2], ..., phases = <algorithm = winograd4, ...>>`.

    A convolution of images whose size is known only at run time has parts for images smaller and
    larger than usual, if these are clearly faster: `schedule <..., pixels = [97, 0],
    small = <algorithm = tiled, ..., pixels = [0, 97]>>`.

    `layers` overrides entries: `conv1=register=[8,2]` each.

    Later passes follow the schedule: they choose no tile, no block and no order.

    Raises: OperationError if the kernel of a layer cannot be computed as requested.
    """

    name = "schedule-convolutions"
    layers: tuple[str, ...] = ()

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        set_schedules(op, self.layers, schedule_of)


def schedule_of(op: Operation, target: Target) -> Schedule | None:
    """Return the schedule of a convolution or deconvolution; None for other ops."""
    match op:
        case ScheduledConvolution():
            return convolution_schedule(op, target)
        case DeformableConv2DOp():
            return deformable_schedule(op, target)
        case DeconvolutionBase() | Deconvolution3DBase():
            return deconvolution_schedule(op, target)
        case _:
            return None
