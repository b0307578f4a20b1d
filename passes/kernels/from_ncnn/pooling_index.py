"""Convert the search for places of maxima on packed channels, and unpooling channel by channel."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.ir import SSAValue

from ....dialects.constraints import int_array, int_list
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.pooling_index import PoolingIndexKernelOp, UnpoolKernelOp
from ....dialects.ncnn.internal.pooling_index import PoolingIndexOp, UnpoolOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from ..building.packed_image import on_packed_image
from . import conversions


@conversions.register(PoolingIndexOp)
def pooling_index(
    k: KernelBuilder, op: PoolingIndexOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Append one kernel."""
    properties = {
        "kernel": op.kernel,
        "stride": op.stride,
        "pad": int_array(int_list(op.pad)[:2]),
    }

    def indices(packed: SSAValue) -> SSAValue:
        blocks, *_, lanes = buffer_shape(packed)
        result = k.empty((blocks, *shape_of(op.output)[1:], lanes), packed.type)
        return k.insert(PoolingIndexKernelOp.make([packed], [result], properties))

    return [on_packed_image(k, operands[0], shape_of(op.input), indices)]


@conversions.register(UnpoolOp)
def unpool(k: KernelBuilder, op: UnpoolOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Append one kernel, on rows of cells."""
    channels, *size = shape_of(op.input)
    out = shape_of(op.output)
    x, index = (k.view(value, (channels, prod(size))) for value in operands)
    result = k.empty((channels, prod(out[1:])), x.type)
    return [k.view(k.insert(UnpoolKernelOp.make([x, index], [result])), out)]
