"""LayerNorm and RMSNorm: rows of a plain tensor."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import SSAValue

from ....dialects.kernel.layernorm import NormalizeRowsOp
from ....dialects.ncnn.base import shape_of
from ....dialects.ncnn.layers.layernorm import LayerNormOp, RowNormalizationOp
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(RowNormalizationOp)
def normalization(
    k: KernelBuilder, op: RowNormalizationOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Normalize rows: elements that are normalized together."""
    full = shape_of(op.operands[0])
    flat = (prod(full) // op.run_length(), op.run_length())
    x, *vectors = operands
    properties = {
        "eps": op.eps,
        "centred": UnitAttr() if isinstance(op, LayerNormOp) else None,
    }
    kernel = NormalizeRowsOp.make([k.view(x, flat), *vectors], [k.empty(flat, x.type)], properties)
    return [k.view(k.insert(kernel), full)]
