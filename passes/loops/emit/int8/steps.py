"""Round rows to int8."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import math
from xdsl.ir import SSAValue

from .....dialects.int8_rounding import LARGEST_INT8, SMALLEST_SCALED
from ..building.builder import Index, LoopBuilder
from ..rows.row_copy import ElementConversion
from .products import unchanged
from .rounding import to_int8, to_whole


def quantize_row(
    b: LoopBuilder,
    source: tuple[SSAValue, Index],
    destination: tuple[SSAValue, Index],
    count: int,
    lanes: int,
    form: ElementConversion = unchanged,
) -> SSAValue:
    """
    Store `round(x * 127 / max |x|)`, halves away from zero, as i8 in a form; return the inverse
    scale.
    """

    def stored(scaled: SSAValue, scale: SSAValue) -> SSAValue:
        return form(b, to_int8(b, [scaled]))

    scale = store_steps(b, source, destination, count, lanes, stored)
    return b.divf(b.constant(1.0, scale.type), scale)


def round_row(
    b: LoopBuilder,
    source: tuple[SSAValue, Index],
    destination: tuple[SSAValue, Index],
    count: int,
    lanes: int,
    known: SSAValue | None = None,
) -> None:
    """Store `x` rounded to 127 steps of its largest magnitude, which may be given; see above."""

    def stored(scaled: SSAValue, scale: SSAValue) -> SSAValue:
        return b.divf(to_whole(b, scaled), scale)

    store_steps(b, source, destination, count, lanes, stored, known)


def store_steps(
    b: LoopBuilder,
    source: tuple[SSAValue, Index],
    destination: tuple[SSAValue, Index],
    count: int,
    lanes: int,
    stored: Callable[[SSAValue, SSAValue], SSAValue],
    known: SSAValue | None = None,
) -> SSAValue:
    """
    Store what is made of `x * scale` and the scale, `127 / max |x|`, and return the scale. The
    largest magnitude may be given.
    """
    (x, from_), (y, to) = source, destination
    type = b.vector(x, lanes)

    def over(
        body: Callable[[Index, int | None, Sequence[SSAValue]], Sequence[SSAValue]],
        inits: Sequence[SSAValue],
    ) -> Sequence[SSAValue]:
        def vector(i: Index, *values: SSAValue) -> Sequence[SSAValue]:
            return body(i, None, values)

        whole = count // lanes * lanes
        carried = b.loop(0, whole, lanes, vector, inits)
        return body(whole, count - whole, carried) if whole < count else carried

    def largest(i: Index, first: int | None, best: Sequence[SSAValue]) -> Sequence[SSAValue]:
        value = b.load(x, b.add(from_, i), 0, lanes, first)
        return [b.maxf(best[0], b.float_op(math.AbsFOp, value))]

    if known is None:
        most = b.reduce("max", over(largest, [b.constant(SMALLEST_SCALED, type)])[0])
    else:
        most = b.maxf(b.constant(SMALLEST_SCALED, known.type), known)
    scale = b.divf(b.constant(LARGEST_INT8, b.vector(x, 1)), most)
    factor = b.splat(scale, lanes)

    def store(i: Index, first: int | None, _: Sequence[SSAValue]) -> Sequence[SSAValue]:
        value = b.mulf(b.load(x, b.add(from_, i), 0, lanes, first), factor)
        b.store(stored(value, factor), y, b.add(to, i), 0, first)
        return []

    over(store, [])
    return scale
