"""Convert LayerNorm and RMSNorm on rows of a plain tensor."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import SSAValue

from ....dialects.kernel.layernorm import NormalizeRowsOp
from ....dialects.ncnn.layers.layernorm import LayerNormOp, RowNormalizationOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from ..building.symbolic_extents import is_number
from . import conversions


@conversions.register(RowNormalizationOp)
def normalization(
    k: KernelBuilder, op: RowNormalizationOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Append a kernel on rows of elements that are normalized together."""
    full = shape_of(op.operands[0])
    length = op.run_length()
    flat = (prod(full) // length, length)
    x, *vectors = operands
    inside = next(d for d in range(len(full)) if prod(full[d:]) == length)
    dynamic = [d for d in range(inside) if not is_number(k.extents.of(x)[d])]
    if dynamic and dynamic[0] > 0:
        # With a dynamic number of rows, those of the outer axes are not evenly spaced.
        flat = (prod(full[: dynamic[0]]), prod(full[dynamic[0] :]) // length, length)
    properties = {
        "eps": op.eps,
        "centred": UnitAttr() if isinstance(op, LayerNormOp) else None,
    }
    kernel = NormalizeRowsOp.make([k.view(x, flat), *vectors], [k.empty(flat, x.type)], properties)
    return [k.view(k.insert(kernel), full)]
