"""Apply kernels for packed images (or volumes) to blobs of any layout."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.structure import PackOp, UnpackOp
from ...common.geometry.packed_channels import packed_lanes
from .kernel_builder import KernelBuilder


def on_packed_image(
    k: KernelBuilder, x: SSAValue, shape: Sequence[int], compute: Callable[[SSAValue], SSAValue]
) -> SSAValue:
    """
    Apply `compute`, which maps `c/p,[d,]h,w,p` to `c/p,[od,]oh,ow,p`, to x.

    A plain x is viewed as a blob of `shape` (`c,h,w`, `c,d,h,w`), packed before and unpacked
    after, in vectors no wider than the number of channels requires.
    """
    if len(buffer_shape(x)) == len(shape) + 1:
        return compute(x)
    y = compute(packed_image(k, k.view(x, shape), len(shape) - 1))
    plain = k.empty((shape[0], *buffer_shape(y)[1:-1]), y.type)
    return k.insert(UnpackOp.make([y], [plain]))


def packed_image(k: KernelBuilder, x: SSAValue, axes: int = 2) -> SSAValue:
    """
    Return an image (a volume if `axes` is 3), packed in vectors no wider than its channels require.
    """
    channels, *size = buffer_shape(x)
    if len(size) > axes:
        return x
    lanes = packed_lanes(channels, k.lanes)
    packed = k.empty((-(-channels // lanes), *size, lanes), x.type)
    return k.insert(PackOp.make([x], [packed]))
