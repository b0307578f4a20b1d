"""Convert Unfold and Fold: windows to columns, and back."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

from ....dialects.constraints import int_array
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.fold import FoldKernelOp
from ....dialects.ncnn.layers.unfold import FoldOp, UnfoldOp
from ....dialects.ncnn.shapes import shape_of
from ...common.errors import OperationError
from ...common.strides import row_major_strides
from ..building.common_axes import ZERO, BoxCopy, Place
from ..building.kernel_builder import PARALLEL, KernelBuilder
from . import conversions
from .matmul import first_argument
from .permute import transposed


@conversions.register(UnfoldOp)
def unfold(k: KernelBuilder, op: UnfoldOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """
    Append a `linalg.generic` that reads `c, i * stride + u * dilation, j * stride + v * dilation`.
    """
    if any(op.resolved_pads()):
        raise OperationError(op, "pads must be a layer of their own: run expand-unfold-pads")
    x = k.view(operands[0], op.image_shape())
    kernel, counts = op.along_axes("kernel"), op.window_counts()
    if k.extents.is_symbolic(x):
        return [k.view(symbolic_windows(k, op, x), shape_of(op.output))]
    channel, *rest = (AffineExpr.dimension(d) for d in range(5))
    taps, windows = rest[:2], rest[2:]
    steps = zip(windows, op.along_axes("stride"), taps, op.along_axes("dilation"), strict=True)
    cells = [window * stride + tap * dilation for window, stride, tap, dilation in steps]
    maps = [AffineMap(5, 0, (channel, *cells)), AffineMap.identity(5)]
    y = k.empty((op.image_shape()[0], *kernel, *counts), x.type)
    y = k.generic([x], y, maps, [PARALLEL] * 5, first_argument)
    return [k.view(y, shape_of(op.output))]


def symbolic_windows(k: KernelBuilder, op: UnfoldOp, x: SSAValue) -> SSAValue:
    """Copy an image with extents known at run time to `c,kh,kw,rows,columns`."""
    planned = (buffer_shape(x)[0], *op.along_axes("kernel"), *op.window_counts())
    sizes, strides = k.extents.of(x)[1:], op.along_axes("stride")
    counts = [
        (size + (-cells)) // stride + 1
        for size, cells, stride in zip(sizes, op.window_extents(), strides, strict=True)
    ]
    extents = (*map(AffineExpr.constant, planned[:3]), *counts)
    channel, *steps = row_major_strides(buffer_shape(x))
    taps, windows = (
        [factor * step for factor, step in zip(op.along_axes(name), steps, strict=True)]
        for name in ("dilation", "stride")
    )
    source, to = (
        Place(ZERO, list(map(AffineExpr.constant, strides)))
        for strides in ((channel, *taps, *windows), row_major_strides(planned))
    )
    box = BoxCopy(planned, extents, source, to)
    return k.strided_copy(x, k.empty(planned, x.type), box, extents)


@conversions.register(FoldOp)
def fold(k: KernelBuilder, op: FoldOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """
    Append a permutation if windows tile the output, else one kernel on rows `c,kh,kw,windows`.
    """
    shape = shape_of(op.output)
    x = k.view(operands[0], (shape[0], *op.along_axes("kernel"), *op.window_counts()))
    if tiles(op):
        return [k.view(transposed(k, x, (0, 3, 1, 4, 2)), shape)]
    properties = {
        "stride": int_array(op.along_axes("stride")),
        "dilation": int_array(op.along_axes("dilation")),
        "pad": int_array(op.along_axes("pad")[:2]),
    }
    return [k.insert(FoldKernelOp.make([x], [k.empty(shape, x.type)], properties))]


def tiles(op: FoldOp) -> bool:
    """Return whether cells of the output and taps of windows correspond one to one."""
    kernel, steps = op.along_axes("kernel"), op.along_axes("stride")
    extents = [size * count for size, count in zip(kernel, op.window_counts(), strict=True)]
    near = all(size == 1 or d == 1 for size, d in zip(kernel, op.along_axes("dilation")))
    dense = all(size == step for size, step in zip(kernel, steps))
    return (
        near and dense and not any(op.along_axes("pad")) and extents == [*shape_of(op.output)[1:]]
    )
