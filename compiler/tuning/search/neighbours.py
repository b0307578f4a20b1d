"""Other algorithms and schedules of a layer, which a search may measure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from math import prod

from ....dialects.kernel.attributes import Algorithm
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.schedule import FLAGS, Schedule, ScheduledOp
from ....dialects.ncnn.shapes import shape_of
from ....dialects.schedule_text import GivenSchedule
from ....dialects.target.records import Target
from ....passes.common.constants import is_constant
from ....passes.common.errors import OperationError
from ....passes.schedule.cost.conv_cost import estimated_cycles
from ....passes.schedule.cost.conv_shape import convolution_shape
from ....passes.schedule.schedules.forced import MAY_BE_ZERO, forced, forcible
from ....passes.schedule.select_conv_algorithm import legal_algorithms
from ...options.tuned_schedules import LayerChoice

HOPELESS = 1.6
"""Estimated cycles of an algorithm, in those of the cheapest, from which on it is not tried."""
MOST_REGISTERS = 6
"""Register tiles that are tried for a layer."""
MOST_VECTORS = 4
"""Vectors that a register tile may have."""
OF_THREADS = ("shares_vectors", "shares_rows")
"""Keys that say what threads share, and nothing else."""
VECTORS_IN_TURN = (2, 4, 8)
"""Vectors that take turns in the loop of an epilogue."""
PARTS = (2, 3)
"""Pixel tiles into which a row may be divided."""
FACTORS = (2, 4)
"""Factors by which a block is made smaller and larger."""


def neighbours(op: ScheduledOp, choice: LayerChoice, target: Target) -> list[LayerChoice]:
    """
    Return choices that differ from that of a scheduled op in one respect, the most promising first:
    another algorithm, another register tile, another block, other entries.
    """
    assert op.schedule is not None  # of a scheduled op
    found: list[LayerChoice] = []
    if not choice.algorithm and isinstance(op, ScheduledConvolution):
        found += [LayerChoice(algorithm) for algorithm in other_algorithms(op, target)]
    own = op.schedule.data
    for name, part in (("", own), *own.parts.items()):
        for change in changes(op, part, name, target):
            given = merged(choice.entries, {name: change} if name else change)
            if is_possible(op, own, given, target):
                found.append(LayerChoice(choice.algorithm, given))
    return found


def other_algorithms(conv: ScheduledConvolution, target: Target) -> list[str]:
    """Return the other algorithms of a dense convolution, the cheapest by estimate first."""
    if conv.groups > 1 or conv.sums_integers or not is_constant(conv.weight):
        return []
    cycles = estimated_cycles(convolution_shape(conv), target.lanes, target)
    limit = HOPELESS * min(cycles.values())
    legal = [a for a in legal_algorithms(conv) if cycles.get(a, limit) < limit]
    return [
        a.value for a in sorted(legal, key=cycles.__getitem__) if a is not conv.chosen_algorithm
    ]


def changes(op: ScheduledOp, own: Schedule, part: str, target: Target) -> Iterator[GivenSchedule]:
    """Yield other values of one key of a schedule, or of its part: one of each key, then more."""
    keys = forcible(op, own, part)
    found: dict[str, list[int | tuple[int, ...]]] = {}
    if "register" in keys:
        found["register"] = [*other_registers(op, own, target)]
    if "block" in keys:
        found["block"] = [*other_blocks(op, own)]
    for key in keys:
        if key in FLAGS and key not in OF_THREADS:
            found[key] = [not getattr(own, key)]
        elif key in MAY_BE_ZERO and getattr(own, key):
            found[key] = [0]
    if "epilogue_vectors" in keys and own.epilogue_vectors:
        found["epilogue_vectors"] = [n for n in VECTORS_IN_TURN if n != own.epilogue_vectors]
    for values in zip_longest(*found.values()):
        for key, value in zip(found, values, strict=True):
            if value is not None:
                yield {key: value}


def other_blocks(op: ScheduledOp, own: Schedule) -> Iterator[int]:
    """Yield blocks that are smaller, and larger unless all tiles are in one."""
    most = -(-max(pixel_counts(op)) // max(own.register[:1], default=1))
    block = min(own.block, most)
    for factor in FACTORS:
        if block < most:
            yield block * factor
        if block >= factor:
            yield block // factor


def other_registers(op: ScheduledOp, own: Schedule, target: Target) -> list[tuple[int, ...]]:
    """Return register tiles about as large as a layer's own, the most alike in size first."""
    size = prod(own.register)
    widths = pixel_counts(op)
    vectors = range(1, min(MOST_VECTORS, output_vectors(op, target)) + 1)
    found: dict[tuple[int, ...], None] = {}
    for count in vectors if len(own.register) > 1 else (1,):
        most = (target.registers - 1) // count - 1
        tiles = {most, most - 1, most - 2, *own.register[:1]}
        tiles |= {-(-width // -(-width // most)) for width in widths if most > 0}
        tiles |= {-(-width // parts) for width in widths for parts in PARTS}
        tiles = {pixels for pixels in tiles if 0 < pixels <= min(most, max(widths))}
        for pixels in tiles:
            found[(pixels, count) if len(own.register) > 1 else (pixels,)] = None
    found.pop(own.register, None)
    ranked = sorted(found, key=lambda r: (abs(prod(r) - size), r))
    return ranked[:MOST_REGISTERS]


def pixel_counts(op: ScheduledOp) -> tuple[int, ...]:
    """Return the lengths that pixel tiles may divide: of a row, and of all rows of an output."""
    shape = shape_of(op.results[0])
    if not isinstance(op, ScheduledConvolution):
        return (prod(shape[:-1]),)
    is_by_rows = op.chosen_algorithm is Algorithm.DEPTHWISE
    return (shape[-1],) if is_by_rows else (shape[-1], prod(shape[1:]))


def output_vectors(op: ScheduledOp, target: Target) -> int:
    """Return the number of output vectors."""
    shape = shape_of(op.results[0])
    outputs = shape[0] if isinstance(op, ScheduledConvolution) else shape[-1]
    return -(-outputs // target.lanes)


def merged(given: GivenSchedule, change: GivenSchedule) -> GivenSchedule:
    """Return entries with some replaced, those of parts one by one."""
    result = dict(given)
    for key, value in change.items():
        old = result.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        result[key] = merged(old, value) if both else value  # pyright: ignore
    return result


def is_possible(op: ScheduledOp, own: Schedule, given: GivenSchedule, target: Target) -> bool:
    """Return whether kernels of a layer can be computed with these entries."""
    try:
        return forced(op, own, given, target) != own
    except OperationError:
        return False
