"""Replace broadcasts of adjacent elements by a vector load and products with its elements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialects.constraints import int_array
from ...dialects.element_types import lanes_of
from ...dialects.op_creation import make_op
from ...dialects.simd.arithmetic import DotOp, FmaOp
from ...dialects.simd.memory import BroadcastLoadOp, address_of, load
from ...dialects.simd.vectors import ShuffleOp
from ...dialects.target.products import FLOAT32, Product
from ..common.straight_code import kernel_blocks, straight_runs
from ..common.target import target_of

Neighbourhood = tuple[SSAValue, SSAValue | None, Attribute, int]
"""The buffer and index of a broadcast, its type, and the number of elements that it repeats."""


class LoadElementsPass(ModulePass):
    """
    Load adjacent elements as a vector if instructions multiply by an element of a register.

        %a = simd.broadcast_load %x[%i + 0] : memref<8xf32> -> vector<4xf32>
        ...
        %d = simd.broadcast_load %x[%i + 3] : memref<8xf32> -> vector<4xf32>
        -> %v = simd.load %x[%i + 0] : memref<8xf32> -> vector<4xf32>
           %a = simd.shuffle %v, %v [0, 0, 0, 0] : vector<4xf32>, vector<4xf32> -> vector<4xf32>
           ...
           %d = simd.shuffle %v, %v [3, 3, 3, 3] : vector<4xf32>, vector<4xf32> -> vector<4xf32>

    Only products may read the broadcasts, so that shuffles become part of their instructions, and
    there must be no store between them. Elements at a distance, as of pixels of a convolution with
    strides, are loaded so too if they are two or more of a vector; one alone is loaded as before.
    """

    name = "load-elements"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = target_of(op)
        if not any(product.takes_elements for product in target.products):
            return
        of_floats = target.product(FLOAT32)

        def is_factor(value: SSAValue) -> bool:
            """Return whether only products that multiply by elements read a value."""
            return all(takes_elements(use.operation, of_floats) for use in value.uses)

        for block in kernel_blocks(op):
            for run in straight_runs(list(block.ops)):
                broadcasts = [o for o in run if isinstance(o, BroadcastLoadOp)]
                for start, near in neighbours([o for o in broadcasts if is_factor(o.result)]):
                    load_together(start, near, min(near, key=broadcasts.index))


def takes_elements(op: Operation, of_floats: Product | None) -> bool:
    """Return whether an op is a product that multiplies by an element of a register."""
    product = op.product.product if isinstance(op, DotOp) else of_floats
    return isinstance(op, (DotOp, FmaOp)) and product is not None and product.takes_elements


def neighbours(
    broadcasts: Sequence[BroadcastLoadOp],
) -> Iterator[tuple[int, list[BroadcastLoadOp]]]:
    """
    Yield the offset of a vector, and broadcasts that read its elements: first whole vectors.

    No vector begins before the first or ends after the last of all elements, which are in the
    buffer.
    """
    places = defaultdict[Neighbourhood, dict[int, BroadcastLoadOp]](dict)
    for op in broadcasts:
        place = (*address_of(op), op.result.type, op.neighbours)
        places[place].setdefault(op.offset.value.data, op)
    for (_, _, type, size), found in places.items():
        lanes = lanes_of(type)
        first, last = min(found), max(found) + size - lanes
        for least in (lanes // size, 2):
            for offset in sorted(found):
                start = min(offset, last)
                near = [at for at in range(start, start + lanes, size) if at in found]
                if start >= first and len(near) >= least:
                    yield start, [found.pop(at) for at in near]


def load_together(
    start: int, broadcasts: Sequence[BroadcastLoadOp], earliest: BroadcastLoadOp
) -> None:
    """Replace broadcasts by shuffles of one load at `start`, before the earliest of them."""
    first, size = broadcasts[0], broadcasts[0].neighbours
    base, index = address_of(first)
    whole = load(base, index, start, first.result.type)
    Rewriter.insert_op(whole, InsertPoint.before(earliest))
    lanes = lanes_of(first.result.type)
    for op in broadcasts:
        mask = [op.offset.value.data - start + lane % size for lane in range(lanes)]
        shuffle = make_op(
            ShuffleOp, [whole.result] * 2, [op.result.type], {"mask": int_array(mask)}
        )
        Rewriter.replace_op(op, shuffle)
