"""Fuse consecutive element-wise kernels into one loop nest."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import AffineMapAttr, ArrayAttr, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.dialects.linalg.attrs import IteratorType
from xdsl.dialects.linalg.ops import GenericOp, YieldOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...dialects.element_types import element_of
from ...dialects.kernel.base import buffer_shape
from ...dialects.kernel.bounds import bounds_of, set_bounds
from ..common.epilogues import append_copy
from ..common.instruction_count import count_instructions
from ..common.locations import fuse_locations
from ..common.strides import linear_address

ElementRead = tuple[SSAValue, AffineMapAttr]
"""A value, and the map from an iteration to its element."""


@dataclass(eq=False)
class FusionGroup:
    """Kernels to fuse: the last one, and producers without readers outside of the group."""

    ops: list[GenericOp]
    """The kernels, last one first."""
    instructions: int
    reads: dict[ElementRead, bool]
    """Reads -> whether each is transposed relative to the result."""

    @classmethod
    def of(cls, op: GenericOp) -> FusionGroup:
        """Return a group of one kernel."""
        row = innermost_loop(op)
        reads = zip(op.inputs, op.indexing_maps.data, strict=False)
        # Bodies without instructions would be fused without limit.
        instructions = max(count_instructions(op.body.block), 1)
        return cls([op], instructions, {read: is_transposed(read, row) for read in reads})

    def take(self, producer: FusionGroup, limits: FuseElementwisePass) -> bool:
        """Add a producer unless limits are exceeded; return whether it was added."""
        if bounds_of(producer.ops[0]) != bounds_of(self.ops[0]):
            return False
        result = producer.ops[0].res[0]
        others = {read: order for read, order in self.reads.items() if read[0] is not result}
        reads = producer.reads | others
        instructions = self.instructions + producer.instructions
        if len(reads) > limits.most_inputs or instructions > limits.most_instructions:
            return False
        if sum(reads.values()) > 1:
            return False
        self.ops += producer.ops
        self.instructions, self.reads = instructions, reads
        return True


def is_elementwise(op: GenericOp) -> bool:
    """Return whether each element of the only result is computed once, from inputs alone."""
    if len(op.outputs) != 1 or len(op.res) != 1 or not is_identity(op.indexing_maps.data[-1]):
        return False
    parallel = all(kind.data is IteratorType.PARALLEL for kind in op.iterator_types)
    return parallel and op.body.block.args[-1].first_use is None


def is_identity(attribute: AffineMapAttr) -> bool:
    """Return whether a map reads the element at the iteration's own indices."""
    return attribute.data == AffineMap.identity(attribute.data.num_dims)


def innermost_loop(op: GenericOp) -> int:
    """The loop along which the result of an element-wise kernel is contiguous."""
    extents = buffer_shape(op.outputs[0])
    return max((d for d, extent in enumerate(extents) if extent > 1), default=0)


def is_transposed(read: ElementRead, row: int) -> bool:
    """Return whether a read is strided along a loop."""
    value, map = read
    if map.data.num_dims == 0:
        return False
    _, strides = linear_address(buffer_shape(value), map.data)
    return strides[row] not in (-1, 0, 1)


def find_groups(block: Block, limits: FuseElementwisePass) -> list[FusionGroup]:
    """Group all element-wise kernels of a block, visiting users before producers."""
    groups: list[FusionGroup] = []
    group_of: dict[Operation, FusionGroup] = {}
    for op in reversed(list(block.ops)):
        if not isinstance(op, GenericOp) or not is_elementwise(op):
            continue
        group = FusionGroup.of(op)
        reading = group_of_readers(op, group_of)
        if reading is not None and reading.take(group, limits):
            group = reading
        else:
            groups.append(group)
        group_of[op] = group
    return groups


def group_of_readers(op: GenericOp, group_of: dict[Operation, FusionGroup]) -> FusionGroup | None:
    """Return the only group that reads the result of a kernel, element by element; else None."""
    found: FusionGroup | None = None
    for use in op.res[0].uses:
        user = use.operation
        group = group_of.get(user)
        if group is None or (found is not None and found is not group):
            return None
        assert isinstance(user, GenericOp)  # groups are of these
        if not is_identity(user.indexing_maps.data[use.index]):
            return None
        found = group
    return found


def merge(group: FusionGroup) -> None:
    """Replace the kernels of a group by one, at the place of the last; load each value once."""
    ops, last = group.ops[::-1], group.ops[0]
    results = {op.res[0] for op in ops}
    read = [read for op in ops for read in zip(op.inputs, op.indexing_maps.data, strict=False)]
    reads = list(dict.fromkeys(r for r in read if r[0] not in results))
    types = [element_of(value.type) for value in (*(v for v, _ in reads), last.res[0])]
    block = Block(arg_types=types)
    values: dict[ElementRead, SSAValue] = dict(zip(reads, block.args, strict=False))
    identity = last.indexing_maps.data[-1]
    for op in ops:
        inputs = [values[r] for r in zip(op.inputs, op.indexing_maps.data, strict=False)]
        values[op.res[0], identity] = append_copy(block, op.body.block, inputs)
    block.add_op(YieldOp(values[last.res[0], identity]))
    merged = GenericOp(
        [value for value, _ in reads],
        last.outputs,
        Region(block),
        ArrayAttr([*(map for _, map in reads), identity]),
        last.iterator_types,
        [last.res[0].type],
    )
    set_bounds(merged, bounds_of(last))
    merged.location = fuse_locations(*ops)
    Rewriter.replace_op(last, merged)
    for op in group.ops[1:]:
        Rewriter.erase_op(op)


@dataclass(frozen=True)
class FuseElementwisePass(ModulePass):
    """
    Fuse a `linalg.generic` with element-wise producers that have no other readers.

        %a = linalg.generic ins(%x, %gate) { mulf }
        %y = linalg.generic ins(%a) { maximum }
        -> %y = linalg.generic ins(%x, %gate) { mulf ; maximum }

    Element-wise ops that remain after `fuse-epilogue` then read and write memory once. Chains are
    split where a loop would have more than `most_inputs` inputs, more than `most_instructions`
    vector instructions, or more than one transposed input, and where bounds differ.
    """

    name = "fuse-elementwise"
    most_inputs: int = 8
    """Largest number of inputs: registers and hardware prefetchers are few."""
    most_instructions: int = 48
    """
    Largest number of vector instructions: in longer chains, each instruction waits for the previous
    one, and the next iteration is too far ahead to fill the gaps: 12 Sigmoids in one loop take
    twice the time of two loops.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if not isinstance(function, FuncOp) or function.is_declaration:
                continue
            for group in find_groups(function.body.block, self):
                if len(group.ops) > 1:
                    merge(group)
