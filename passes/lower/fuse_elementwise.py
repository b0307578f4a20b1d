"""Makes one loop nest of element-wise kernels that follow each other."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import AffineMapAttr, ArrayAttr, ModuleOp, f32
from xdsl.dialects.linalg.attrs import IteratorType
from xdsl.dialects.linalg.ops import GenericOp, YieldOp
from xdsl.ir import Block, Region, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ..support.locations import fuse_locations

MOST_INPUTS = 8
"""More inputs than this are not read in one loop: registers and hardware prefetchers are few."""


class InlineProducer(RewritePattern):
    """Compute the element that a kernel reads where it is read, if nothing else reads it."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: GenericOp, rewriter: PatternRewriter) -> None:
        if not is_elementwise(op):
            return
        for index, value in enumerate(op.inputs):
            producer = value.owner
            if not isinstance(producer, GenericOp) or not is_elementwise(producer):
                continue
            if not value.has_one_use() or not is_identity(op.indexing_maps.data[index]):
                continue
            merged = merge(producer, op, index)
            if len(merged.inputs) > MOST_INPUTS:
                merged.erase()
                continue
            rewriter.replace(op, merged)
            rewriter.erase(producer)
            return


def is_elementwise(op: GenericOp) -> bool:
    """Whether each element of the one result is computed once, from inputs alone."""
    if len(op.outputs) != 1 or len(op.res) != 1 or not is_identity(op.indexing_maps.data[-1]):
        return False
    parallel = all(kind.data is IteratorType.PARALLEL for kind in op.iterator_types)
    return parallel and op.body.block.args[-1].first_use is None


def is_identity(attribute: AffineMapAttr) -> bool:
    """Whether a map reads the element of the iteration's own indices."""
    return attribute.data == AffineMap.identity(attribute.data.num_dims)


def merge(producer: GenericOp, op: GenericOp, index: int) -> GenericOp:
    """`op` with the producer's body in place of its input `index`; values read alike are shared."""
    others = [i for i in range(len(op.inputs)) if i != index]
    maps = op.indexing_maps.data
    reads: dict[tuple[SSAValue, AffineMapAttr], None] = {}
    read_by_producer = list(zip(producer.inputs, producer.indexing_maps.data, strict=False))
    read_by_op = [(op.inputs[i], maps[i]) for i in others]
    reads.update(dict.fromkeys([*read_by_producer, *read_by_op]))
    block = Block(arg_types=[f32] * (len(reads) + 1))
    arguments = dict(zip(reads, block.args, strict=False))
    element = append_body(block, producer, [arguments[read] for read in read_by_producer])
    values: dict[int, SSAValue] = {
        i: arguments[read] for i, read in zip(others, read_by_op, strict=True)
    }
    values[index] = element
    result = append_body(block, op, [values[i] for i in range(len(op.inputs))])
    block.add_op(YieldOp(result))
    merged = GenericOp(
        [value for value, _ in reads],
        op.outputs,
        Region(block),
        ArrayAttr([*(map for _, map in reads), maps[-1]]),
        op.iterator_types,
        [result.type for result in op.res],
    )
    merged.location = fuse_locations(producer, op)
    return merged


def append_body(block: Block, op: GenericOp, inputs: list[SSAValue]) -> SSAValue:
    """Append a copy of a kernel's arithmetic on other values; what it yields."""
    body = op.body.block
    mapping: dict[SSAValue, SSAValue] = dict(zip(body.args, inputs, strict=False))
    for inner in body.ops:
        if isinstance(inner, YieldOp):
            value = inner.operands[0]
            return mapping.get(value, value)
        block.add_op(inner.clone(mapping))
    raise AssertionError("a body ends in a yield")


@dataclass(frozen=True)
class FuseElementwisePass(ModulePass):
    """
    Make one `linalg.generic` of two of which the first is read by the second alone.

        %a = linalg.generic ins(%x, %gate) { mulf }
        %y = linalg.generic ins(%a) { maxnumf }
        -> %y = linalg.generic ins(%x, %gate) { mulf ; maxnumf }

    What is left of element-wise ops after `fuse-epilogue` reads and writes memory once so.
    """

    name = "fuse-elementwise"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        PatternRewriteWalker(InlineProducer()).rewrite_module(op)
