"""Appends level-3 ops (kernels, `linalg`, views) on physical tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

import numpy as np
from xdsl.dialects import tensor
from xdsl.dialects.builtin import AffineMapAttr, ArrayAttr, TensorType
from xdsl.dialects.linalg.attrs import IteratorType, IteratorTypeAttr
from xdsl.dialects.linalg.ops import GenericOp, YieldOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ....dialects.constraints import int_array
from ....dialects.context import NcnncContext
from ....dialects.element_types import element_of, element_of_array
from ....dialects.kernel import KernelOp
from ....dialects.kernel.base import buffer_shape as extents
from ....dialects.kernel.copy import CopyRowsOp
from ....dialects.kernel.strided_copy import StridedCopyOp
from ....dialects.kernel.structure import ViewOp
from ....dialects.ncnn.internal.weight import WeightOp
from ....dialects.target.records import Target
from .common_axes import ZERO, BoxCopy, Place, common_axes
from .symbolic_extents import Extents, SymbolicExtents, is_number

PARALLEL = IteratorTypeAttr(IteratorType.PARALLEL)
REDUCTION = IteratorTypeAttr(IteratorType.REDUCTION)

BlockFiller = Callable[[Block], SSAValue]
"""Appends scalar arithmetic to a block, and returns the value to yield."""


class KernelBuilder:
    """Builder to which conversions append their ops, with facts about the target and the graph."""

    def __init__(
        self,
        ctx: NcnncContext,
        target: Target,
        insert: Callable[[Operation], None],
        extents: SymbolicExtents | None = None,
    ):
        self.ctx = ctx
        self.target = target
        self.extents = extents or SymbolicExtents()
        self._insert = insert

    @property
    def lanes(self) -> int:
        """Number of float32 lanes of the target's vectors."""
        return self.target.lanes

    def insert(self, op: Operation) -> SSAValue:
        """Append an op, and return its first result. Raises: ValueError for unsupported extents."""
        self._insert(op)
        self.extents.add(op)
        return op.results[0]

    def insert_bounded(self, op: KernelOp, bounds: Sequence[AffineExpr] | None) -> SSAValue:
        """Append a kernel with bounds that do not follow from its inputs; None: they follow."""
        if bounds is None:
            return self.insert(op)
        self.extents.set_bounds(op, bounds)
        return self.insert(op)

    def empty(self, shape: Sequence[int], like: Attribute) -> SSAValue:
        """
        Return an uninitialised tensor, the destination of a kernel, with the element type of
        `like`.
        """
        return self.insert(tensor.EmptyOp((), TensorType(element_of(like), shape)))

    def view(
        self,
        source: SSAValue,
        shape: Sequence[int],
        offset: int = 0,
        result: Extents | None = None,
    ) -> SSAValue:
        """
        Return the elements of `source` from an offset on, under another shape: a view of the same
        memory, or a copy if axes of dynamic extent are merged or split. `result` is the dynamic
        shape; it is needed to split one axis into several of dynamic extent.
        """
        if offset == 0 and extents(source) == tuple(shape):
            return source
        if not self.extents.is_view(source, shape, offset):
            return self.reshaped_copy(source, shape, result)
        type = TensorType(element_of(source.type), shape)
        return self.insert(ViewOp(source, offset, type))

    def inner_axes(self, x: SSAValue, first: int) -> tuple[int, ...]:
        """
        Return the axes of x from `first` on: merged into one if they are contiguous, else
        unchanged.
        """
        dynamic = [d for d, extent in enumerate(self.extents.of(x)) if not is_number(extent)]
        inner = extents(x)[first:]
        return inner if dynamic and dynamic[-1] > first else (prod(inner),)

    def pixel_axes(self, x: SSAValue, lanes: int) -> tuple[int, ...]:
        """
        Return the axes of the pixels of a blob that is plain or packed by `lanes`, as `inner_axes`.
        """
        axes = self.inner_axes(x, 1)
        return (axes[0] // lanes,) if len(axes) == 1 else axes[: len(axes) - (lanes > 1)]

    def part(
        self, source: SSAValue, shape: Sequence[int], offset: int, result: Sequence[AffineExpr]
    ) -> SSAValue:
        """Return a contiguous box of `source` with dynamic extents `result`, as a view."""
        view = ViewOp(source, offset, TensorType(element_of(source.type), shape))
        self._insert(view)
        self.extents.set(view.result, result)
        return view.result

    def reshaped_copy(
        self, source: SSAValue, shape: Sequence[int], known: Extents | None = None
    ) -> SSAValue:
        """
        Copy the elements of `source`, in order, to a buffer of another shape, through a vector if
        the shapes have no common axes. Raises: ValueError.
        """
        planned, products = extents(source), self.extents.products
        try:
            axes, result = common_axes(products, (planned, self.extents.of(source)), (shape, known))
        except ValueError:
            if known is None or len(planned) == 1:
                raise
            vector = self.reshaped_copy(source, (prod(planned),))
            return self.reshaped_copy(vector, shape, known)
        box = BoxCopy(
            [axis.planned for axis in axes],
            [axis.extent for axis in axes],
            Place(ZERO, [axis.source for axis in axes]),
            Place(ZERO, [axis.destination for axis in axes]),
        )
        return self.strided_copy(source, self.empty(shape, source.type), box, result)

    def strided_copy(
        self, source: SSAValue, to: SSAValue, box: BoxCopy, result: Sequence[AffineExpr]
    ) -> SSAValue:
        """Copy a box, and return the whole destination, with dynamic extents `result`."""
        properties: dict[str, Attribute | None] = {
            "extents": int_array(box.planned),
            "source": AffineMapAttr(self.extents.map(box.source.numbers)),
            "destination": AffineMapAttr(self.extents.map(box.destination.numbers)),
            "bounds": AffineMapAttr(self.extents.map(box.extents)),
        }
        copied = self.insert(StridedCopyOp.make([source], [to], properties))
        self.extents.set(copied, result)
        return copied

    def copy_rows(self, rows: SSAValue, to: SSAValue, begin: AffineExpr) -> SSAValue:
        """
        Copy `outer,rows,n` into `outer,most,n` from row `begin` on, and return the whole
        destination.
        """
        map = AffineMapAttr(self.extents.map([begin]))
        bounds = AffineMapAttr(self.extents.map(self.extents.of(rows)))
        properties = {"begin": map, "bounds": bounds}
        return self.insert(CopyRowsOp.make([rows], [to], properties))

    def constant(self, key: str, array: np.ndarray) -> SSAValue:
        """Return a small constant made by the compiler (a table, a mask)."""
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
        Append a `linalg.generic`: a perfect loop nest with a scalar body.

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
