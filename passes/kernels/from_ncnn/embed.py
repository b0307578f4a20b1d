"""Convert Embed to a lookup of rows in a table."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.kernel.gather_rows import GatherRowsKernelOp
from ....dialects.ncnn.internal.stored_matrices import LookupOp
from ....dialects.ncnn.layers.embed import EmbedOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(EmbedOp)
def embed(k: KernelBuilder, op: EmbedOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Append one kernel, for the words and the used rows."""
    named = dict(zip(op.operands, operands, strict=True))
    words, table = operands[:2]
    stored = op.weight.owner
    if isinstance(stored, LookupOp):
        table = stored.places
    more = [named[v] for v in (op.weight_scale, op.bias) if v is not None]
    words = k.view(words, shape_of(op.words)[-1:])
    if isinstance(stored, LookupOp):
        more.insert(0, stored.codebook)
    table = k.view(table, (op.input_dim.value.data, shape_of(op.weight)[1]))
    y = k.empty(shape_of(op.output), op.output.type)
    return [k.insert(GatherRowsKernelOp.make([words, table, *more], [y]))]
