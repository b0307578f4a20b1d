"""Choose the schedules of recurrent layers: of the product with the input, and of the steps."""

from __future__ import annotations

from xdsl.dialects.builtin import f32, i8

from ....dialects.element_types import element_bytes
from ....dialects.ncnn.families.recurrent import RecurrentOp
from ....dialects.ncnn.layers.lstm import LSTMOp
from ....dialects.ncnn.schedule import Schedule
from ....dialects.ncnn.shapes import shape_of
from ....dialects.symbols import extents_of
from ....dialects.target.products import INT8
from ....dialects.target.records import Target
from ...common.geometry.matrices import one_matrix
from ...common.target import product_of
from .products import rounded_schedule, schedule_of_types, vector_tile


def recurrent_schedule(op: RecurrentOp, target: Target) -> Schedule:
    """Return the groups of the steps, and the schedule of the product for all of them."""
    gates, blocks = op.CELL.gates, -(-op.hidden_size // target.lanes)
    columns, inputs = op.directions * gates * blocks * target.lanes, shape_of(op.input)[-1]
    x, w = one_matrix(op.steps, inputs), one_matrix(columns, inputs)
    if op.computes_int8:
        product = rounded_schedule(x, w, target)
    elif op.steps == 1:
        product = Schedule(vector_tile(1, columns // target.lanes, target))
    else:
        types, is_dynamic = (op.input.type, f32), extents_of(op.input) is not None
        product = schedule_of_types(x, w, types, target, is_stored=False, is_dynamic=is_dynamic)
    steps = Schedule(
        group=group_size(blocks, gates, target),
        shares_vectors=shares_steps(op, columns, target),
        product=product_of(INT8, target) if op.computes_int8 else None,
    )
    parts = {"input": product, "steps": steps}
    if isinstance(op, LSTMOp) and op.weight_hr is not None:
        parts["projection"] = Schedule(group=group_size(-(-op.outputs // target.lanes), 1, target))
    return Schedule(parts=parts)


def shares_steps(op: RecurrentOp, columns: int, target: Target) -> bool:
    """
    Return whether threads share each step, after which they meet at a barrier (3 us a step).

    This pays for a single direction whose weights exceed the cache of one core; for int8, half of
    it. Two directions keep two threads busy without waiting.
    """
    weights = columns * op.outputs * element_bytes(i8 if op.computes_int8 else f32)
    limit = target.l2_bytes // 2 if op.computes_int8 else target.l2_bytes
    return op.directions == 1 and weights > limit


def group_size(blocks: int, gates: int, target: Target) -> int:
    """
    Return the number of blocks that are computed together, whose weights are adjacent.

    It divides the number of blocks, and has enough sums to keep multiply-adds busy.
    """
    most = max(target.costs.sums_under_way // gates, 1)
    return max(n for n in range(1, most + 1) if blocks % n == 0)
