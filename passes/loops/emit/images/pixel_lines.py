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
    def of(cls, b: LoopBuilder, op: KernelOp, size: Sequence[int], first: int = 1) -> PixelLines:
        """
        Return the pixels of a kernel that has such axes of them from the `first` on: lines from the
        last axis on known at run time, of as many of the first axis as it tells.
        """
        bounded = [d for d in range(len(size)) if op.is_bounded(first + d)]
        split = bounded[-1] if bounded else 0
        end = b.extent(op, first + split, size[split]) if size else 1
        lines = b.mul(b.extent(op, first, size[0]), prod(size[1:split])) if split else 1
        end = b.mul(end, prod(size[split + 1 :]))
        return cls(prod(size), lines, prod(size[split:]), end)

    def place(self, b: LoopBuilder, unit: Index) -> tuple[Index, Index]:
        """
        Return the plane of a line that is numbered through all planes, and its first pixel in it.
        """
        return b.div(unit, self.count), b.mul(b.rem(unit, self.count), self.most)
