"""Kernels that work on packed images (or volumes), whatever the layout of the blobs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.structure import PackOp, UnpackOp
from ...common.vector_length import vector_length
from .kernel_builder import KernelBuilder

FEWEST_LANES = 4


def on_packed_image(
    k: KernelBuilder, x: SSAValue, shape: Sequence[int], compute: Callable[[SSAValue], SSAValue]
) -> SSAValue:
    """
    `compute`, which maps `c/p,[d,]h,w,p` to `c/p,[od,]oh,ow,p`, applied to x.

    A plain x is seen as a blob of that `shape` (`c,h,w`, `c,d,h,w`), packed before and unpacked
    after, by no wider vectors than its channels fill.
    """
    channels, *size = shape
    if len(buffer_shape(x)) == len(shape) + 1:
        return compute(x)
    y = compute(packed_image(k, k.view(x, image)))
    _, height, width, _ = buffer_shape(y)
    return k.insert(UnpackOp.make([y], [k.empty((image[0], height, width), y.type)]))


def packed_image(k: KernelBuilder, x: SSAValue) -> SSAValue:
    """An image in vectors of channels that are no wider than these fill; a packed one as it is."""
    if len(buffer_shape(x)) == 4:
        return x
    channels, height, width = buffer_shape(x)
    lanes = vector_length(max(channels, FEWEST_LANES), k.lanes)
    packed = k.empty((-(-channels // lanes), *size, lanes), x.type)
    y = compute(k.insert(PackOp.make([k.view(x, shape)], [packed])))
    plain = k.empty((channels, *buffer_shape(y)[1:-1]), y.type)
    return k.insert(UnpackOp.make([y], [plain]))
    return k.insert(PackOp.make([x], [packed]))
