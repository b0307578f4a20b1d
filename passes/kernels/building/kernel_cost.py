"""What a kernel is called in profiles, and how much arithmetic it stands for."""

from __future__ import annotations

from math import prod

from xdsl.dialects.linalg import ops as linalg

from ....dialects.kernel import KernelOp
from ....dialects.kernel.base import shape
from ....dialects.kernel.convolution import ConvolutionOp, DepthwiseOp
from ....dialects.kernel.matmul import MatmulOp
from ....dialects.kernel.matvec import MatvecOp
from ....dialects.ncnn.base import int_list


def kernel_name(kernel: KernelOp | linalg.GenericOp) -> str:
    """The kind of a kernel: a convolution's algorithm, else the op's name."""
    if isinstance(kernel, ConvolutionOp):
        return f"convolution {kernel.algorithm.data}"
    if isinstance(kernel, linalg.GenericOp):
        return "elementwise"
    return kernel.name.removeprefix("kernel.")


def flops(kernel: KernelOp | linalg.GenericOp) -> int:
    """
    Floating-point operations, a multiply-add counting two.

    A convolution counts as the direct algorithm would, whatever algorithm computes it, so that
    speeds compare. Padding lanes count: a packed output of 24 channels in 16 lanes counts as 32.
    """
    outputs = prod(shape(kernel.outputs[0]))
    if isinstance(kernel, ConvolutionOp):
        return 2 * outputs * kernel.channels.value.data * prod(int_list(kernel.kernel))
    if isinstance(kernel, DepthwiseOp):
        return 2 * outputs * prod(int_list(kernel.kernel))
    if isinstance(kernel, MatmulOp):
        return 2 * prod(int_list(kernel.extents))
    if isinstance(kernel, MatvecOp):
        return 2 * prod(shape(kernel.inputs[0])) * shape(kernel.outputs[0])[1]
    if isinstance(kernel, linalg.GenericOp):
        return prod(shape(kernel.outputs[0]))
    weight_elements = max((prod(shape(v)) for v in kernel.inputs[1:2]), default=0)
    return max(2 * weight_elements, outputs)
