"""Lower normalization of channel groups: one pass for mean and variance, one for the result."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.ir import Attribute, SSAValue

from ....dialects.element_types import lanes_of
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.normalize_groups import NormalizeGroupsKernelOp, blocks_of_groups
from ....dialects.target.records import Target
from ...common.target import lanes_for, vector_length
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.inline_body import inline_body
from ..emit.building.vector_math import guarded_reciprocal_root
from ..emit.images.pixel_lines import PixelLines
from ..emit.rows.run import ElementRun, LinesRun, run_of
from . import loops
from .reduction import reciprocal


@loops.register(NormalizeGroupsKernelOp)
def normalize_groups(b: LoopBuilder, op: NormalizeGroupsKernelOp, target: Target) -> None:
    """Normalize groups while they are cached, or divide channels among threads."""
    kernel = NormalizeGroupsLoops(b, op, lanes_for(target, op.inputs[0].type))
    if kernel.scratch is None:
        b.parallel(kernel.blocks, kernel.channels)
        return
    if op.shares_vectors is not None:
        b.parallel(kernel.blocks, kernel.sum_up)
        b.parallel(op.groups.value.data, kernel.combine)
        b.parallel(kernel.blocks, kernel.normalize)
    else:
        b.parallel(kernel.blocks // kernel.unit_blocks, kernel.unit)


class NormalizeGroupsLoops:
    """
    The loops of one normalisation, block by block.

    Packed blocks have a channel in each lane; plain blocks have one channel, with pixels in lanes.
    Statistics of a channel are its mean and sum of squares, and later the mean and factor of its
    group: vectors for a packed block, scalars for a plain one.
    """

    def __init__(self, b: LoopBuilder, op: NormalizeGroupsKernelOp, target_lanes: int):
        self.b, self.op = b, op
        self.x, self.factor, self.term, *self.extras = op.inputs
        self.y, *scratch = op.outputs
        self.scratch = scratch[0] if scratch else None
        self.blocks, *pixels, self.lanes = buffer_shape(self.x)
        self.pixels, lines = prod(pixels), PixelLines.of(b, op, pixels)
        self.is_centred = op.centred is not None
        self.per_group = op.channels_per_group
        self.length = self.pixels * self.lanes
        pitch = lines.most * self.lanes
        lengths = pitch, b.mul(lines.end, self.lanes)
        line = run_of(b, self.x, lengths, self.lanes if self.lanes > 1 else target_lanes)
        self.run = line if isinstance(line, ElementRun) else LinesRun(line, lines.count, pitch)
        end = b.mul(lines.count, lines.end)
        self.dynamic = None if isinstance(end, int) else reciprocal(b, end)
        """Reciprocal of the number of pixels, if it is dynamic."""
        self.channel_lanes = vector_length(self.per_group, target_lanes)

    @property
    def unit_blocks(self) -> int:
        """Return the least number of blocks that consist of whole groups."""
        return blocks_of_groups(self.blocks, self.lanes, self.per_group)

    # Work that is shared ------------------------------------------------------------------------

    def channels(self, block: Index) -> None:
        """Normalize a block whose channels are each a group."""
        mean, squares = self.statistics(block)
        factor = self.b.load(self.factor, self.b.mul(block, self.lanes), 0, self.lanes)
        self.store(block, mean, self.b.mulf(self.scale(squares), factor))

    def unit(self, unit: Index) -> None:
        """Normalize blocks of whole groups."""
        b, blocks = self.b, self.unit_blocks
        groups = min(blocks * self.lanes // self.per_group, self.op.groups.value.data)
        first = b.mul(unit, blocks)
        b.loop(0, blocks, 1, lambda i: self.sum_up(b.add(first, i)))
        b.loop(0, groups, 1, lambda i: self.combine(b.add(b.mul(unit, groups), i)))
        b.loop(0, blocks, 1, lambda i: self.normalize(b.add(first, i)))

    def sum_up(self, block: Index) -> None:
        """Store mean and sum of squares of a block's channels."""
        mean, squares = self.statistics(block)
        self.note(self.b.mul(block, self.lanes), mean, squares)

    def normalize(self, block: Index) -> None:
        """Normalize a block by the stored statistics of its channels."""
        b, scratch = self.b, self.scratch
        assert scratch is not None
        channel = b.mul(block, self.lanes)
        mean = b.load(scratch, channel, 0, self.lanes) if self.is_centred else None
        self.store(block, mean, b.load(scratch, channel, self.noted, self.lanes))

    # Statistics ----------------------------------------------------------------------------------

    @property
    def noted(self) -> int:
        """Return the number of channels with statistics, including padding."""
        return self.blocks * self.lanes

    def note(
        self,
        channel: Index,
        mean: SSAValue | None,
        other: SSAValue,
        partial: int | None = None,
    ) -> None:
        """Store the mean and another number of channels."""
        assert self.scratch is not None
        if mean is not None:
            self.b.store(mean, self.scratch, channel, 0, partial)
        self.b.store(other, self.scratch, channel, self.noted, partial)

    def by_channel(self, total: SSAValue) -> SSAValue:
        """Return the sum for each channel of a block."""
        return total if self.lanes > 1 else self.b.reduce("add", total)

    def to_vector(self, value: SSAValue) -> SSAValue:
        """Return the values of a block's channels, for each lane."""
        return value if self.lanes > 1 else self.b.splat(value, self.run.width)

    def statistics(self, block: Index) -> tuple[SSAValue | None, SSAValue]:
        """
        Return mean (None for 0) and sum of squared differences to it of a block's channels.

        The shift is the mean of some elements: `sum (x - m)^2 = q - s^2 / n`, where q and s sum
        `(x - shift)^2` and `x - shift`.
        """
        b, at = self.b, self.b.mul(block, self.length)
        if not self.is_centred:
            (total,) = self.run.totals(at, 1, lambda sums, v: [b.fma(v, v, sums[0])])
            return None, self.by_channel(total)
        sample, count = self.sample
        (total,) = sample.totals(at, 1, lambda sums, v: [b.addf(sums[0], v)])
        shift = self.over_pixels(self.by_channel(total), count)
        vector = self.to_vector(shift)

        def add(sums: Sequence[SSAValue], v: SSAValue) -> list[SSAValue]:
            difference = b.subf(v, vector)
            return [b.addf(sums[0], difference), b.fma(difference, difference, sums[1])]

        total, squares = map(self.by_channel, self.run.totals(at, 2, add))
        rest = self.over_pixels(total, self.pixels)
        variance = b.subf(squares, b.mulf(total, rest))
        return b.addf(shift, rest), b.maxf(variance, b.constant(0.0, variance.type))

    @property
    def sample(self) -> tuple[ElementRun | LinesRun, int]:
        """Return the elements whose mean is the shift, and their number of pixels."""
        if self.op.sample is None:
            return self.run, self.pixels
        count = self.op.sample.value.data
        return ElementRun(self.b, self.x, count, self.run.width), count // self.lanes

    def over_pixels(self, value: SSAValue, count: int) -> SSAValue:
        """Return a sum divided by the number of pixels, static or dynamic."""
        if self.dynamic is None:
            return self.over(value, count)
        return self.b.mulf(value, self.b.splat(self.dynamic, lanes_of(value.type)))

    def over(self, value: SSAValue, count: int) -> SSAValue:
        """Return a sum divided by the number of its terms."""
        return self.b.mulf(value, self.b.constant(1.0 / count, value.type))

    def combine(self, group: Index) -> None:
        """Combine means m_i, squares q_i of channels by `sum (q_i + n (m_i - m)^2)`."""
        b, scratch = self.b, self.scratch
        assert scratch is not None
        first = b.mul(group, self.per_group)
        run = ElementRun(b, scratch, self.per_group, self.channel_lanes)

        def add(sums: Sequence[SSAValue], v: SSAValue) -> list[SSAValue]:
            return [b.addf(sums[0], v)]

        (total,) = run.totals(b.add(first, self.noted), 1, add)
        squares, mean = b.reduce("add", total), None
        if self.is_centred:
            (total,) = run.totals(first, 1, add)
            mean = b.splat(self.over(b.reduce("add", total), self.per_group), run.width)
            (total,) = run.totals(first, 1, lambda sums, v: [self.add_square(sums[0], v, mean)])
            between = b.reduce("add", total)
            squares = b.fma(between, self.pixel_count(between.type), squares)
        scale = b.splat(self.scale(squares), run.width)

        def note(i: Index, partial: int | None) -> None:
            channel = b.add(first, i)
            factor = b.load(self.factor, channel, 0, run.width, partial)
            self.note(channel, mean, b.mulf(scale, factor), partial)

        run.each(note)

    def pixel_count(self, type: Attribute) -> SSAValue:
        """Return the number of pixels of a channel, as a float."""
        if self.dynamic is None:
            return self.b.constant(self.pixels, type)
        return self.b.divf(self.b.constant(1.0, type), self.dynamic)

    def add_square(self, total: SSAValue, value: SSAValue, mean: SSAValue) -> SSAValue:
        """Return `total + (value - mean)^2`."""
        difference = self.b.subf(value, mean)
        return self.b.fma(difference, difference, total)

    def scale(self, squares: SSAValue) -> SSAValue:
        """Return the factor of a group, from its sum of squares."""
        op = self.op
        if op.summed is None:
            count = self.per_group if self.dynamic is not None else self.per_group * self.pixels
            squares = self.over(squares, count)
            if self.dynamic is not None:
                squares = self.over_pixels(squares, self.pixels)
        return guarded_reciprocal_root(self.b, squares, op.eps.value.data, op.guard.data)

    # Results -------------------------------------------------------------------------------------

    def store(self, block: Index, mean: SSAValue | None, scale: SSAValue) -> None:
        """Store the result of a block, given means (None: 0) and factors of its channels."""
        b, width = self.b, self.run.width
        at, channel = b.mul(block, self.length), b.mul(block, self.lanes)

        def parameter(base: SSAValue) -> SSAValue:
            return self.to_vector(b.load(base, channel, 0, self.lanes))

        shift = None if mean is None else self.to_vector(mean)
        scale, term = self.to_vector(scale), parameter(self.term)
        is_whole = [prod(buffer_shape(v)) == self.blocks * self.length for v in self.extras]
        known = [
            None if whole else parameter(v) for v, whole in zip(self.extras, is_whole, strict=True)
        ]

        def vector(i: Index, partial: int | None) -> None:
            place = b.add(at, i)
            value = b.load(self.x, place, 0, width, partial)
            if shift is not None:
                value = b.subf(value, shift)
            value = b.fma(value, scale, term)
            if self.op.epilogue is not None:
                others = [
                    b.load(v, place, 0, width, partial) if k is None else k
                    for v, k in zip(self.extras, known, strict=True)
                ]
                (value,) = inline_body(b, self.op.epilogue.block, [value, *others])
            b.store(value, self.y, place, 0, partial)

        self.run.each(vector)
