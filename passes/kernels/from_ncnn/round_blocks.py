"""Convert the rounding of blocks of rows through int8."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.ir import SSAValue

from ....dialects.kernel.round_rows import RoundRowsOp
from ....dialects.ncnn.internal.round_blocks import RoundBlocksOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(RoundBlocksOp)
def round_blocks(
    k: KernelBuilder, op: RoundBlocksOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Merge all outer axes into rows."""
    full = shape_of(op.input)
    flat = (prod(full[:-1]), full[-1])
    x = k.view(operands[0], flat)
    kernel = RoundRowsOp.make([x, *operands[1:]], [k.empty(flat, x.type)], {"size": op.size})
    return [k.view(k.insert(kernel), full)]
