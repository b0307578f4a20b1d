"""Convert RotaryEmbed: rotate pairs of cells."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.rotary_embed import RotaryEmbedKernelOp
from ....dialects.ncnn.layers.rotaryembed import RotaryEmbedOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(RotaryEmbedOp)
def rotary_embed(
    k: KernelBuilder, op: RotaryEmbedOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Append one kernel; angles without row axis count as one row."""
    x, *angles = operands
    x = k.view(x, op.heads_and_rows())
    rows = [k.view(v, (1, *shape)[-2:]) for v in angles for shape in [buffer_shape(v)]]
    apart = UnitAttr() if op.turns_halves_apart() else None
    properties = {"interleaved": op.interleaved, "apart": apart}
    y = k.empty(op.heads_and_rows(), x.type)
    turned = k.insert(RotaryEmbedKernelOp.make([x, *rows], [y], properties))
    return [k.view(turned, shape_of(op.output))]
