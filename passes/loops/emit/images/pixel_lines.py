"""Pixels of blocks of channels as lines, each of which lies in one piece and may end early."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from .....dialects.kernel.base import KernelOp
from ..building.builder import Index, LoopBuilder


@dataclass(frozen=True)
class PixelLines:
    """`count` lines of a plane, `most` pixels apart, of which each has pixels up to `end`."""

    plane: int
    count: Index
    most: int
    end: Index

    @classmethod
    def of(cls, b: LoopBuilder, op: KernelOp, size: Sequence[int]) -> PixelLines:
        """
        The pixels of a kernel that has such axes of them behind its blocks of channels: lines from
        the last axis on that a run tells, of as many of the first axis as it tells.
        """
        bounded = [d for d in range(len(size)) if op.is_bounded(d + 1)]
        split = bounded[-1] if bounded else 0
        end = b.extent(op, split + 1, size[split]) if size else 1
        lines = b.mul(b.extent(op, 1, size[0]), prod(size[1:split])) if split else 1
        end = b.mul(end, prod(size[split + 1 :]))
        return cls(prod(size), lines, prod(size[split:]), end)
