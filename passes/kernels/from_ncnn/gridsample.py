"""GridSample: channels packed, whatever the layout of the blobs."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.gridsample import GridSampleKernelOp
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.layers.gridsample import GridSampleOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from ..building.packed_image import on_packed_image
from . import conversions


@conversions.register(GridSampleOp)
def grid_sample(
    k: KernelBuilder, op: GridSampleOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """A volume is an image whose rows are those of all its planes; an image has one plane."""
    x, grid = operands
    channels, *sizes = shape_of(op.input)
    _, *out = shape_of(op.output)
    count = prod(out)
    places = k.view(grid, (count, len(out)) if op.planar is None else (len(out), count))

    def sampled(packed: SSAValue) -> SSAValue:
        blocks, pack = buffer_shape(packed)[0], buffer_shape(packed)[-1]
        source, result = ([1, *extents][-3:] for extents in (sizes, out))
        y = GridSampleKernelOp.make(
            [k.view(packed, (blocks, *source, pack)), places],
            [k.empty((blocks, *result, pack), packed.type)],
            {
                "mode": op.mode,
                "padding": op.padding,
                "align_corner": op.align_corner,
                "planar": op.planar,
            },
        )
        return k.view(k.insert(y), (blocks, prod(out[:-1]), out[-1], pack))

    image = channels, prod(sizes[:-1]), sizes[-1]
    if pack_of(op.input.type) > 1:
        return [sampled(x)]
    return [k.view(on_packed_image(k, k.view(x, image), image, sampled), shape_of(op.output))]
