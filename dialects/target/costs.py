"""
Assumed throughput and caches of one core.

Nothing of xDSL is imported here.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Caches:
    """Units: bytes, of the caches that one core may count on."""

    line: int
    l1_way: int
    """Addresses so far apart, or a multiple of it, share a set of the first-level cache."""
    l2: int
    """L2 size that a kernel may assume unless the target's name gives one."""
    l3: int


@dataclass(frozen=True)
class Costs:
    """
    Throughput of one core in the cost model.

    Estimates are compared with each other, never with a clock: a usual CPU of the ISA will do.
    """

    pipes: int
    """Multiply-adds that begin in one cycle, and loads."""
    pipe_bytes: int
    """Bytes of vectors that these take at once; wider vectors take several."""
    instructions: int
    """Instructions that the front end delivers."""
    multiply_add_latency: int
    """Cycles from a multiply-add to the next one on the same accumulator."""
    memory_bytes: int
    """Bytes that come from memory, as weights do: of one layer they seldom outlive the others."""

    def passes(self, bytes: int) -> int:
        """Return the number of cycles that a vector occupies a pipe."""
        return max(-(-bytes // self.pipe_bytes), 1)
