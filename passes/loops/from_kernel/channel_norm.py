"""Lower normalization of columns: adjacent ones together, so that whole cache lines are read."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from xdsl.dialects import math
from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.channel_norm import NormalizeChannelsOp
from ....dialects.target.records import Target
from ...common.target import lanes_for
from ..emit.building.builder import Index, LoopBuilder
from ..emit.images.pixel_lines import PixelLines
from . import loops

MOST_TOGETHER = 8
"""Vectors of a group that are processed together: whole cache lines, and independent sums."""

Prepare = Callable[[SSAValue, int], SSAValue]
"""Function that returns the summand of a vector of the tile, given its number."""


@loops.register(NormalizeChannelsOp)
def normalize_channels(b: LoopBuilder, op: NormalizeChannelsOp, target: Target) -> None:
    """Normalize tiles of columns in parallel; the last tile may be narrower."""
    _, *pixels, pack = buffer_shape(op.inputs[0])
    width = pack if pack > 1 else lanes_for(target, op.inputs[0].type)
    lines = PixelLines.of(b, op, pixels)
    elements = lines.most * pack
    together = min(MOST_TOGETHER, -(-elements // width))
    whole, rest = divmod(elements, together * width)

    tiles = b.div_up(b.mul(lines.end, pack), together * width)

    def tile(unit: Index) -> None:
        line, i = (0, unit) if lines.count == 1 else (b.div(unit, tiles), b.rem(unit, tiles))
        start = b.add(b.mul(line, elements), b.mul(i, together * width))
        if rest:
            full = b.compare("slt", b.index(i), whole)
            b.when(
                full,
                lambda: ChannelNormLoops(b, op, width, together * width).normalize(start),
                lambda: ChannelNormLoops(b, op, width, rest).normalize(start),
            )
        else:
            ChannelNormLoops(b, op, width, together * width).normalize(start)

    b.parallel(b.mul(lines.count, tiles), tile)


class ChannelNormLoops:
    """The loops over groups of `elements` adjacent elements."""

    def __init__(self, b: LoopBuilder, op: NormalizeChannelsOp, width: int, elements: int):
        self.b, self.op, self.width = b, op, width
        self.x, *self.vectors = op.inputs
        self.y = op.outputs[0]
        self.groups, *pixels, self.pack = buffer_shape(self.x)
        self.stride = prod(pixels) * self.pack
        self.parts = [min(width, elements - at) for at in range(0, elements, width)]
        self.padding = self.groups * self.pack - op.channels.value.data
        """Lanes of the last group past the last channel."""

    def normalize(self, start: Index) -> None:
        """Normalize the elements from `start` of each group on."""
        b, type = self.b, self.b.vector(self.x, self.width)
        count = b.constant(1.0 / self.op.channels.value.data, type)
        means: list[SSAValue] | None = None
        if self.op.centred is not None:
            means = [b.mulf(s, count) for s in self.totals(start, lambda value, _: value)]

        def centred(value: SSAValue, part: int) -> SSAValue:
            return value if means is None else b.subf(value, means[part])

        def squared(value: SSAValue, part: int) -> SSAValue:
            difference = centred(value, part)
            return b.mulf(difference, difference)

        eps = b.constant(self.op.eps.value.data, type)
        scales = [
            b.divf(
                b.constant(1.0, type),
                b.float_op(math.SqrtOp, b.addf(b.mulf(total, count), eps)),
            )
            for total in self.totals(start, squared)
        ]

        def store(group: Index) -> None:
            parameters = [self.parameter(vector, group) for vector in self.vectors]
            for part, value in enumerate(self.loaded(start, group)):
                value = b.mulf(centred(value, part), scales[part])
                if len(parameters) == 2:
                    value = b.fma(value, *parameters)
                elif parameters:
                    value = b.mulf(value, parameters[0])
                at = b.add(start, b.mul(group, self.stride))
                b.store(value, self.y, at, part * self.width, self.parts[part])

        b.loop(0, self.groups, 1, store)

    def parameter(self, vector: SSAValue, group: Index) -> SSAValue:
        """Return the gains or shifts of a group."""
        if self.pack > 1:
            return self.b.load(vector, self.b.mul(group, self.pack), 0, self.pack)
        return self.b.broadcast(vector, group, 0, self.width)

    def loaded(self, start: Index, group: Index) -> list[SSAValue]:
        at = self.b.add(start, self.b.mul(group, self.stride))
        return [
            self.b.load(self.x, at, part * self.width, self.width, first)
            for part, first in enumerate(self.parts)
        ]

    def totals(self, start: Index, prepare: Prepare) -> list[SSAValue]:
        """Return the sums of `prepare` over all channels, in all lanes of a packed column."""
        b = self.b
        zero = b.constant(0.0, b.vector(self.x, self.width))

        def add(group: Index, *sums: SSAValue) -> list[SSAValue]:
            values = self.loaded(start, group)
            return [
                b.addf(total, prepare(value, part))
                for part, (total, value) in enumerate(zip(sums, values, strict=True))
            ]

        last = self.groups - bool(self.padding)
        sums = list(b.loop(0, last, 1, add, [zero] * len(self.parts)))
        if self.padding:
            values = [prepare(v, part) for part, v in enumerate(self.loaded(start, last))]
            sums = [
                b.addf(total, self.without_padding(value, zero))
                for total, value in zip(sums, values, strict=True)
            ]
        if self.pack == 1:
            return sums
        return [b.splat(b.reduce("add", total), self.width) for total in sums]

    def without_padding(self, value: SSAValue, zero: SSAValue) -> SSAValue:
        """Return a value with zeros in the lanes past the last channel."""
        kept = self.pack - self.padding
        lanes = [i if i < kept else self.pack + i for i in range(self.pack)]
        return self.b.shuffle(value, zero, lanes)
