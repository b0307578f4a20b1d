"""Convert GLU: read both halves in place."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.ir import Block, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ....dialects.ncnn.layers.glu import GLUOp
from ....dialects.ncnn.shapes import shape_of
from ...common.scalar.activation import sigmoid
from ...common.scalar.scalar import Scalar
from ..building.common_axes import ZERO
from ..building.kernel_builder import PARALLEL, KernelBuilder
from ..building.symbolic_boxes import physical_extents, symbolic_box
from ..building.symbolic_extents import is_number
from . import conversions


@conversions.register(GLUOp)
def glu(k: KernelBuilder, op: GLUOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """
    Append a `linalg.generic` to `before,half,after`; the second half begins at `half * after`.
    """
    full, axis = shape_of(op.input), op.resolved_axis()
    before, after = prod(full[:axis]), prod(full[axis + 1 :])
    half = full[axis] // 2
    if not all(map(is_number, k.extents.of(operands[0])[axis:])):
        return [symbolic_glu(k, op, operands[0], axis)]
    x = k.view(operands[0], (before, full[axis] * after))
    outer, along, inner = (AffineExpr.dimension(d) for d in range(3))

    first = along * after + inner
    halves = [AffineMap(3, 0, (outer, cell)) for cell in (first, first + half * after)]
    maps = [*halves, AffineMap.identity(3)]
    y = k.empty((before, half, after), x.type)
    return [k.view(k.generic([x, x], y, maps, [PARALLEL] * 3, gated), shape_of(op.output))]


def symbolic_glu(k: KernelBuilder, op: GLUOp, x: SSAValue, axis: int) -> SSAValue:
    """Append a GLU of two boxes, the second of which begins at a dynamic index."""
    planned, extents = shape_of(op.output), physical_extents(op.output)
    begin = [ZERO] * len(planned)
    first = symbolic_box(k, x, begin, planned, extents)
    begin[axis] = extents[axis]
    halves = [first, symbolic_box(k, x, begin, planned, extents)]
    maps = [AffineMap.identity(len(planned))] * 3
    return k.generic(halves, k.empty(planned, x.type), maps, [PARALLEL] * len(planned), gated)


def gated(block: Block) -> SSAValue:
    """Return the first argument times the sigmoid of the second."""
    first, second = (Scalar(block, value) for value in block.args[:2])
    return (first * sigmoid(second)).value
