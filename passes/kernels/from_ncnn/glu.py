"""GLU: both halves read where they are."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.ir import Block, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ....dialects.ncnn.layers.glu import GLUOp
from ....dialects.ncnn.shapes import shape_of
from ...common.scalar.activation import sigmoid
from ...common.scalar.scalar import Scalar
from ..building.kernel_builder import PARALLEL, KernelBuilder
from . import conversions


@conversions.register(GLUOp)
def glu(k: KernelBuilder, op: GLUOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """`linalg.generic` to `before,half,after`: the second half lies `half * after` cells on."""
    full, axis = shape_of(op.input), op.resolved_axis()
    before, after = prod(full[:axis]), prod(full[axis + 1 :])
    half = full[axis] // 2
    x = k.view(operands[0], (before, full[axis] * after))
    outer, along, inner = (AffineExpr.dimension(d) for d in range(3))

    def body(block: Block) -> SSAValue:
        first, second = (Scalar(block, value) for value in block.args[:2])
        return (first * sigmoid(second)).value

    first = along * after + inner
    halves = [AffineMap(3, 0, (outer, cell)) for cell in (first, first + half * after)]
    maps = [*halves, AffineMap.identity(3)]
    y = k.empty((before, half, after), x.type)
    return [k.view(k.generic([x, x], y, maps, [PARALLEL] * 3, body), shape_of(op.output))]
