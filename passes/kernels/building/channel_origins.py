"""Trace the channels of packed tensors back through gathers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import Rewriter

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.structure import ConcatBuffersOp, GatherChannelsOp
from ...common.locations import fuse_locations
from .erase_unused import erase_unused

SourceChannel = tuple[SSAValue, int]
"""A packed tensor and the index of one of its channels."""


@dataclass(frozen=True)
class Origins:
    """The origins of channels."""

    sources: list[SourceChannel]
    through: list[Operation]
    """The gathers and concatenations that moved them, last ones first."""


def compose_gathers(block: Block) -> None:
    """Make gathers read the origins of channels that earlier ops gathered or concatenated."""
    for op in [op for op in block.ops if isinstance(op, GatherChannelsOp)]:
        found = origins(sources_of(op))
        if found.through:
            composed = GatherChannelsOp.of(found.sources, op.outputs[0])
            composed.bounds = op.bounds
            composed.location = fuse_locations(op, *found.through)
            Rewriter.replace_op(op, composed)
    erase_unused(block)


def sources_of(op: GatherChannelsOp) -> list[SourceChannel]:
    """Return the source of every channel of the result of a gather."""
    inputs = list(op.inputs)
    return [(inputs[i], channel) for i, channel in op.sources()]


def origins(sources: Sequence[SourceChannel]) -> Origins:
    """Return the origins of channels before gathers, and concatenations of gathered parts."""
    found, through = list(sources), dict[Operation, None]()
    while True:
        owners = dict.fromkeys(value.owner for value, _ in found)
        before = [op for op in owners if isinstance(op, GatherChannelsOp) or holds_gathered(op)]
        if not before:
            return Origins(found, list(through))
        through.update(dict.fromkeys(before))
        gathers = {op: sources_of(op) for op in before if isinstance(op, GatherChannelsOp)}
        found = [one_before(*source, gathers) for source in found]


def one_before(
    value: SSAValue, channel: int, gathers: Mapping[GatherChannelsOp, list[SourceChannel]]
) -> SourceChannel:
    """Return a channel's source before the op, given the sources of gathers."""
    owner = value.owner
    if isinstance(owner, GatherChannelsOp):
        return gathers[owner][channel]
    if holds_gathered(owner):
        for part in owner.operands:
            blocks, *_, lanes = buffer_shape(part)
            if channel < blocks * lanes:
                return part, channel
            channel -= blocks * lanes
    return value, channel


def holds_gathered(op: Operation | Block) -> TypeGuard[ConcatBuffersOp]:
    """Return whether an op is a concatenation with a gathered part."""
    if not isinstance(op, ConcatBuffersOp):
        return False
    return any(isinstance(value.owner, GatherChannelsOp) for value in op.inputs)
