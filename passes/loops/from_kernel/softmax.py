"""Softmax, along rows or across them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.softmax import SoftmaxKernelOp
from ....dialects.target.records import Target
from ...common.target import lanes_for
from ..emit.builder import Index, LoopBuilder
from ..emit.vector_math import exp_of_negative
from . import loops

LOWEST = -3.4028234663852886e38
"""The most negative float32; a maximum begins here."""


@loops.register(SoftmaxKernelOp)
def softmax(b: LoopBuilder, op: SoftmaxKernelOp, target: Target) -> None:
    """Each column (element of the inner axis) is a softmax by itself; vectors span columns."""
    outer, count, inner = buffer_shape(op.inputs[0])
    lanes = lanes_for(target, op.inputs[0].type)
    if inner == 1:
        b.parallel(outer, lambda o: row(b, op, b.mul(o, count), count, lanes))
        return
    whole, rest = divmod(inner, lanes)

    def columns(o: Index) -> None:
        at = b.mul(o, count * inner)

        def whole_column(v: Index) -> None:
            column(b, op, b.add(at, b.mul(v, lanes)), count, inner, lanes, lanes)

        b.loop(0, whole, 1, whole_column)
        if rest:
            column(b, op, b.add(at, whole * lanes), count, inner, lanes, rest)

    b.parallel(outer, columns)


def column(
    b: LoopBuilder, op: SoftmaxKernelOp, at: Index, count: int, inner: int, lanes: int, width: int
) -> None:
    """`width` neighbouring columns, from element `at` on; their elements are `inner` apart."""
    x, y = op.inputs[0], op.outputs[0]
    type = b.vector(x, lanes)

    def largest(i: Index, best: SSAValue) -> list[SSAValue]:
        return [b.maxf(best, b.load(x, b.add(at, b.mul(i, inner)), 0, lanes, width))]

    (highest,) = b.loop(0, count, 1, largest, [b.constant(LOWEST, type)])

    def exponential(i: Index, total: SSAValue) -> list[SSAValue]:
        place = b.add(at, b.mul(i, inner))
        value = exp_of_negative(b, b.subf(b.load(x, place, 0, lanes, width), highest))
        b.store(value, y, place, 0, width)
        return [b.addf(total, value)]

    (total,) = b.loop(0, count, 1, exponential, [b.constant(0.0, type)])
    scale = b.divf(b.constant(1.0, type), total)

    def divide(i: Index) -> None:
        place = b.add(at, b.mul(i, inner))
        b.store(b.mulf(b.load(y, place, 0, lanes, width), scale), y, place, 0, width)

    b.loop(0, count, 1, divide)


def row(b: LoopBuilder, op: SoftmaxKernelOp, at: Index, count: int, lanes: int) -> None:
    """One contiguous softmax: whole vectors, then single elements."""
    x, y = op.inputs[0], op.outputs[0]
    whole = count // lanes * lanes

    def over(
        body: Callable[[Index, int, Sequence[SSAValue]], Sequence[SSAValue]],
        start: float,
        kind: str,
    ) -> SSAValue:
        """Accumulate over vectors, then over the elements that are left."""

        def step(width: int) -> Callable[..., Sequence[SSAValue]]:
            return lambda i, total: body(b.add(at, i), width, [total])

        vector = b.loop(0, whole, lanes, step(lanes), [b.constant(start, b.vector(x, lanes))])
        scalar = b.loop(whole, count, 1, step(1), [b.constant(start, b.vector(x, 1))])
        if not whole:
            return scalar[0]
        combine = b.maxf if kind == "max" else b.addf
        return combine(b.reduce(kind, vector[0]), scalar[0])

    def largest(place: Index, width: int, best: Sequence[SSAValue]) -> Sequence[SSAValue]:
        return [b.maxf(best[0], b.load(x, place, 0, width))]

    highest = over(largest, LOWEST, "max")

    def exponential(place: Index, width: int, total: Sequence[SSAValue]) -> Sequence[SSAValue]:
        value = exp_of_negative(b, b.subf(b.load(x, place, 0, width), b.splat(highest, width)))
        b.store(value, y, place, 0)
        return [b.addf(total[0], value)]

    total = over(exponential, 0.0, "add")
    scale = b.divf(b.constant(1.0, total.type), total)

    def divide(width: int) -> Callable[[Index], None]:
        def body(i: Index) -> None:
            place = b.add(at, i)
            b.store(b.mulf(b.load(y, place, 0, width), b.splat(scale, width)), y, place, 0)

        return body

    b.loop(0, whole, lanes, divide(lanes))
    b.loop(whole, count, 1, divide(1))
