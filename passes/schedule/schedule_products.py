"""Schedule matrix products, attention, recurrent layers and normalizations of groups."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialects.ncnn.families.recurrent import RecurrentOp
from ...dialects.ncnn.internal.normalize_groups import NormalizeGroupsOp
from ...dialects.ncnn.layers.gemm import GemmOp
from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ...dialects.ncnn.layers.matmul import MatMulOp
from ...dialects.ncnn.layers.multiheadattention import MultiHeadAttentionOp
from ...dialects.ncnn.layers.sdpa import SDPAOp
from ...dialects.ncnn.schedule import Schedule, ScheduledOp
from ...dialects.target.records import Target
from .schedules.attention import multiheadattention_schedule, sdpa_schedule
from .schedules.forced import set_schedules
from .schedules.normalization import normalize_groups_schedule
from .schedules.products import gemm_schedule, innerproduct_schedule, matmul_schedule
from .schedules.recurrent import recurrent_schedule


@dataclass(frozen=True)
class ScheduleProductsPass(ModulePass):
    """
    Set the `schedule` of each matrix product, attention, recurrent layer and normalization of
    groups of channels, by the cost model.

        ncnn.innerproduct %x, %w : tensor<512xf32>, tensor<1000x512xf32> -> tensor<1000xf32>
        -> ncnn.innerproduct %x, %w schedule <register = [1, 4]> : ...

    Layers computed by several kernels have a schedule for each: `schedule <scores = <register =
    [6, 2], block = 50>, values = <register = [4, 3]>>`.

    `layers` overrides entries: `fc=register=[1,2]` each.

    Raises: OperationError if a layer cannot be computed as requested.
    """

    name = "schedule-products"
    layers: tuple[str, ...] = ()

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        set_schedules(op, self.layers, schedule_of)


def schedule_of(op: ScheduledOp, target: Target) -> Schedule | None:
    """Return the schedule of a layer; None if it needs none, or its weights fit no kernel."""
    match op:
        case InnerProductOp() if not op.int8_scale_term.value.data:
            return innerproduct_schedule(op, target)
        case GemmOp() if not op.quantize_term.value.data:
            return gemm_schedule(op, target)
        case MatMulOp():
            return matmul_schedule(op, target)
        case MultiHeadAttentionOp() if not op.quantize_term.value.data and op.kv_cache is None:
            return multiheadattention_schedule(op, target)
        case SDPAOp() if not op.int8_scale_term.value.data and op.kv_cache is None:
            return sdpa_schedule(op, target)
        case NormalizeGroupsOp():
            return normalize_groups_schedule(op, target)
        case RecurrentOp():
            return recurrent_schedule(op, target)
        case _:
            return None
