"""Matrices in panels, packed when the model runs."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ....dialects.kernel.matmul import PackPanelsOp, panel_elements
from ....dialects.ncnn.attributes import TargetAttr
from ....dialects.ncnn.base import int_list
from ...support.builder import Index, LoopBuilder
from ...support.transpose import transpose
from . import loops


@loops.register(PackPanelsOp)
def pack_panels(b: LoopBuilder, op: PackPanelsOp, target: TargetAttr) -> None:
    """Vectors of rows in parallel: copied where rows are contiguous, else transposed in blocks."""
    Panels(b, op).build()


class Panels:
    """The loops of one packing."""

    def __init__(self, b: LoopBuilder, op: PackPanelsOp):
        self.b = b
        self.x, self.y = op.inputs[0], op.outputs[0]
        self.batch, self.rows, self.columns = int_list(op.extents)
        self.strides = int_list(op.strides)
        self.lanes, self.vectors = op.lanes.value.data, op.vectors.value.data

    def build(self) -> None:
        """Emit the loops: full groups of full vectors, then one by one what is left."""
        blocks = -(-self.rows // self.lanes)
        whole_blocks = self.rows // self.lanes
        groups = whole_blocks // self.vectors
        left = blocks - blocks // self.vectors * self.vectors

        def grouped(i: Index) -> None:
            batch, group = self.b.div(i, groups), self.b.rem(i, groups)
            for v in range(self.vectors):
                self.block(batch, self.b.mul(group, self.vectors), v, self.vectors, self.lanes)

        if groups:
            self.b.parallel(self.batch * groups, grouped)
        for block in range(groups * self.vectors, blocks):
            first = block // self.vectors * self.vectors
            width = self.vectors if first + self.vectors <= blocks else left
            valid = min(self.rows - block * self.lanes, self.lanes)

            def single(i: SSAValue, first: int = first, v: int = block - first) -> None:
                self.block(i, first, v, width, valid)

            self.b.parallel(self.batch, single)

    def block(self, batch: Index, first: Index, v: int, width: int, valid: int) -> None:
        """Vector `first + v`, of a group of `width` from `first` on; `valid` of its rows exist."""
        b, lanes = self.b, self.lanes
        block = b.add(first, v)
        of_batch, row, column = self.strides
        at = b.linear((batch, of_batch), (block, lanes * row))
        size = panel_elements(self.rows, self.columns, lanes)
        to = b.linear((batch, size), (first, self.columns * lanes), (v, lanes))
        step = width * lanes
        if row == 1:

            def copy(k: Index) -> None:
                value = b.load(self.x, b.add(at, b.mul(k, column)), 0, lanes, valid)
                b.store(value, self.y, b.add(to, b.mul(k, step)), 0)

            b.loop(0, self.columns, 1, copy)
            return

        def turn(k: Index, count: int = lanes) -> None:
            place, out = b.add(at, k), b.add(to, b.mul(k, step))
            loaded = [b.load(self.x, place, n * row, lanes, count) for n in range(valid)]
            loaded += [b.constant(0.0, loaded[0].type)] * (lanes - valid)
            for j, value in enumerate(transpose(b, loaded)[:count]):
                b.store(value, self.y, out, j * step)

        whole = self.columns // lanes * lanes
        b.loop(0, whole, lanes, turn)
        if whole < self.columns:
            turn(whole, self.columns - whole)
