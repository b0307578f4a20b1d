"""Convert Interp: enlargement by integers as copies, all else by tables, which are computed at run
time for axes of dynamic ratio.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import IntegerAttr, f32, i64
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ....dialects.kernel import interp as kernel
from ....dialects.kernel.attributes import SampleMode, SampleModeAttr
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.interp_table import InterpTableKernelOp
from ....dialects.kernel.sampling import TAPS
from ....dialects.ncnn.layers.interp import AxisSamples, InterpMode, InterpOp
from ....dialects.ncnn.rules.extent_products import added
from ....dialects.ncnn.shapes import shape_of
from ....dialects.symbols import extents_of
from ..building.kernel_builder import PARALLEL, KernelBuilder
from ..building.packed_image import on_packed_image
from ..building.symbolic_extents import is_number
from . import conversions
from .channels import first_argument


@conversions.register(InterpOp)
def interp(k: KernelBuilder, op: InterpOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Expand a vector to constant planes; treat rows of a matrix as images of one row each."""
    x, extents = operands[0], shape_of(op.input)
    dynamic = extents_of(op.input), extents_of(op.output)
    if len(extents) == 1 and dynamic[1] is None:
        return [constant_planes(k, x, shape_of(op.output))]
    if shape_of(op.output) == extents and dynamic[0] == dynamic[1]:
        return [x]
    check_identity(k, op)
    rows, columns = op.source_coordinates()
    if len(extents) == 2:
        rows = AxisSamples(rows.indices[:1], rows.weights[:1])
    height, width = op.input_size()
    image = extents[0], height if len(extents) == 3 else 1, width
    y = on_packed_image(k, x, image, lambda packed: resampled(k, op, packed, rows, columns))
    return [k.view(y, shape_of(op.output)) if len(extents) == 2 else y]


def constant_planes(k: KernelBuilder, x: SSAValue, out: tuple[int, ...]) -> SSAValue:
    """Expand `c` to `c,h,w`."""
    maps = [AffineMap(3, 0, (AffineExpr.dimension(0),)), AffineMap.identity(3)]
    return k.generic([x], k.empty(out, x.type), maps, [PARALLEL] * 3, first_argument)


def dynamic_axis(op: InterpOp, axis: int) -> tuple[AffineExpr, AffineExpr]:
    """Return the extents of an axis (rows or columns) of the input and of the output."""
    one, rank = AffineExpr.constant(1), len(shape_of(op.input))
    if rank == 2 and axis == 0:
        return one, one

    def along(value: SSAValue) -> AffineExpr:
        dynamic = extents_of(value)
        if dynamic is not None:
            return dynamic.results[axis - 2]
        return AffineExpr.constant(shape_of(value)[axis - 2])

    return one if rank == 1 else along(op.input), along(op.output)


def check_identity(k: KernelBuilder, op: InterpOp) -> None:
    """
    Raises: ValueError if scales may leave the sizes of a run unchanged: all cells are then copied.
    """
    products, is_scaled = k.extents.products, False
    for axis, scale in enumerate(op.scales()):
        size, outputs = map(products.polynomial, dynamic_axis(op, axis))
        least, _ = products.bounds(size)
        low, high = products.bounds(added(outputs, size, -1))
        if op.is_scaled(axis):
            may_stay, is_scaled = 0 <= least * (scale - 1) < 1, is_scaled or scale != 1
        else:
            may_stay = low <= 0 <= high
        if not may_stay:
            return
    if is_scaled:
        raise ValueError("enlarges by so little that sizes that a run may tell stay as they are")


def has_fixed_ratio(k: KernelBuilder, op: InterpOp, axis: int) -> bool:
    """Return whether the sampling distance is the same for all possible sizes."""
    size, outputs = dynamic_axis(op, axis)
    if (is_number(size) and is_number(outputs)) or len(shape_of(op.input)) == 1:
        return True
    planned = (n[axis - 2] for n in (shape_of(op.input), shape_of(op.output)))
    is_aligned = op.align_corner is not None and op.mode.data is not InterpMode.NEAREST
    if is_aligned or op.is_scaled(axis):
        return not is_aligned
    products, (cells, count) = k.extents.products, planned
    return products.polynomial(size * count) == products.polynomial(outputs * cells)


def resampled(
    k: KernelBuilder, op: InterpOp, x: SSAValue, rows: AxisSamples, columns: AxisSamples
) -> SSAValue:
    """Resample `c/p,h,w,p` to `c/p,oh,ow,p`."""
    blocks, height, width, lanes = buffer_shape(x)
    are_fixed = [has_fixed_ratio(k, op, axis) for axis in range(2)]
    factors = enlargement(rows, height), enlargement(columns, width)
    if all(factors) and all(are_fixed) and len(shape_of(op.input)) > 1:
        return enlarged(k, x, *factors)
    pairs = [
        constant_table(k, samples) if is_fixed else dynamic_table(k, op, axis)
        for axis, (samples, is_fixed) in enumerate(zip((rows, columns), are_fixed, strict=True))
    ]
    is_weighted = rows.indices.shape[1] > 1 or columns.indices.shape[1] > 1
    is_weighted |= not all(are_fixed) and op.mode.data is not InterpMode.NEAREST
    tables = [pair[n] for n in range(1 + is_weighted) for pair in pairs]
    y = k.empty((blocks, len(rows), len(columns), lanes), x.type)
    return k.insert_bounded(
        kernel.InterpKernelOp.make([x, *tables], [y]), dynamic_bounds(k, op, x, y)
    )


def constant_table(k: KernelBuilder, samples: AxisSamples) -> tuple[SSAValue, ...]:
    """Return the table of an axis of static scale, perhaps of dynamic extent."""
    return k.constant("indices", samples.indices), k.constant("weights", samples.weights)


def dynamic_table(k: KernelBuilder, op: InterpOp, axis: int) -> tuple[SSAValue, ...]:
    """Return the table of an axis of dynamic scale, which is computed in each run."""
    mode = SampleMode(op.mode.data.value)
    types = [i64] if mode is SampleMode.NEAREST else [i64, f32]
    shape = shape_of(op.output)[axis - 2], TAPS[mode]
    properties = {
        "mode": SampleModeAttr(mode),
        "size": IntegerAttr(op.input_size()[axis], i64),
        "align_corner": None if mode is SampleMode.NEAREST else op.align_corner,
    }
    empty = [k.empty(shape, type) for type in types]
    size, outputs = dynamic_axis(op, axis)
    table = InterpTableKernelOp.make([], empty, properties)
    k.insert_bounded(table, [outputs, size])
    return tuple(table.results)


def dynamic_bounds(
    k: KernelBuilder, op: InterpOp, x: SSAValue, y: SSAValue
) -> Sequence[AffineExpr] | None:
    """Return the bounds of the output, and the input's rows and columns; None if all are static."""
    if extents_of(op.output) is None and not k.extents.is_symbolic(x):
        return None
    blocks, _, _, lanes = map(AffineExpr.constant, buffer_shape(y))
    rows, columns = (dynamic_axis(op, axis)[1] for axis in range(2))
    return [blocks, rows, columns, lanes, *k.extents.of(x)[1:3]]


def enlargement(samples: AxisSamples, size: int) -> int:
    """Return the number of repetitions of each cell of an axis; 0 if they differ."""
    factor = len(samples) // size
    repeated = np.repeat(np.arange(size), factor)[:, None]
    return factor if np.array_equal(samples.indices, repeated) else 0


def enlarged(k: KernelBuilder, x: SSAValue, rows: int, columns: int) -> SSAValue:
    """Repeat each pixel as a block of `rows` x `columns` pixels."""
    blocks, height, width, lanes = buffer_shape(x)
    y = k.empty((blocks, height, rows, width, columns, lanes), x.type)
    block, i, _, j, _, lane = (AffineExpr.dimension(d) for d in range(6))
    maps = [AffineMap(6, 0, (block, i, j, lane)), AffineMap.identity(6)]
    y = k.generic([x], y, maps, [PARALLEL] * 6, first_argument)
    return k.view(y, (blocks, height * rows, width * columns, lanes))
