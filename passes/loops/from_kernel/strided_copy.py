"""Copies between places known at run time: rows in vectors, of exactly the elements within."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from xdsl.ir.affine import AffineConstantExpr, AffineExpr

from ....dialects.kernel.strided_copy import StridedCopyOp
from ....dialects.target.records import Target
from ...common.target import lanes_for
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.shared_work import share_ranges
from ..emit.rows.row_copy import RowCopy
from . import loops


@dataclass(frozen=True)
class CopyAxis:
    """An axis of the box: its largest extent, its end, and what lies between two neighbours."""

    extent: int
    end: AffineExpr
    source: AffineExpr
    destination: AffineExpr


@loops.register(StridedCopyOp)
def strided_copy(b: LoopBuilder, op: StridedCopyOp, target: Target) -> None:
    """Threads share the outermost axis, or a single row."""
    extents = op.iteration_space()
    ends = map(AffineExpr.constant, extents) if op.bounds is None else op.bounds.data.results
    (source, *steps), (destination, *to_steps) = (
        places.data.results for places in (op.source, op.destination)
    )
    axes = merged([CopyAxis(*axis) for axis in zip(extents, ends, steps, to_steps, strict=True)])
    copy = _Copy(b, op, axes, lanes_for(target, op.inputs[0].type))
    at, to = b.affine(source), b.affine(destination)
    is_big = prod(extents) >= target.loops.shared_elements
    if len(axes) > 1 and is_big:
        b.parallel(copy.ends[0], lambda i: copy.level(1, *copy.advanced(0, i, at, to)))
    elif is_big:
        share_ranges(b, 1, copy.ends[0], lambda _, low, high: copy.row(at, to, low, high))
    else:
        copy.level(0, at, to)


def merged(axes: Sequence[CopyAxis]) -> list[CopyAxis]:
    """Return the axes but for those of one index, with neighbours merged where both sides allow."""
    found: list[CopyAxis] = []
    for axis in axes:
        outer = found[-1] if found else None
        if axis.extent == 1 and isinstance(axis.end, AffineConstantExpr):
            continue
        if outer is not None and is_walked_through(outer, axis):
            end = outer.end * axis.extent
            found[-1] = CopyAxis(outer.extent * axis.extent, end, axis.source, axis.destination)
        else:
            found.append(axis)
    one = AffineExpr.constant(1)
    return found or [CopyAxis(1, one, one, one)]


def is_walked_through(outer: CopyAxis, inner: CopyAxis) -> bool:
    """Return whether the next index of the outer axis lies behind all of the inner one."""
    if inner.end != AffineExpr.constant(inner.extent):
        return False
    pairs = ((outer.source, inner.source), (outer.destination, inner.destination))
    return all(
        isinstance(far, AffineConstantExpr)
        and isinstance(near, AffineConstantExpr)
        and far.value == near.value * inner.extent
        for far, near in pairs
    )


class _Copy:
    """The loops of one copy."""

    def __init__(self, b: LoopBuilder, op: StridedCopyOp, axes: Sequence[CopyAxis], lanes: int):
        self.b, self.x, self.y = b, op.inputs[0], op.outputs[0]
        self.ends = [b.affine(axis.end) for axis in axes]
        self.steps = [(b.affine(axis.source), b.affine(axis.destination)) for axis in axes]
        self.vectors = RowCopy(b, self.x, self.y, lanes)

    def advanced(self, d: int, i: Index, at: Index, to: Index) -> tuple[Index, Index]:
        """The places of index i of axis d."""
        source, destination = self.steps[d]
        return self.b.add(at, self.b.mul(i, source)), self.b.add(to, self.b.mul(i, destination))

    def level(self, d: int, at: Index, to: Index) -> None:
        """Copy the axes from d on."""
        if d == len(self.ends) - 1:
            self.row(at, to, 0, self.ends[d])
        else:
            self.b.loop(
                0, self.ends[d], 1, lambda i: self.level(d + 1, *self.advanced(d, i, at, to))
            )

    def row(self, at: Index, to: Index, low: Index, high: Index) -> None:
        """Copy the indices [low, high) of the last axis."""
        match self.steps[-1]:
            case (int(stride), 1) if stride > 0:
                self.vectors.copy(at, stride, to, low, high)
            case (0, 1):
                self.vectors.repeat(at, to, low, high)
            case _:
                self.b.loop(low, high, 1, lambda i: self.element(i, at, to))

    def element(self, i: Index, at: Index, to: Index) -> None:
        """Copy index i of the last axis."""
        source, destination = self.advanced(len(self.ends) - 1, i, at, to)
        self.b.store(self.b.load_for(self.y, self.x, source, 0, 1), self.y, destination, 0)
