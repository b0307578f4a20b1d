"""Emit the second stage of a Winograd convolution of int8: products of i16."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i32
from xdsl.ir import SSAValue

from .....dialects.element_types import vector_type
from .....dialects.kernel.convolution import ConvolutionKernelOp
from .....dialects.kernel.winograd_workspace import PAIR
from .....dialects.target.records import Target
from ....common.target import lanes_for
from ..building.builder import Index, LoopBuilder
from ..building.prefetching import Turn
from ..conv.conv_tile import by_pixel
from ..int8.products import Positions, WeightVectors, add_steps
from .products import TileProducts, VectorGroup
from .tiles import Slice


class TileInt8Products(TileProducts):
    """
    Multiply as `TileProducts`, in integers; sums wrap around, see `INTEGER_FACTORS`.

    Where integer vectors have half the length of vectors of floats, a vector of outputs is two
    vectors of sums.
    """

    def __init__(self, b: LoopBuilder, op: ConvolutionKernelOp, target: Target):
        super().__init__(b, op, target)
        assert op.product is not None
        self.k, self.product = op.k, op.product
        self.width = min(lanes_for(target, i32), self.out.lanes)
        self.parts = self.out.lanes // self.width
        self.steps = -(-self.channels // self.k)

    def _product(
        self, out: Slice, xi: Index, group: VectorGroup, first: Index, pixels: int, turn: Turn
    ) -> None:
        b, layout = self.b, self.layout
        vectors = group.vectors * self.parts
        step_size = vectors * self.width * self.k
        tap_size = self.steps * self.k * self.out.lanes
        panel = self.window.slices.kernel * tap_size
        weights_at = b.linear((group.first, self.places * panel), (xi, group.vectors * panel))
        data_at = b.linear((xi, self.data_stride), (first, layout.in_lanes))
        row = b.mul(self.tiles, layout.in_lanes)
        per_element = PAIR // self.k
        steps_of_block = layout.in_lanes * per_element
        whole, rest = divmod(self.steps, steps_of_block)

        def add_element(
            sums: Sequence[SSAValue], x_at: Index, w_at: Index, steps: int
        ) -> Sequence[SSAValue]:
            """Add the products of a pair of numbers, or of the first one."""
            seen = Positions(self.data, x_at, pixels, layout.in_lanes)
            place = (self.weights, w_at, vectors, self.width, self.product)
            weights = WeightVectors(*place, self.weights_ahead.is_pages_ahead)
            return add_steps(b, sums, seen, weights, steps)

        def add(
            sums: Sequence[SSAValue], x_at: Index, w_at: Index, steps: int
        ) -> Sequence[SSAValue]:
            """Add the products of neighbouring steps, one after the other: see `Int8Sums`."""

            def element(s: Index, *inner: SSAValue) -> Sequence[SSAValue]:
                at = b.add(w_at, b.mul(s, per_element * step_size))
                return add_element(inner, b.add(x_at, s), at, per_element)

            elements, left = divmod(steps, per_element)
            sums = tuple(b.loop(0, elements, 1, element, sums))
            if not left:
                return sums
            last = b.add(w_at, elements * per_element * step_size)
            return add_element(sums, b.add(x_at, elements), last, left)

        def kernel_slice(kz: Index, *sums: SSAValue) -> Sequence[SSAValue]:
            data = b.add(data_at, b.mul(kz, b.mul(row, self.in_blocks)))
            taps = b.add(weights_at, b.mul(kz, group.vectors * tap_size))
            block_size = steps_of_block * step_size

            def block(i: Index, *inner: SSAValue) -> Sequence[SSAValue]:
                x_at, w_at = b.add(data, b.mul(i, row)), b.add(taps, b.mul(i, block_size))
                return add(inner, x_at, w_at, steps_of_block)

            sums = tuple(b.loop(0, whole, 1, block, sums))
            return add(sums, b.add(data, b.mul(row, whole)), b.add(taps, whole * block_size), rest)

        zeros = [b.constant(0, vector_type(i32, self.width))] * (pixels * vectors)
        flat = b.loop(out.first, out.end, 1, kernel_slice, zeros)
        self.store(by_pixel(flat, vectors), xi, group, first)
