"""Join buffers in memory, so that one kernel reads them as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

from xdsl.dialects import tensor
from xdsl.dialects.builtin import TensorType
from xdsl.dialects.func import ReturnOp
from xdsl.dialects.linalg.ops import GenericOp
from xdsl.ir import Block, Operation, OpResult, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ....dialects.element_types import element_of
from ....dialects.kernel.base import KernelOp, buffer_shape
from ....dialects.kernel.structure import ConcatBuffersOp, ViewOp


@dataclass(frozen=True)
class Joined:
    """A tensor that contains several others, and their start indices along its outermost axis."""

    value: SSAValue
    starts: tuple[int, ...]


@dataclass
class JoinedBuffers:
    """Build concatenations of packed tensors without a copy; existing ones become parts."""

    holders: dict[SSAValue, list[Operation]]
    """Memory -> the concatenations and returns that contain it: it cannot be moved elsewhere."""
    whole_of: dict[SSAValue, tuple[SSAValue, int]] = field(default_factory=dict)
    """Joined memory -> the concatenation that contains it, and the start along its first axis."""
    made: set[SSAValue] = field(default_factory=set)
    """The concatenations created here."""

    @classmethod
    def of(cls, block: Block) -> JoinedBuffers:
        """Find the joinable values of a function."""
        holders: dict[SSAValue, list[Operation]] = {}
        for op in block.ops:
            if isinstance(op, ConcatBuffersOp | ReturnOp):
                for value in op.operands:
                    holders.setdefault(memory_of(value), []).append(op)
        return cls(holders)

    def join(self, values: Sequence[SSAValue], before: Operation) -> Joined | None:
        """Return a tensor that contains these values; None if a value would have to be copied."""
        if len(values) == 1:
            return Joined(values[0], (0,))
        if len({buffer_shape(value)[1:] for value in values}) > 1:
            return None
        if not all(covers_memory(value) for value in values):
            return None
        parts = {self._outermost(memory_of(v))[0]: v for v in values}
        if any(self._is_held(memory, before) or not is_movable(memory) for memory in parts):
            return None
        if len(parts) > 1:
            # Memory that was joined before is joined as a whole.
            self._concatenate([m if m in self.made else v for m, v in parts.items()], before)
        places = [self._outermost(memory_of(value)) for value in values]
        return Joined(places[0][0], tuple(start for _, start in places))

    def forget(self, holder: Operation) -> None:
        """Allow the operands of an op without readers to be moved."""
        for value in holder.operands:
            holders = self.holders.get(memory_of(value), [])
            holders[:] = [op for op in holders if op is not holder]

    def _is_held(self, memory: SSAValue, but_for: Operation) -> bool:
        """Return whether an op other than `but_for` holds the memory."""
        return any(holder is not but_for for holder in self.holders.get(memory, ()))

    def _outermost(self, memory: SSAValue) -> tuple[SSAValue, int]:
        """
        Return the largest concatenation that contains the memory, and the start along its first
        axis.
        """
        start = 0
        while memory in self.whole_of:
            memory, offset = self.whole_of[memory]
            start += offset
        return memory, start

    def _concatenate(self, parts: Sequence[SSAValue], before: Operation) -> None:
        """Concatenate tensors along the outermost axis."""
        blocks = sum(buffer_shape(part)[0] for part in parts)
        type = TensorType(element_of(parts[0].type), (blocks, *buffer_shape(parts[0])[1:]))
        whole = ConcatBuffersOp.build(operands=[parts], result_types=[type])
        whole.location = before.location
        Rewriter.insert_op(whole, InsertPoint.before(before))
        self.made.add(whole.result)
        start = 0
        for part in parts:
            self.whole_of[memory_of(part)] = (whole.result, start)
            start += buffer_shape(part)[0]


def memory_of(value: SSAValue) -> SSAValue:
    """
    Return the tensor that owns a value's memory: an argument, a weight, or the result of the op
    that allocates it.
    """
    match value.owner:
        case ViewOp():
            return memory_of(value.owner.source)
        case KernelOp() | GenericOp():
            assert isinstance(value, OpResult)  # the op is its owner
            return memory_of(value.owner.outputs[value.index])
        case _:
            return value


def covers_memory(value: SSAValue) -> bool:
    return prod(buffer_shape(value)) == prod(buffer_shape(memory_of(value)))


def is_movable(memory: SSAValue) -> bool:
    """Return whether memory is allocated by the function."""
    return isinstance(memory.owner, tensor.EmptyOp | ConcatBuffersOp)
