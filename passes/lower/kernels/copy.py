"""Copies, a vector at a time."""

from __future__ import annotations

from math import prod

from ....dialects.kernel.base import shape
from ....dialects.kernel.copy import CopyOp
from ....dialects.ncnn.attributes import TargetAttr
from ...support.builder import LoopBuilder
from . import loops

CHUNK = 1 << 12
"""Elements that one iteration of the parallel loop copies."""


@loops.register(CopyOp)
def copy(b: LoopBuilder, op: CopyOp, target: TargetAttr) -> None:
    """Chunks of vectors; the last vector of all may be partial."""
    x, y = op.inputs[0], op.outputs[0]
    lanes, total = target.lanes.data, prod(shape(x))
    whole = total // lanes * lanes

    def chunk(i) -> None:
        first = b.mul(i, CHUNK)
        last = b.min(b.add(first, CHUNK), whole)
        b.loop(first, last, lanes, lambda at: b.store(b.load(x, at, 0, lanes), y, at, 0))

    if whole:
        b.parallel(-(-whole // CHUNK), chunk)
    if total % lanes:
        rest = total % lanes
        b.store(b.load(x, whole, 0, lanes, rest), y, whole, 0, rest)
