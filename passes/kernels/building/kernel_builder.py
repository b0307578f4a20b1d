"""Appends level-3 ops (kernels, `linalg`, views) on physical tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from xdsl.dialects import tensor
from xdsl.dialects.builtin import AffineMapAttr, ArrayAttr, TensorType, f32, i64
from xdsl.dialects.linalg.attrs import IteratorType, IteratorTypeAttr
from xdsl.dialects.linalg.ops import GenericOp, YieldOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineMap

from ....dialects.context import NcnncContext
from ....dialects.kernel.structure import ViewOp
from ....dialects.ncnn.weight import WeightOp
from ....dialects.target.records import Target

PARALLEL = IteratorTypeAttr(IteratorType.PARALLEL)
REDUCTION = IteratorTypeAttr(IteratorType.REDUCTION)

ScalarBody = Callable[[Block], SSAValue]
"""Fills a block of scalar f32 arithmetic; returns the value to yield."""


class KernelBuilder:
    """Where conversions append their ops, and what they may ask for."""

    def __init__(self, ctx: NcnncContext, target: Target, insert: Callable[[Operation], None]):
        self.ctx = ctx
        self.target = target
        self._insert = insert

    @property
    def lanes(self) -> int:
        """Float32 lanes of the target's vectors."""
        return self.target.lanes

    def insert(self, op: Operation) -> SSAValue:
        """Append an op; its first result."""
        self._insert(op)
        return op.results[0]

    def empty(self, shape: Sequence[int]) -> SSAValue:
        """An uninitialised tensor, the destination of a kernel."""
        return self.insert(tensor.EmptyOp((), TensorType(f32, shape)))

    def view(self, source: SSAValue, shape: Sequence[int], offset: int = 0) -> SSAValue:
        """The same memory as `source` from an element offset on, under another shape."""
        if offset == 0 and tuple(source.type.get_shape()) == tuple(shape):  # pyright: ignore
            return source
        return self.insert(ViewOp(source, offset, TensorType(f32, shape)))

    def constant(self, key: str, array: np.ndarray) -> SSAValue:
        """A small constant made by the compiler (a table, a mask): float32 or int64."""
        element = i64 if array.dtype == np.int64 else f32
        name = self.ctx.weights.add(key, array)
        return self.insert(WeightOp(name, TensorType(element, array.shape)))

    def generic(
        self,
        inputs: Sequence[SSAValue],
        output: SSAValue,
        maps: Sequence[AffineMap],
        iterators: Sequence[IteratorTypeAttr],
        body: ScalarBody,
    ) -> SSAValue:
        """
        `linalg.generic`: a perfect loop nest with a scalar body.

        One map per input and a last one for the output; the body's block has an f32 argument for
        each input and one for the output's previous value (for reductions).
        """
        block = Block(arg_types=[f32] * (len(inputs) + 1))
        block.add_op(YieldOp(body(block)))
        return self.insert(
            GenericOp(
                inputs,
                [output],
                Region(block),
                ArrayAttr([AffineMapAttr(m) for m in maps]),
                ArrayAttr(iterators),
                [output.type],
            )
        )
