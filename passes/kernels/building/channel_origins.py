"""Where the channels of packed tensors come from, before gathers."""

from __future__ import annotations

from typing import TypeGuard

from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import Rewriter

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.structure import ConcatBuffersOp, GatherChannelsOp
from .erase_unused import erase_unused


def compose_gathers(block: Block) -> None:
    """Let gathers of what was gathered before, and concatenated, read where that comes from."""
    for op in [op for op in block.ops if isinstance(op, GatherChannelsOp)]:
        sources = [(op.inputs[i], channel) for i, channel in op.sources()]
        origins = [origin(*source) for source in sources]
        if origins != sources:
            composed = GatherChannelsOp.of(origins, op.outputs[0])
            composed.location = op.location
            Rewriter.replace_op(op, composed)
    erase_unused(block)


def origin(value: SSAValue, channel: int) -> tuple[SSAValue, int]:
    """Where a channel of a packed tensor comes from, before gathers and concatenations of them."""
    owner = value.owner
    if isinstance(owner, GatherChannelsOp):
        i, channel = owner.sources()[channel]
        return origin(owner.inputs[i], channel)
    if holds_gathered(owner):
        for part in owner.operands:
            blocks, *_, lanes = buffer_shape(part)
            if channel < blocks * lanes:
                return origin(part, channel)
            channel -= blocks * lanes
    return value, channel


def holds_gathered(op: Operation | Block) -> TypeGuard[ConcatBuffersOp]:
    """Whether an op is a concatenation with a part that was gathered."""
    if not isinstance(op, ConcatBuffersOp):
        return False
    return any(isinstance(value.owner, GatherChannelsOp) for value in op.inputs)
