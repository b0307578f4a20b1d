"""Appends level-3 ops (kernels, `linalg`, views) on physical tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from xdsl.dialects import tensor
from xdsl.dialects.builtin import AffineMapAttr, ArrayAttr, TensorType
from xdsl.dialects.linalg.attrs import IteratorType, IteratorTypeAttr
from xdsl.dialects.linalg.ops import GenericOp, YieldOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ....dialects.context import NcnncContext
from ....dialects.element_types import element_of, element_of_array
from ....dialects.kernel import KernelOp
from ....dialects.kernel.base import buffer_shape as extents
from ....dialects.kernel.copy import CopyRowsOp
from ....dialects.kernel.structure import ViewOp
from ....dialects.ncnn.internal.weight import WeightOp
from ....dialects.target.records import Target
from .symbolic_extents import SymbolicExtents

PARALLEL = IteratorTypeAttr(IteratorType.PARALLEL)
REDUCTION = IteratorTypeAttr(IteratorType.REDUCTION)

BlockFiller = Callable[[Block], SSAValue]
"""Fills a block of scalar arithmetic; returns the value to yield."""


class KernelBuilder:
    """Builder to which conversions append their ops, with the facts they may query."""

    def __init__(
        self,
        ctx: NcnncContext,
        target: Target,
        insert: Callable[[Operation], None],
        extents: SymbolicExtents | None = None,
    ):
        self.ctx = ctx
        self.target = target
        self.extents = extents or SymbolicExtents(0)
        self._insert = insert

    @property
    def lanes(self) -> int:
        """Float32 lanes of the target's vectors."""
        return self.target.lanes

    def insert(self, op: Operation) -> SSAValue:
        """Append an op; its first result. Raises: ValueError for extents that it cannot have."""
        self._insert(op)
        self.extents.add(op)
        return op.results[0]

    def insert_bounded(self, op: KernelOp, bounds: Sequence[AffineExpr] | None) -> SSAValue:
        """Append a kernel with bounds that do not follow from its inputs; None for none."""
        if bounds is None:
            return self.insert(op)
        self.extents.set_bounds(op, bounds)
        return self.insert(op)

    def empty(self, shape: Sequence[int], like: Attribute) -> SSAValue:
        """An uninitialised tensor, the destination of a kernel, with the elements of a type."""
        return self.insert(tensor.EmptyOp((), TensorType(element_of(like), shape)))

    def view(self, source: SSAValue, shape: Sequence[int], offset: int = 0) -> SSAValue:
        """The same memory as `source` from an element offset on, under another shape."""
        if offset == 0 and extents(source) == tuple(shape):
            return source
        type = TensorType(element_of(source.type), shape)
        return self.insert(ViewOp(source, offset, type))

    def copy_rows(self, rows: SSAValue, to: SSAValue, begin: AffineExpr) -> SSAValue:
        """Copy `outer,rows,n` into `outer,most,n` from a row on; the whole afterwards."""
        map = AffineMapAttr(self.extents.map([begin]))
        bounds = AffineMapAttr(self.extents.map(self.extents.of(rows)))
        properties = {"begin": map, "bounds": bounds}
        return self.insert(CopyRowsOp.make([rows], [to], properties))

    def constant(self, key: str, array: np.ndarray) -> SSAValue:
        """A small constant made by the compiler (a table, a mask)."""
        name = self.ctx.weights.add(key, array)
        return self.insert(WeightOp(name, TensorType(element_of_array(array), array.shape)))

    def generic(
        self,
        inputs: Sequence[SSAValue],
        output: SSAValue,
        maps: Sequence[AffineMap],
        iterators: Sequence[IteratorTypeAttr],
        body: BlockFiller,
    ) -> SSAValue:
        """
        `linalg.generic`: a perfect loop nest with a scalar body.

        One map per input and a last one for the output; the body's block has an argument for an
        element of each input and one for the output's previous value (for reductions).
        """
        block = Block(arg_types=[element_of(v.type) for v in (*inputs, output)])
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
