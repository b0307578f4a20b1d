"""Interp: whole-number enlargements as copies, all else by tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ....dialects.kernel import interp as kernel
from ....dialects.kernel.base import buffer_shape
from ....dialects.ncnn.layers.interp import AxisSamples, InterpMode, InterpOp
from ....dialects.ncnn.shapes import shape_of
from ....dialects.symbols import extents_of
from ..building.kernel_builder import PARALLEL, KernelBuilder
from ..building.packed_image import on_packed_image
from ..building.symbolic_extents import is_number
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
    check_steps(k, op)
    y = on_packed_image(k, x, image, lambda packed: resampled(k, op, packed, rows, columns))
    return [y if len(extents) == 3 else k.view(y, shape_of(op.output))]


def constant_planes(k: KernelBuilder, x: SSAValue, out: tuple[int, ...]) -> SSAValue:
    """`c` to `c,h,w`."""
    maps = [AffineMap(3, 0, (AffineExpr.dimension(0),)), AffineMap.identity(3)]
    return k.generic([x], k.empty(out, x.type), maps, [PARALLEL] * 3, first_argument)


def check_steps(k: KernelBuilder, op: InterpOp) -> None:
    """Raises: ValueError where a run tells how far apart the sampled places are."""
    told = extents_of(op.input), extents_of(op.output)
    axes = len(shape_of(op.input)) - 1
    for axis in range(-axes, 0):
        size, outputs = (
            AffineExpr.constant(shape_of(v)[axis]) if map is None else map.results[axis]
            for v, map in zip((op.input, op.output), told, strict=True)
        )
        if is_number(size) and is_number(outputs):
            continue
        planned = shape_of(op.input)[axis], shape_of(op.output)[axis]
        products = k.extents.products
        scaled = products.polynomial(size * planned[1]), products.polynomial(outputs * planned[0])
        is_aligned = op.align_corner is not None and op.mode.data is not InterpMode.NEAREST
        if is_aligned or not (op.is_scaled(axis + 2) or scaled[0] == scaled[1]):
            raise ValueError("takes no extents known at run time that have no fixed ratio")


def resampled(
    k: KernelBuilder, op: InterpOp, x: SSAValue, rows: AxisSamples, columns: AxisSamples
) -> SSAValue:
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
    return k.insert_bounded(kernel.InterpKernelOp.make([x, *tables], [y]), told_bounds(k, op, x, y))


def told_bounds(
    k: KernelBuilder, op: InterpOp, x: SSAValue, y: SSAValue
) -> Sequence[AffineExpr] | None:
    """The bounds of the output, and of rows and columns of the input; None if a run tells none."""
    told = extents_of(op.output)
    if told is None:
        return None
    blocks, rows, columns, lanes = map(AffineExpr.constant, buffer_shape(y))
    rows, columns = told.results[-2:] if len(told.results) == 3 else (rows, told.results[-1])
    return [blocks, rows, columns, lanes, *k.extents.of(x)[1:3]]


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
