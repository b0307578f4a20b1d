"""Interp: whole-number enlargements as copies, all else by tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ....dialects.kernel import interp as kernel
from ....dialects.kernel.base import buffer_shape
from ....dialects.ncnn.layers.interp import AxisSamples, InterpOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import PARALLEL, KernelBuilder
from ..building.packed_image import on_packed_image
from . import conversions
from .channels import first_argument


@conversions.register(InterpOp)
def interp(k: KernelBuilder, op: InterpOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """A vector becomes constant planes; the rows of a matrix are images of one row each."""
    x, extents = operands[0], shape_of(op.input)
    if len(extents) == 1:
        return [constant_planes(k, x, shape_of(op.output))]
    rows, columns = op.source_coordinates()
    if shape_of(op.output) == extents:
        return [x]
    image = (extents[0], *extents[1:]) if len(extents) == 3 else (extents[0], 1, extents[1])
    if len(extents) == 2:
        rows = AxisSamples(rows.indices[:1], rows.weights[:1])
    y = on_packed_image(k, x, image, lambda packed: resampled(k, packed, rows, columns))
    return [y if len(extents) == 3 else k.view(y, shape_of(op.output))]


def constant_planes(k: KernelBuilder, x: SSAValue, out: tuple[int, ...]) -> SSAValue:
    """`c` to `c,h,w`."""
    maps = [AffineMap(3, 0, (AffineExpr.dimension(0),)), AffineMap.identity(3)]
    return k.generic([x], k.empty(out, x.type), maps, [PARALLEL] * 3, first_argument)


def resampled(k: KernelBuilder, x: SSAValue, rows: AxisSamples, columns: AxisSamples) -> SSAValue:
    """`c/p,h,w,p` to `c/p,oh,ow,p`."""
    blocks, height, width, lanes = buffer_shape(x)
    factors = enlargement(rows, height), enlargement(columns, width)
    if all(factors):
        return enlarged(k, x, *factors)
    tables = [k.constant("rows", rows.indices), k.constant("columns", columns.indices)]
    if rows.indices.shape[1] > 1 or columns.indices.shape[1] > 1:
        tables += [k.constant("row_weights", rows.weights)]
        tables += [k.constant("column_weights", columns.weights)]
    y = k.empty((blocks, len(rows), len(columns), lanes), x.type)
    return k.insert(kernel.InterpKernelOp.make([x, *tables], [y]))


def enlargement(samples: AxisSamples, size: int) -> int:
    """Return the number of repetitions of every cell of an axis; 0 if they differ."""
    factor = len(samples) // size
    repeated = np.repeat(np.arange(size), factor)[:, None]
    return factor if np.array_equal(samples.indices, repeated) else 0


def enlarged(k: KernelBuilder, x: SSAValue, rows: int, columns: int) -> SSAValue:
    """Every pixel as a block of `rows` x `columns` pixels."""
    blocks, height, width, lanes = buffer_shape(x)
    y = k.empty((blocks, height, rows, width, columns, lanes), x.type)
    block, i, _, j, _, lane = (AffineExpr.dimension(d) for d in range(6))
    maps = [AffineMap(6, 0, (block, i, j, lane)), AffineMap.identity(6)]
    y = k.generic([x], y, maps, [PARALLEL] * 6, first_argument)
    return k.view(y, (blocks, height * rows, width * columns, lanes))
