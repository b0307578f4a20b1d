"""Load neighbouring vectors by one instruction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, VectorType, f32
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import IsTerminator

from ...dialects.simd.arithmetic import FmaOp
from ...dialects.simd.memory import LoadOp, address_of, load_group
from ..common.straight_code import kernel_blocks, straight_runs
from ..common.target import target_of

PAIR = 2
"""LLVM loads pairs by itself, but a pair after another group needs no address of its own."""

SUM = 2
"""The operand of `simd.fma` that products are added to."""


class GroupLoadsPass(ModulePass):
    """
    Load vectors that lie side by side by one instruction, where the earliest of them is loaded.

        %a = simd.load %w[%i + 0] : memref<12xf32> -> vector<4xf32>
        %b = simd.load %w[%i + 4] : memref<12xf32> -> vector<4xf32>
        %p = simd.fma %x, %a, %s : vector<4xf32>
        %c = simd.load %w[%i + 8] : memref<12xf32> -> vector<4xf32>
        -> %a, %b, %c = simd.load_group %w[%i + 0]
               : memref<12xf32> -> vector<4xf32>, vector<4xf32>, vector<4xf32>
           %p = simd.fma %x, %a, %s : vector<4xf32>

    The target's record has the numbers of vectors. Register tiles leave registers for the largest
    one. A pair is loaded so only after another group. Between the loads there must be no stores,
    loops or calls.
    """

    name = "group-loads"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = target_of(op)
        most = target.loops.load_group
        counts = [n for n, _ in target.isa.load_groups if n <= most]
        if not counts:
            return
        vector = VectorType(f32, [target.lanes])
        for block in kernel_blocks(op):
            for run in straight_runs(list(block.ops)):
                for group in groups(run, vector, counts):
                    load_together(group, min(group, key=run.index))


def groups(
    run: Sequence[Operation], type: VectorType, counts: Sequence[int]
) -> Iterator[list[LoadOp]]:
    """Yield loads of a type that lie side by side, so many, in the order of their addresses."""
    places = defaultdict[tuple[SSAValue, SSAValue | None], dict[int, LoadOp]](dict)
    for op in run:
        if isinstance(op, LoadOp) and op.first is None and is_temporary(op.results[0], type):
            places[address_of(op)].setdefault(op.offset.value.data, op)
    (lanes,) = type.get_shape()
    for found in places.values():
        follows = None
        for first in sorted(found):
            for count in sorted(counts, reverse=True):
                side_by_side = range(first, first + count * lanes, lanes)
                is_better = count > PAIR or first == follows
                if is_better and all(at in found for at in side_by_side):
                    yield [found.pop(at) for at in side_by_side]
                    follows = side_by_side.stop


def is_temporary(value: SSAValue, type: VectorType) -> bool:
    """
    Return whether a vector of that type is read in its block alone, and is no sum: LLVM would keep
    all sums that begin with a group in neighbouring registers.
    """
    users = [(use.operation, use.index) for use in value.uses]
    return value.type == type and all(
        op.parent is value.owner.parent
        and not op.regions
        and not op.has_trait(IsTerminator)
        and not (isinstance(op, FmaOp) and index == SUM)
        for op, index in users
    )


def load_together(group: Sequence[LoadOp], earliest: LoadOp) -> None:
    """Replace loads by one, before the earliest of them."""
    base, index = address_of(group[0])
    whole = load_group(base, index, group[0].offset.value.data, [op.result.type for op in group])
    Rewriter.insert_op(whole, InsertPoint.before(earliest))
    for op, vector in zip(group, whole.results, strict=True):
        Rewriter.replace_op(op, [], [vector])
