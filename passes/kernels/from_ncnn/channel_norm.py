"""Convert normalization across channels, packed or plain."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.constraints import int_attr
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.channel_norm import NormalizeChannelsOp
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.internal.channel_norm import ChannelNormOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(ChannelNormOp)
def channel_norm(
    k: KernelBuilder, op: ChannelNormOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """The places in a row; the operands have the input's layout."""
    x, *vectors = operands
    full, lanes = buffer_shape(x), pack_of(op.input.type)
    flat = (full[0], *k.pixel_axes(x, lanes), lanes)
    kernel = NormalizeChannelsOp.make(
        [k.view(x, flat), *(k.view(v, (full[0], lanes)) for v in vectors)],
        [k.empty(flat, x.type)],
        {"channels": int_attr(shape_of(op.input)[0]), "eps": op.eps, "centred": op.centred},
    )
    return [k.view(k.insert(kernel), full)]
