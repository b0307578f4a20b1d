"""The places of the maxima of a pooling, and unpooling; no layers of ncnn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def

from ...constraints import I64Array, int_list
from ..assembly import FUNCTION_TYPE, INPUT_TO_OUTPUT
from ..base import NcnnOp
from ..errors import ShapeError
from ..families.pooling_windows import check_pooling_pads, check_window_count
from ..layer import LayerFamily
from ..rules.window import check_steps
from ..shapes import AnyTensor, Shape, shape_of

MOST_CELLS = 1 << 24
"""Cells of a channel whose numbers float32 holds."""


@irdl_op_definition
class PoolingIndexOp(NcnnOp):
    """
    `ncnn.pooling_index %x kernel [3, 3] stride [2, 2] pad [1, 1, 1, 1]`: find each maximum.

    The result is the number of the first largest cell of each window, counted by rows from 0 in
    its channel, as a float. NaN is never the largest; a window of nothing else gives its first
    cell. `pad` is `[top, left, bottom, right]`; partial windows at the end are dropped.

    Shapes: `c,h,w` to `c,oh,ow`.
    """

    name = "ncnn.pooling_index"
    input = operand_def(AnyTensor)
    kernel = prop_def(I64Array)
    stride = prop_def(I64Array)
    pad = prop_def(I64Array)
    output = result_def(AnyTensor)
    assembly_format = f"$input `kernel` $kernel `stride` $stride `pad` $pad {INPUT_TO_OUTPUT}"
    FAMILY: ClassVar = LayerFamily.POOLING
    RANK: ClassVar = 3
    SUPPORTS_PACKING: ClassVar = True

    def infer_shapes(self) -> list[Shape]:
        properties = (int_list(p) for p in (self.kernel, self.stride, self.pad))
        return [pooling_index_shape(shape_of(self.input), *properties)]


def pooling_index_shape(
    shape: Shape, kernel: Sequence[int], stride: Sequence[int], pad: Sequence[int]
) -> Shape:
    """Shapes: `c,h,w` to `c,oh,ow`. Raises: ShapeError for impossible windows."""
    if (len(kernel), len(stride), len(pad)) != (2, 2, 4):
        raise ShapeError("kernel and stride have 2 numbers, pad has 4")
    if len(shape) != 3:
        raise ShapeError(f"input must have 3 dimensions, not {len(shape)}")
    if shape[1] * shape[2] > MOST_CELLS:
        raise ShapeError(f"{shape[1]}x{shape[2]} cells have numbers beyond {MOST_CELLS}")
    check_steps(kernel=kernel, stride=stride)
    check_pooling_pads(pad)
    if any(2 * cells > size for cells, size in zip(pad, [*kernel, *kernel], strict=True)):
        raise ShapeError(f"pads {list(pad)} exceed half of the kernel {list(kernel)}")
    counts: list[int] = []
    for axis, size in enumerate(shape[1:]):
        room = size + pad[axis] + pad[axis + 2] - kernel[axis]
        if room < 0:
            raise ShapeError(f"kernel {kernel[axis]} exceeds the padded input of {size}")
        counts.append(room // stride[axis] + 1)
        check_window_count(counts[-1])
    return (shape[0], *counts)


@irdl_op_definition
class UnpoolOp(NcnnOp):
    """
    `ncnn.unpool %x, %index size [8, 8]`: put each cell at the place that its index says.

    Places are numbers, counted by rows from 0 in each channel of the result. All other cells are
    0. Of several cells with one place the last counts; a cell without a place in the result is
    left out.

    Shapes: x and index `c,h,w` to `c,oh,ow`.
    """

    name = "ncnn.unpool"
    input = operand_def(AnyTensor)
    index = operand_def(AnyTensor)
    size = prop_def(I64Array)
    output = result_def(AnyTensor)
    assembly_format = f"$input `,` $index `size` $size {FUNCTION_TYPE}"
    FAMILY: ClassVar = LayerFamily.POOLING
    RANK: ClassVar = "input"

    def infer_shapes(self) -> list[Shape]:
        return [unpool_shape(shape_of(self.input), shape_of(self.index), int_list(self.size))]


def unpool_shape(shape: Shape, index: Shape, size: Sequence[int]) -> Shape:
    """Shapes: x and index `c,h,w` to `c,oh,ow`. Raises: ShapeError for what does not fit."""
    if len(shape) != 3 or index != shape:
        raise ShapeError(f"input and index have shapes {list(shape)} and {list(index)}")
    if len(size) != 2 or min(size) < 1 or size[0] * size[1] > MOST_CELLS:
        raise ShapeError(f"size {list(size)} must be 2 numbers, of at most {MOST_CELLS} cells")
    return (shape[0], *size)
