"""Apply requested schedule entries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from ....dialects.kernel.attributes import Algorithm
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.families.recurrent import RecurrentOp
from ....dialects.ncnn.layers.gemm import GemmOp
from ....dialects.ncnn.layers.matmul import MatMulOp
from ....dialects.ncnn.schedule import FLAGS, LISTS, Schedule, ScheduleAttr, ScheduledOp
from ....dialects.schedule_text import GivenSchedule, parse_schedule
from ....dialects.target.products import FLOAT32
from ....dialects.target.records import Target
from ...common.errors import OperationError, place_of
from ...common.target import target_of
from ..cost.conv_shape import convolution_shape
from ..cost.winograd_schedule import can_crop
from .dense import input_lanes, pipelined_of
from .details import details

FORCIBLE = (
    *("register", "block", "reduction", "pipelined", "by_place", "cropped", "panels", "group"),
    *("reads_ahead", "writes_ahead", "transformed_ahead", "table_vectors", "late_epilogue"),
    *("epilogue_rows", "epilogue_vectors", "shares_vectors", "shares_rows", "band_bytes"),
)
"""The keys that may be requested; the others follow from the layer."""

MAY_BE_ZERO = (
    *("reduction", "pipelined", "table_vectors", "late_epilogue", "epilogue_rows", "band_bytes"),
)

PROJECTIONS = ("query", "key", "value", "out")
"""The parts of an attention layer that are products of matrices."""


@dataclass(frozen=True)
class ForcedSchedules:
    """The requested entries of schedules, by layer."""

    given: Mapping[str, GivenSchedule]

    @classmethod
    def parse(cls, entries: Sequence[str]) -> ForcedSchedules:
        """Return the schedules of entries `layer=register=[8,2]`."""
        pairs = (entry.partition("=") for entry in entries)
        return cls({layer: parse_schedule(text) for layer, _, text in pairs})

    def apply(self, op: Operation, schedule: Schedule, target: Target) -> Schedule:
        """
        Return the schedule of an op with the entries that are requested for its layer.

        Raises: OperationError if the kernels of the op cannot be computed so.
        """
        given = self.given.get(place_of(op).layer or "")
        return schedule if given is None else forced(op, schedule, given, target)


def set_schedules(
    module: ModuleOp,
    requested: Sequence[str],
    schedule_of: Callable[[ScheduledOp, Target], Schedule | None],
) -> None:
    """Set the schedules of all ops without, by `schedule_of` but for what is requested."""
    target, forced = target_of(module), ForcedSchedules.parse(requested)
    for op in module.walk():
        if isinstance(op, ScheduledOp) and op.schedule is None:
            if (schedule := schedule_of(op, target)) is not None:
                op.schedule = ScheduleAttr(forced.apply(op, schedule, target))


def forced(
    op: Operation, own: Schedule, given: GivenSchedule, target: Target, part: str = ""
) -> Schedule:
    """
    Return a schedule, or that of a part, with the given entries.

    Raises: OperationError for an impossible one.
    """
    values: dict[str, Any] = {}
    parts = dict(own.parts)
    known = forcible(op, own, part)
    for key, value in given.items():
        if isinstance(value, dict) and key in parts:
            parts[key] = forced(op, parts[key], value, target, key)
        elif key not in known:
            names = ", ".join((*known, *(f"{part}=<...>" for part in parts)))
            raise OperationError(op, f"its schedule has no '{key}' to choose, but {names}")
        else:
            values[key] = checked_value(op, own, key, value)
    if own.partial_sums and {"register", "reduction"} & values.keys():
        own = replace(own, partial_sums=())
    result = replace(own, **values, parts=parts)
    check(op, result, values, target)
    if isinstance(op, ScheduledConvolution) and op.chosen_algorithm is not Algorithm.DEPTHWISE:
        follows = details(op, result, target)
        if own.pipelined:
            follows["pipelined"] = pipelined_of(op, tile_of(result), target)
        return replace(result, **{**follows, **values})
    return result


def forcible(op: Operation, own: Schedule, part: str) -> list[str]:
    """Return the keys that may be requested: those that the schedule has, and those it could."""
    found = {key for key, _ in own.entries()}
    if isinstance(op, ScheduledConvolution):
        is_direct = op.chosen_algorithm in (Algorithm.GEMM, Algorithm.PACKED) and op.groups == 1
        if op.inner_algorithm.winograd_tile:
            found |= {"by_place", "cropped", "transformed_ahead"}
        elif is_direct and convolution_shape(op).is_pointwise:
            found.add("reduction")
        found |= {
            Algorithm.DEPTHWISE: {"shares_rows", "reads_ahead", "writes_ahead", "band_bytes"},
            Algorithm.TILED: {"writes_ahead", "shares_vectors"},
        }.get(op.chosen_algorithm, {"reads_ahead", "writes_ahead"})
    is_product = isinstance(op, GemmOp | MatMulOp) or part in PROJECTIONS
    if is_product and own.product is None:
        found.add("panels")
    return [key for key in FORCIBLE if key in found]


def checked_value(
    op: Operation, own: Schedule, key: str, value: int | tuple[int, ...] | GivenSchedule
) -> int | tuple[int, ...]:
    """Return a value of the type that the key has. Raises: OperationError for another."""
    if key in LISTS:
        count = len(getattr(own, key))
        if isinstance(value, tuple) and len(value) == count and min(value) > 0:
            return value
        raise OperationError(op, f"'{key}' of its schedule is a list of {count} positive numbers")
    if isinstance(value, bool) != (key in FLAGS) or not isinstance(value, int):
        kind = "true or false" if key in FLAGS else "a number"
        raise OperationError(op, f"'{key}' of its schedule is {kind}")
    if value == 0 and key not in (*MAY_BE_ZERO, *FLAGS):
        raise OperationError(op, f"'{key}' of its schedule must be positive")
    return value


def check(op: Operation, schedule: Schedule, given: Mapping[str, Any], target: Target) -> None:
    """Raises: OperationError if the given entries of a schedule cannot be computed."""
    if "register" in given:
        check_registers(op, schedule, target)
    is_tiled = isinstance(op, ScheduledConvolution) and op.chosen_algorithm is Algorithm.TILED
    is_tiled = is_tiled or schedule.algorithm is Algorithm.TILED
    if is_tiled and schedule.block < schedule.register[0]:
        reason = f"a tile of {schedule.block} positions is less than a register tile"
        raise OperationError(op, f"{reason} of {schedule.register[0]}")
    if given.get("cropped") and isinstance(op, ScheduledConvolution) and not crops(op):
        reason = "whose sizes are fixed, and no multiples of a tile's"
        raise OperationError(op, f"tiles are cropped at the border of float images {reason}")
    if "reduction" in given and isinstance(op, ScheduledConvolution):
        lanes = input_lanes(op, target)
        if schedule.reduction % lanes:
            raise OperationError(op, f"parts of its sums are multiples of {lanes} channels")
    if "pipelined" in given and isinstance(op, ScheduledConvolution):
        most = pipelined_of(op, tile_of(schedule), target)
        if schedule.pipelined > most:
            raise OperationError(op, f"at most {most} vectors of its tiles can be pipelined")
    if "group" in given and isinstance(op, RecurrentOp):
        blocks = -(-op.hidden_size // target.lanes)
        if blocks % schedule.group:
            raise OperationError(op, f"its {blocks} vectors do not divide into such groups")


def crops(op: ScheduledConvolution) -> bool:
    """Return whether tiles of Winograd's may be cropped."""
    m = 0 if op.inner is not None else op.inner_algorithm.winograd_tile
    return m > 0 and can_crop(convolution_shape(op), m)


def check_registers(op: Operation, schedule: Schedule, target: Target) -> None:
    """Raises: OperationError if the registers do not hold a register tile and its operands."""
    product = schedule.product
    chosen = target.inner_kernel(FLOAT32).product if product is None else product.product
    pixels, vectors = tile_of(schedule)
    needed, most = pixels * vectors + vectors + 1, target.registers - chosen.temporaries
    if needed > most:
        tile = " x ".join(map(str, schedule.register))
        reason = f"a register tile of {tile} takes {needed} registers"
        raise OperationError(op, f"{reason}, {target.isa.name} has {most} for it")


def tile_of(schedule: Schedule) -> tuple[int, int]:
    """Return the register tile; a depthwise one is of one vector."""
    pixels, *vectors = schedule.register
    return pixels, vectors[0] if vectors else 1
