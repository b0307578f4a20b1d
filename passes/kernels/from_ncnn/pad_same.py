"""Convert padding whose size is known at run time: copy the input, and fill boxes around it."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineExpr

from ....dialects.constraints import int_list
from ....dialects.ncnn.internal.pad_same import PadSameOp
from ....dialects.symbols import first_cell_of
from ...common.strides import row_major_strides
from ..building.common_axes import ZERO, BoxCopy, Place
from ..building.kernel_builder import KernelBuilder
from ..building.symbolic_boxes import linear, physical_extents, put_box
from ..building.symbolic_padding import replaced
from . import conversions
from .channels import result_shape
from .padding import constant_vectors


@conversions.register(PadSameOp)
def pad_same(k: KernelBuilder, op: PadSameOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Fill two boxes of the border along each axis; boxes overlap at corners."""
    first = first_cell_of(op)
    if first is None:
        raise ValueError("pads by numbers; a convolution or a pooling does so itself")
    x, planned = operands[0], result_shape(op.output)
    strides, result = row_major_strides(planned), physical_extents(op.output)
    lanes = [ZERO] * (len(planned) - len(first.results))
    before = [k.extents.products.simplified(cell * -1) for cell in first.results] + lanes
    y = put_box(k, x, k.empty(planned, x.type), before, result)
    filled = constant_vectors(k, (1,), op.value, x.type)
    steps, nothing = list(map(AffineExpr.constant, strides)), [ZERO] * len(planned)
    axes = len(first.results) - len(int_list(op.kernel))
    for axis, kernel in enumerate(int_list(op.kernel), axes):
        end = before[axis] + k.extents.of(x)[axis]
        for begin, cells in ((ZERO, before[axis]), (end, result[axis] + end * -1)):
            count = k.extents.products.simplified(cells)
            most = count.value if isinstance(count, AffineConstantExpr) else kernel - 1
            if not most:
                continue
            size = (*planned[:axis], most, *planned[axis + 1 :])
            place = Place(linear(replaced(nothing, axis, begin), strides), steps)
            box = BoxCopy(size, replaced(result, axis, count), Place(ZERO, nothing), place)
            y = k.strided_copy(filled, y, box, result)
    return [y]
