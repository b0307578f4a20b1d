"""Convert Pooling: windows as runs with equal steps, whole channels as a reduction."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr

from ....dialects.constraints import int_array
from ....dialects.element_types import element_of
from ....dialects.kernel import pooling as kernel
from ....dialects.kernel.attributes import AxisReduction
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.pooling import WindowRun, window_runs
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.families.pooling_nd import PoolingND
from ....dialects.ncnn.families.pooling_windows import (
    AxisWindows,
    PadMode,
    PoolingKind,
    adaptive_windows,
)
from ....dialects.ncnn.layers.pooling import PoolingOp
from ....dialects.ncnn.layers.pooling3d import Pooling3DOp
from ....dialects.ncnn.rules.axes import REST
from ....dialects.ncnn.shapes import shape_of
from ....dialects.symbols import extents_of
from ..building.kernel_builder import KernelBuilder
from ..building.packed_image import on_packed_image
from ..building.symbolic_extents import is_number
from . import conversions
from .reduction import is_counted_by_run, reduce_axis, unchanged

MAX_CODES = 64
"""Largest number of specializations: row runs times column runs."""


@conversions.register(PoolingOp, Pooling3DOp)
def pooling(
    k: KernelBuilder, op: PoolingOp | Pooling3DOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Pool packed windows, for any layout of the blobs."""
    if op.is_global is not None:
        return [global_pooling(k, op, operands[0])]
    return [on_packed_image(k, operands[0], shape_of(op.input), lambda x: pool_axes(k, op, x))]


def pool_axes(k: KernelBuilder, op: PoolingOp | Pooling3DOp, x: SSAValue) -> SSAValue:
    """Pool each slice of a volume, then along the depth, which reads fewer cells."""
    *slices, rows, columns = op.windows()
    if not slices:
        return pool_windows(k, op, x, rows, columns)
    blocks, depth, height, width, lanes = buffer_shape(x)
    flat = pool_windows(k, op, k.view(x, (blocks * depth, height, width, lanes)), rows, columns)
    pixels = len(rows) * len(columns)
    along = single_windows(pixels)
    y = pool_windows(k, op, k.view(flat, (blocks, depth, pixels, lanes)), slices[0], along)
    return k.view(y, (blocks, len(slices[0]), len(rows), len(columns), lanes))


def dynamic_windows(op: PoolingND) -> list[int]:
    """Describe windows by the rows and columns known at run time."""
    if op.is_adaptive:
        sizes = op.along_axes("adaptive_size")
        return [n for size in sizes for n in ((1, 1, 0, 1) if size == REST else (0, 0, 0, 0))]
    numbers: list[int] = []
    for axis, cells in zip(op.sliding(), shape_of(op.input)[1:], strict=True):
        before, is_same = axis.before, axis.pad_mode in (PadMode.SAME_UPPER, PadMode.SAME_LOWER)
        if is_same:
            before, _, _ = axis.borders(cells)
        numbers += [axis.kernel, axis.stride, before, int(axis.counts_padding or is_same)]
    return numbers


def pooled_bounds(
    k: KernelBuilder, op: PoolingND, x: SSAValue, y: SSAValue
) -> Sequence[AffineExpr]:
    """
    Return the bounds of a kernel on images: those of the output, and the input's rows and columns.
    """
    if op.SPATIAL_AXES != 2:
        raise ValueError("takes no extents known at run time of volumes")
    blocks, _, _, lanes = map(AffineExpr.constant, buffer_shape(y))
    dynamic = extents_of(op.output)
    size = dynamic.results[1:] if dynamic else map(AffineExpr.constant, buffer_shape(y)[1:3])
    return [blocks, *size, lanes, *k.extents.of(x)[1:3]]


def single_windows(size: int) -> AxisWindows:
    return adaptive_windows(size, size)


def pool_windows(
    k: KernelBuilder, op: PoolingND, x: SSAValue, rows: AxisWindows, columns: AxisWindows
) -> SSAValue:
    """Append the kernel, with runs of windows or, if there are too many, with tables."""
    blocks, height, width, lanes = buffer_shape(x)
    is_same = element_of(x.type) == element_of(op.output.type) and not k.extents.is_symbolic(x)
    if is_same and (rows, columns) == (single_windows(height), single_windows(width)):
        return x
    y = k.empty((blocks, len(rows), len(columns), lanes), op.output.type)
    row_runs, column_runs = (window_runs(w.starts, w.ends, w.counts) for w in (rows, columns))
    inputs = [x]
    dynamic = dynamic_windows(op) if k.extents.is_symbolic(x) else []
    if dynamic:
        row_runs, column_runs = row_runs if dynamic[0] else [], column_runs if dynamic[4] else []
    elif len(row_runs) * len(column_runs) > MAX_CODES:
        inputs += window_tables(k, rows, columns)
        row_runs, column_runs = [], []
    properties = {
        "kind": op.kind,
        "rows": int_array(_flat(row_runs)),
        "columns": int_array(_flat(column_runs)),
    }
    bounds = None
    if dynamic:
        properties["dynamic"] = int_array(dynamic)
        bounds = pooled_bounds(k, op, x, y)
    return k.insert_bounded(kernel.PoolingKernelOp.make(inputs, [y], properties), bounds)


def _flat(runs: list[WindowRun]) -> list[int]:
    return [v for r in runs for v in (r.windows, r.start, r.step, r.extent, r.count)]


def window_tables(k: KernelBuilder, rows: AxisWindows, columns: AxisWindows) -> list[SSAValue]:
    """Return tables of starts and ends of all windows, and of the reciprocals of their counts."""
    starts, ends = (*rows.starts, *columns.starts), (*rows.ends, *columns.ends)
    bounds = np.stack([starts, np.maximum(starts, ends)], axis=1).astype(np.int64)
    with np.errstate(divide="ignore"):
        factors = 1 / np.array((*rows.counts, *columns.counts), np.float32)
    return [k.constant("windows", bounds), k.constant("factors", factors)]


def global_pooling(k: KernelBuilder, op: PoolingND, x: SSAValue) -> SSAValue:
    """Reduce all pixels: packed `c/p,h,w,p` to `c/p,p`, or plain to plain."""
    lanes = pack_of(op.output.type)
    outer, *pixels = buffer_shape(x)[: 1 + op.SPATIAL_AXES]
    if k.extents.is_symbolic(x):
        return k.view(dynamic_global_pooling(k, op, x), (outer, lanes) if lanes > 1 else (outer,))
    view, like = k.view(x, (outer, prod(pixels), lanes)), op.output.type
    if op.kind.data is not PoolingKind.AVG:
        result = reduce_axis(k, view, AxisReduction.MAX, unchanged, like)
    else:
        factor = 1.0 / prod(pixels)
        result = reduce_axis(k, view, AxisReduction.SUM, lambda value: value * factor, like)
    return k.view(result, (outer, lanes) if lanes > 1 else (outer,))


def dynamic_global_pooling(k: KernelBuilder, op: PoolingND, x: SSAValue) -> SSAValue:
    """
    Reduce the pixels of channels to their maximum or mean, one axis after the other, the dynamic
    axis first. Raises: ValueError for volumes.
    """
    if op.SPATIAL_AXES != 2:
        raise ValueError("takes no extents known at run time of volumes")
    blocks, rows, columns, *packed = buffer_shape(x)
    lanes, like, is_mean = prod(packed), op.output.type, op.kind.data is PoolingKind.AVG
    _, dynamic_rows, dynamic_columns, *_ = k.extents.of(x)

    def reduced(value: SSAValue) -> SSAValue:
        if not is_mean:
            return reduce_axis(k, value, AxisReduction.MAX, unchanged, like)
        if is_counted_by_run(k, value):
            return reduce_axis(k, value, AxisReduction.MEAN, unchanged, like)
        factor = 1.0 / buffer_shape(value)[1]
        return reduce_axis(k, value, AxisReduction.SUM, lambda v: v * factor, like)

    if is_number(dynamic_rows):
        of_rows = reduced(k.view(x, (blocks * rows, columns, lanes)))
        return reduced(k.view(of_rows, (blocks, rows, lanes)))
    if is_number(dynamic_columns):
        of_columns = reduced(k.view(x, (blocks, rows, columns * lanes)))
        return reduced(k.view(of_columns, (blocks, columns, lanes)))
    x = k.view(x, (blocks, rows, columns, lanes))
    y = k.empty((blocks, 1, 1, lanes), like)
    whole = [0, 0, 0, 0]
    properties = {
        "kind": op.kind,
        "rows": int_array([]),
        "columns": int_array([]),
        "dynamic": int_array(2 * whole),
    }
    ends = [*map(AffineExpr.constant, buffer_shape(y)), dynamic_rows, dynamic_columns]
    return k.insert_bounded(kernel.PoolingKernelOp.make([x], [y], properties), ends)
