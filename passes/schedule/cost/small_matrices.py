"""
Choose inner kernels whose instructions multiply small matrices: several rows of inputs at once.
"""

from __future__ import annotations

from ....dialects.target.products import InnerKernel, ProductTypes
from ....dialects.target.records import Target
from .conv_shape import ConvolutionShape

CHANNELS_OF_TAPS = 16
"""
The fewest channels for which single taps are multiplied this way: sums are unpacked after each tap,
and with this many channels half of the instructions multiply.
"""


def matrix_kernel(
    types: ProductTypes, channels: int, target: Target, *, of_taps: bool = False
) -> InnerKernel | None:
    """
    Return the inner kernel of such an instruction for sums over a number of channels, or None.

    Sums may be those of single taps, one after the other. Channels that fill at most half of a step
    use an instruction that adds lane by lane. So do floats whose channels are no whole number of
    steps, since both operands would need zeros as padding.
    """
    kernel = target.block_kernel(types)
    if of_taps and channels < CHANNELS_OF_TAPS:
        return None
    if kernel is None or kernel.product.lanes != target.lanes:
        return None
    return kernel if fills_steps(kernel, types, channels) else None


def fills_steps(kernel: InnerKernel, types: ProductTypes, channels: int) -> bool:
    """Return whether channels fill more than half of a step; floats must fill whole steps."""
    is_whole = types.input.is_integer or channels % kernel.steps == 0
    return is_whole and 2 * channels > kernel.steps


def tiled_kernel(shape: ConvolutionShape, lanes: int, target: Target) -> InnerKernel | None:
    """Return the inner kernel of matrices for a tiled convolution, if there is one."""
    kernel = target.tile_kernel(shape.types)
    if kernel is not None:
        form = kernel.product.accumulation
        is_whole = lanes == form.columns and shape.pixels >= form.rows
        if is_whole and fills_steps(kernel, shape.types, shape.channels):
            return kernel
    if not shape.is_int8 or shape.pixels == 1:
        return None
    return matrix_kernel(shape.types, shape.channels, target)
