"""Convert GridSample, with packed channels for any layout of the blobs."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.gridsample import GridSampleKernelOp
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.layers.gridsample import GridSampleOp
from ....dialects.ncnn.shapes import shape_of
from ....dialects.symbols import extents_of
from ..building.kernel_builder import KernelBuilder
from ..building.packed_image import on_packed_image
from . import conversions


@conversions.register(GridSampleOp)
def grid_sample(
    k: KernelBuilder, op: GridSampleOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """View a volume as an image of the rows of all its planes; an image has one plane."""
    x, grid = operands
    channels, *sizes = shape_of(op.input)
    _, *out = shape_of(op.output)

    def sampled(packed: SSAValue) -> SSAValue:
        blocks, pack = buffer_shape(packed)[0], buffer_shape(packed)[-1]
        source, result = ([1, *extents][-3:] for extents in (sizes, out))
        y = GridSampleKernelOp.make(
            [k.view(packed, (blocks, *source, pack)), grid],
            [k.empty((blocks, *result, pack), packed.type)],
            {
                "mode": op.mode,
                "padding": op.padding,
                "align_corner": op.align_corner,
                "planar": op.planar,
            },
        )
        result = k.insert_bounded(y, dynamic_bounds(k, op, y))
        return k.view(result, (blocks, prod(out[:-1]), out[-1], pack))

    image = channels, prod(sizes[:-1]), sizes[-1]
    if pack_of(op.input.type) > 1:
        return [sampled(x)]
    return [k.view(on_packed_image(k, k.view(x, image), image, sampled), shape_of(op.output))]


def dynamic_bounds(
    k: KernelBuilder, op: GridSampleOp, kernel: GridSampleKernelOp
) -> Sequence[AffineExpr] | None:
    """Return the bounds of the output and of the input's pixels; None if all are static."""
    dynamic = extents_of(op.output)
    if dynamic is None and not any(map(k.extents.is_symbolic, kernel.inputs)):
        return None
    bounds = list(map(AffineExpr.constant, buffer_shape(kernel.outputs[0])))
    if dynamic is not None:
        pixels = dynamic.results[1:]
        bounds[4 - len(pixels) : 4] = pixels
    return [*bounds, *k.extents.of(kernel.inputs[0])[1:4]]
