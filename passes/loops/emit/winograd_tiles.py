"""The tiles of a Winograd convolution, and what its three stages have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.ir import SSAValue

from ....dialects.kernel.convolution import ConvolutionKernelOp, WinogradWorkspace
from .builder import Index, LoopBuilder
from .window import Window

ColumnRun = tuple[int, tuple[int, int]]
"""The end of a run of tile columns, and which columns [low, high) of each of its tiles exist."""


@dataclass(frozen=True)
class Slice:
    """A slice of the output, and the taps [first, end) through which it sees the input."""

    index: Index
    first: Index
    end: Index


@dataclass(frozen=True)
class TileBlock:
    """`count` tiles from number `first` on, which are worked on together."""

    first: Index
    count: Index


@dataclass(frozen=True)
class TilePlace:
    """Where a tile lies: the image, counted from the slice that the kernel works on, and in it."""

    image: Index
    row: Index
    column: Index


@dataclass(frozen=True)
class TileGrid:
    """Tiles of `m` x `m` outputs, numbered through the rows and columns of all images."""

    m: int
    images: int
    rows: int
    columns: int

    @classmethod
    def of(cls, op: ConvolutionKernelOp) -> TileGrid:
        """The tiles of a kernel's output; of a volume with a deep kernel, those of one slice."""
        m, out = op.algorithm.data.winograd_tile, op.extents(op.outputs[0])
        return cls(m, op.images, -(-out.height // m), -(-out.width // m))

    @property
    def side(self) -> int:
        """Rows and columns of the input that a tile sees."""
        return self.m + 2

    @property
    def total(self) -> int:
        """Tiles of all images."""
        return self.images * self.rows * self.columns

    def place(self, b: LoopBuilder, tile: Index) -> TilePlace:
        """The place of a tile."""
        image: Index = 0
        if self.images > 1:
            per_image = self.rows * self.columns
            image = b.div(tile, per_image)
            tile = b.sub(tile, b.mul(image, per_image))
        row = b.div(tile, self.columns)
        return TilePlace(image, row, b.sub(tile, b.mul(row, self.columns)))


def by_column(
    b: LoopBuilder,
    column: Index,
    runs: Sequence[ColumnRun],
    body: Callable[[tuple[int, int]], None],
) -> None:
    """`body` for the run that this tile column is in."""
    (end, columns), *others = runs
    if not others:
        body(columns)
        return
    b.when(
        b.compare("slt", column, end),
        lambda: body(columns),
        lambda: by_column(b, column, others, body),
    )


class WinogradStage:
    """What the stages of one Winograd convolution have in common."""

    def __init__(self, b: LoopBuilder, op: ConvolutionKernelOp):
        assert op.workspace is not None
        self.b = b
        self.workspace = op.workspace
        self.data = op.outputs[1] if len(op.outputs) > 1 else op.workspace
        self.layout = WinogradWorkspace.of(op)
        self.grid = TileGrid.of(op)
        self.source, self.out = op.extents(op.inputs[0]), op.extents(op.outputs[0])
        self.window = Window.of(op)
        self.in_blocks = self.source.blocks
        if not self.source.is_packed:
            self.in_blocks = -(-self.in_blocks // self.layout.in_lanes)

    def load_scratch(self, at: Index, position: int, lanes: int) -> SSAValue:
        """A vector of the tile that is halfway through a transform."""
        return self.b.load(self.workspace, at, self.layout.scratch + position * lanes, lanes)
