"""
Choose between layers that serve all items at once, and item by item.

Item by item, blobs stay in the caches, but weights are read again for each; all at once, it is the
reverse. Neither matters where computing takes longer than reading.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, prod

from xdsl.ir import SSAValue

from ....dialects.element_types import element_bytes, element_of
from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.internal.weight import WeightOp
from ....dialects.ncnn.layers.convolution import ConvolutionOp
from ....dialects.ncnn.layers.elementwise import ElementwiseOp
from ....dialects.ncnn.shapes import shape_of
from ....dialects.target.records import Target
from .rules import rules

MOVES = 3
"""Number of copies of a blob when separate items are stacked, or the reverse."""
WINOGRAD_SAVING = 4
"""By what F(4,3) has less multiply-adds, and more weights, than a 3x3 kernel."""


@dataclass(frozen=True)
class Machine:
    """The limits of a layer: multiply-adds of one core, and bytes from memory per cycle."""

    multiply_adds: float
    bytes: float
    cache: int
    """Bytes of the cache in which a layer should find its blobs."""

    @classmethod
    def of(cls, target: Target) -> Machine:
        costs = target.costs
        per_pass = target.lanes * costs.pipes / costs.passes(target.isa.vector_bytes)
        return cls(per_pass, costs.memory_bandwidth, target.l2_bytes)


@dataclass(frozen=True)
class Work:
    """The work of a layer for one item, in multiply-adds and bytes; 0 if it will be fused."""

    multiply_adds: int
    blobs: int
    weights: int
    result: int
    can_stack: bool = True
    """True if there is a rule to serve all items at once."""

    @classmethod
    def of(cls, op: NcnnOp, batched: Container[SSAValue]) -> Work:
        """The work of a layer, of whose operands these are blobs that each item has."""
        blobs = [v for v in op.operands if v in batched]
        result = sum(map(size_of, op.results))
        stacks = rules.find(type(op)) is not None
        if isinstance(op, ElementwiseOp):
            return cls(0, 0, 0, result, stacks)
        saving = WINOGRAD_SAVING if is_winograd(op) else 1
        return cls(
            op.multiply_adds() // saving,
            sum(map(size_of, blobs)) + result,
            sum(size_of(v) for v in op.operands if isinstance(v.owner, WeightOp)) * saving,
            result,
            stacks,
        )

    def cycles_apart(self, size: int, machine: Machine) -> float:
        """One item after the other, whose blobs are in the cache."""
        computing = self.multiply_adds / machine.multiply_adds
        return size * max(computing, self.weights / machine.bytes)

    def cycles_stacked(self, size: int, machine: Machine) -> float:
        """All items at once, whose blobs may be too much for the cache."""
        if not self.can_stack:
            return inf
        blobs = size * self.blobs if size * self.blobs > machine.cache else 0
        computing = size * self.multiply_adds / machine.multiply_adds
        return max(computing, (self.weights + blobs) / machine.bytes)


def is_winograd(op: NcnnOp) -> bool:
    """Return whether a convolution is probably computed by a Winograd algorithm."""
    if not isinstance(op, ConvolutionOp) or op.kernel_shape != (3, 3):
        return False
    return {*op.along_axes("stride"), *op.along_axes("dilation")} == {1}


def size_of(value: SSAValue) -> int:
    """Bytes of a tensor."""
    return prod(shape_of(value)) * element_bytes(element_of(value.type))


def choose_stacked(layers: Sequence[Work], size: int, machine: Machine) -> list[bool]:
    """Choose by the fastest chain which layers serve all items; changing state moves the blobs."""
    costs = {False: 0.0, True: 0.0}
    came_from: list[dict[bool, bool]] = []
    before = 0
    for layer in layers:
        change = MOVES * size * before / machine.bytes
        own = {
            False: layer.cycles_apart(size, machine),
            True: layer.cycles_stacked(size, machine),
        }
        step = {s: s if costs[s] <= costs[not s] + change else not s for s in (False, True)}
        costs = {s: costs[step[s]] + change * (step[s] != s) + own[s] for s in (False, True)}
        came_from.append(step)
        before = layer.result
    state = costs[True] < costs[False]
    chosen: list[bool] = []
    for step in reversed(came_from):
        chosen.append(state)
        state = step[state]
    return chosen[::-1]


def runs(stacked: Sequence[bool]) -> list[range]:
    """The layers in a row that are served alike."""
    ends = [i for i, (a, b) in enumerate(pairwise(stacked), 1) if a != b]
    return [range(a, b) for a, b in pairwise([0, *ends, len(stacked)]) if a < b]
