"""The largest of several vectors, and which of them has it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from xdsl.ir import Attribute, SSAValue

from ..building.builder import Index, LoopBuilder


def best_plane(
    b: LoopBuilder,
    load: Callable[[Index], Sequence[SSAValue]],
    planes: tuple[int, int],
    types: Sequence[Attribute],
) -> list[tuple[SSAValue, SSAValue]]:
    """
    Return the largest elements of vectors `load(plane)` and the numbers of their planes, counted
    from the first of the range. Of equal elements the first counts, NaN is ignored.
    """
    one = b.constant(1.0, types[0])

    def compare(plane: Index, number: SSAValue, *carried: SSAValue) -> Sequence[SSAValue]:
        results = [b.addf(number, one)]
        for i, value in enumerate(load(plane)):
            best, label = carried[2 * i : 2 * i + 2]
            is_higher = b.compare_lanes("ogt", value, best)
            results += [b.select(is_higher, value, best), b.select(is_higher, number, label)]
        return results

    nothing = [b.constant(start, type) for type in types for start in (-inf, 0.0)]
    _, *found = b.loop(*planes, 1, compare, [b.constant(0.0, types[0]), *nothing])
    return list(zip(found[::2], found[1::2], strict=True))
