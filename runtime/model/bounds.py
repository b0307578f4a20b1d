"""Describe bounds checks, and the failure that a run reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...dialects.entry_points import ArgumentRole, Failure
from ..errors import OutOfBoundsError, shortened


@dataclass(frozen=True)
class CheckedBuffer:
    """A buffer passed to a step."""

    role: str
    """The memory that contains it: `input`, `output`, `weights`, `arena` or `workspace`."""
    name: str
    """Name of the input, output or weight array; empty otherwise."""
    offset: int
    """Offset in the arena or the weights. Units: bytes."""

    def __str__(self) -> str:
        if self.name:
            return f"{self.role} '{shortened(self.name)}'"
        if self.role == ArgumentRole.ARENA:
            return f"the blob at byte {self.offset} of the arena"
        return f"the {self.role}"


@dataclass(frozen=True)
class BoundsChecks:
    """Metadata of a program with bounds checks."""

    failure_at: int
    """Offset in the arena where a failure is recorded. Units: bytes."""
    buffers: tuple[tuple[CheckedBuffer, ...], ...]
    """The buffers of each step, in the order of its function's arguments."""

    def error(self, noted: Sequence[int], step: str, source: str) -> OutOfBoundsError:
        """Return the error for a recorded `Failure`; `step` names its step."""
        buffer = self.buffers[noted[Failure.STEP]][noted[Failure.BUFFER]]
        verb = "writes" if noted[Failure.WRITES] else "reads"
        first, last = noted[Failure.FIRST], noted[Failure.END] - 1
        return OutOfBoundsError(
            f"internal error: {source}: {step}: {verb} within bytes {first} to {last} of {buffer}, "
            f"which has bytes 0 to {noted[Failure.SIZE] - 1}; this is a bug, please report it"
        )
