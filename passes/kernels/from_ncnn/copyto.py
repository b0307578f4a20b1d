"""Convert CopyTo and Diag: copy elements into another tensor, or among zeros."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from xdsl.dialects.builtin import TensorType
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ....dialects.constraints import int_array
from ....dialects.element_types import element_of
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.gather import GatherOp
from ....dialects.kernel.insert_box import InsertBoxOp
from ....dialects.kernel.structure import ConcatBuffersOp
from ....dialects.ncnn.layers.copyto import CopyToOp
from ....dialects.ncnn.layers.diag import DiagOp
from ....dialects.ncnn.rules.axes import AXIS_NAMES
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import PARALLEL, KernelBuilder
from . import conversions
from .channels import first_argument
from .crop import box
from .padding import zero_padded


@conversions.register(CopyToOp)
def copyto(k: KernelBuilder, op: CopyToOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """
    Append one kernel; rare rows that continue in the next one need a gather from both operands.
    """
    x, source = operands
    if op.replaces_all():
        return [source]
    if op.overflows():
        return [gathered(k, op, operands)]
    offsets, sizes = op.offsets_and_sizes()
    # Take the first index of the source's axes that the input lacks.
    full, known = shape_of(op.source), AXIS_NAMES[len(sizes)]
    corner = [
        n if name in known else 1 for n, name in zip(full, AXIS_NAMES[len(full)], strict=True)
    ]
    part = k.view(box(k, source, [0] * len(full), corner), sizes)
    y = k.empty(buffer_shape(x), x.type)
    return [k.insert(InsertBoxOp.make([x, part], [y], {"offsets": int_array(offsets)}))]


def gathered(k: KernelBuilder, op: CopyToOp, operands: Sequence[SSAValue]) -> SSAValue:
    """Gather each cell from both operands."""
    flat = [k.view(operand, (prod(buffer_shape(operand)),)) for operand in operands]
    both = TensorType(element_of(op.output.type), (sum(buffer_shape(x)[0] for x in flat),))
    cells = k.insert(ConcatBuffersOp.build(operands=[flat], result_types=[both]))
    table = k.constant("copyto.cells", op.cells().astype(np.int64))
    y = k.empty(shape_of(op.output), op.output.type)
    return k.insert(GatherOp.make([cells, table], [y]))


@conversions.register(DiagOp)
def diag(k: KernelBuilder, op: DiagOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """
    Read element `first + i * (width + 1)` of the matrix for cell i of the vector, or write it.
    """
    row, column = op.first()
    if len(shape_of(op.input)) == 1:
        return [matrix_of_diagonal(k, operands[0], row, column)]
    height, width = shape_of(op.input)
    cells = AffineExpr.dimension(0) * (width + 1) + (row * width + column)
    maps = [AffineMap(1, 0, (cells,)), AffineMap.identity(1)]
    x = k.view(operands[0], (height * width,))
    y = k.empty(shape_of(op.output), x.type)
    return [k.generic([x], y, maps, [PARALLEL], first_argument)]


def matrix_of_diagonal(k: KernelBuilder, x: SSAValue, row: int, column: int) -> SSAValue:
    """Write each element followed by `extent` zeros, from the diagonal's first cell on."""
    (count,) = buffer_shape(x)
    extent = count + row + column
    spread = zero_padded(k, k.view(x, (count, 1)), [(0, 0), (0, extent)])
    first, total = row * extent + column, extent**2
    # Fewer zeros may be needed after the last element.
    kept = min(count * (extent + 1), total - first)
    cells = k.view(spread, (1, kept))
    return k.view(zero_padded(k, cells, [(0, 0), (first, total - first - kept)]), (extent, extent))
