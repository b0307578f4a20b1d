"""Let convolutions read gathered channels in place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects.context import NcnncContext, ncnnc_context
from ...dialects.kernel.base import buffer_shape
from ...dialects.kernel.convolution import ConvolutionKernelOp
from ...dialects.kernel.structure import ConcatBuffersOp, GatherChannelsOp, ViewOp
from ..common.constants import stored_array
from ..common.locations import fuse_locations
from ..common.target import target_of
from .building.channel_origins import compose_gathers, holds_gathered, origins
from .building.erase_unused import erase_unused
from .building.joined_buffers import JoinedBuffers
from .building.kernel_builder import KernelBuilder


class FoldChannelGatherPass(ModulePass):
    """
    Fold a `kernel.gather_channels` into convolutions, which get a table of the offsets of their
    input channels. Convolutions by a direct kernel must be the only readers of the gather, or of a
    concatenation with it.

        %g = kernel.gather_channels ins(%a, %b) {channels = [0, 1048576, 1, ...]} ...
        %y = kernel.convolution ins(%g, %u) ...
        -> %x = kernel.concat %a, %b : tensor<4x28x28x16xf32>, ... -> tensor<8x28x28x16xf32>
           %t = ncnn.weight <"channel_table"> : tensor<1x58xi64>
           %y = kernel.convolution ins(%x, %u, %t) {gathered, ...} ...

    Each tile looks up each channel again. The property `table_vectors` of a kernel is the least
    number of gathered vectors for which this is faster; the pass removes it. Several inputs are
    joined in memory without a copy. The gather is kept if one of them cannot be moved, because it
    is part of another concatenation, a result or an argument.
    """

    name = "fold-channel-gather"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if isinstance(function, FuncOp) and not function.is_declaration:
                block = function.body.block
                compose_gathers(block)
                folding = GatherFolding(ncnnc_context(ctx), op, JoinedBuffers.of(block))
                folding.fold_all(block)


@dataclass
class GatherFolding:
    """Fold the gathers of one function."""

    ctx: NcnncContext
    module: ModuleOp
    joined: JoinedBuffers
    tables: dict[tuple[tuple[int, ...], ...], SSAValue] = field(default_factory=dict)
    """Constant tables by their rows."""

    def fold_all(self, block: Block) -> None:
        """
        Fold gathers in order, so that buffers joined for one gather are available to the next.
        """
        for op in list(block.ops):
            if isinstance(op, GatherChannelsOp) or holds_gathered(op):
                self.fold(op)
        erase_unused(block)
        for op in block.ops:
            if isinstance(op, ConvolutionKernelOp):
                op.table_vectors = None

    def fold(self, op: Operation) -> None:
        """Fold a gather, or a concatenation with one, into all its readers."""
        readers = convolutions_of(op.results[0])
        if not readers:
            return
        if sum(vectors_for_table(reader) for reader in readers) > gathered_vectors(op):
            return
        channels = 1 + max(row[-1] for reader in readers for row in self.summed_channels(reader))
        found = origins([(op.results[0], channel) for channel in range(channels)])
        inputs = list(dict.fromkeys(value for value, _ in found.sources))
        joined = self.joined.join(inputs, op)
        if joined is None:
            return
        self.joined.forget(op)
        starts = dict(zip(inputs, joined.starts, strict=True))
        places = [place_of(value, starts[value], channel) for value, channel in found.sources]
        for reader in readers:
            new = self.read_places(reader, joined.value, places)
            new.location = fuse_locations(new, *found.through)

    def read_places(
        self, op: ConvolutionKernelOp, source: SSAValue, places: Sequence[int]
    ) -> ConvolutionKernelOp:
        """Replace a convolution by one that reads channel c at `places[c]` of `source`."""
        k = self.builder_before(op)
        _, *size = buffer_shape(op.inputs[0])
        x = k.view(source, (buffer_shape(source)[0], *size))
        rows = tuple(tuple(places[c] for c in row) for row in self.summed_channels(op))
        if rows not in self.tables:
            self.tables[rows] = k.constant("channel_table", np.array(rows, np.int64))
        properties = {n: v for n, v in op.properties.items() if n not in REPLACED_PROPERTIES}
        new = ConvolutionKernelOp.make(
            [x, op.inputs[1], self.tables[rows], *op.inputs[op.epilogue_start :]],
            op.outputs,
            {**properties, "gathered": UnitAttr()},
            op.epilogue.clone() if op.epilogue is not None else None,
        )
        new.location = op.location
        Rewriter.replace_op(op, new)
        return new

    def summed_channels(self, op: ConvolutionKernelOp) -> list[range]:
        """Return the input channels that a convolution sums, for each group of output vectors."""
        count = op.channels.value.data
        if op.grouped is None:
            return [range(count)]
        table = stored_array(op.inputs[2], self.ctx.weights)
        assert table is not None, "the compiler makes the table itself"
        starts = table if table.ndim == 1 else table[0]
        return [range(int(start), int(start) + count) for start in starts]

    def builder_before(self, op: ConvolutionKernelOp) -> KernelBuilder:
        """Return a builder that inserts before a convolution."""

        def insert(new: Operation) -> None:
            new.location = op.location
            Rewriter.insert_op(new, InsertPoint.before(op))

        return KernelBuilder(self.ctx, target_of(self.module), insert)


REPLACED_PROPERTIES = ("operandSegmentSizes", "grouped", "table_vectors")


def convolutions_of(value: SSAValue) -> list[ConvolutionKernelOp]:
    """
    Return the convolutions that read all channels of a value, if it has no other readers and they
    need no gather; else none.
    """
    readers: list[ConvolutionKernelOp] = []
    for use in value.uses:
        match use.operation:
            case ViewOp() as view if keeps_blocks(view):
                inner = convolutions_of(view.result)
                if not inner and view.result.first_use is not None:
                    return []
                readers += inner
            case ConvolutionKernelOp() as op if use.index == 0 and vectors_for_table(op):
                readers.append(op)
            case _:
                return []
    return readers


def keeps_blocks(view: ViewOp) -> bool:
    source, result = buffer_shape(view.source), buffer_shape(view.result)
    same = (source[0], source[-1], prod(source)) == (result[0], result[-1], prod(result))
    return same and len(result) > 2


def vectors_for_table(op: ConvolutionKernelOp) -> int:
    """Return the least number of gathered vectors for a table; 0 for a kernel without tables."""
    return 0 if op.table_vectors is None else op.table_vectors.value.data


def gathered_vectors(op: Operation) -> int:
    """Return the number of vectors of a gather, or of gathers that only a concatenation reads."""
    values = list(op.results)
    if isinstance(op, ConcatBuffersOp):
        values = [value for value in dict.fromkeys(op.inputs) if value.has_one_use()]
    gathers = [value for value in values if isinstance(value.owner, GatherChannelsOp)]
    return sum(prod(buffer_shape(value)[:-1]) for value in gathers)


def place_of(value: SSAValue, start: int, channel: int) -> int:
    """Return a channel's offset from channel 0 of its pixel, from block `start` on."""
    _, *size, lanes = buffer_shape(value)
    return (start + channel // lanes) * prod(size) * lanes + channel % lanes
