"""Lower Crop to copies with an offset in the input."""

from __future__ import annotations

from ....dialects.constraints import int_list
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.crop import CropKernelOp
from ....dialects.target.records import Target
from ...common.strides import row_major_strides
from ...common.target import lanes_for
from ..emit.building.builder import LoopBuilder
from ..emit.building.loop_nest import AffineAccess, Nest, emit_nest
from . import loops


@loops.register(CropKernelOp)
def crop(b: LoopBuilder, op: CropKernelOp, target: Target) -> None:
    """Append one loop nest."""
    x, y = op.inputs[0], op.outputs[0]
    extents = buffer_shape(y)
    strides = row_major_strides(buffer_shape(x))
    first = sum(o * s for o, s in zip(int_list(op.offsets), strides, strict=True))
    accesses = (
        AffineAccess(x, first, tuple(strides)),
        AffineAccess(y, 0, tuple(row_major_strides(extents))),
    )
    nest = Nest(extents, b.extents(op, extents), accesses)
    emit_nest(b, nest, lanes_for(target, x.type), lambda values: values[0])
