"""
DragGAN's layers: convolutions whose kernels are blobs, as gradients of a generator need them.

Source of all: EdVince/DragGan-NCNN, android/app/src/main/jni/makeup_jni.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from xdsl.ir import SSAValue

from ..custom_layers import LayerParams
from ..ncnn.shapes import Shape
from .layer import Builder, ContribLayer, WeightOperands, check_rank, from_inputs, refused

PROJECT = "EdVince/DragGan-NCNN"
SLOPE = 0.2
BELOW_ZERO = -float(np.finfo(np.float32).smallest_normal)
"""The largest number that counts as less than 0."""
MOST_PLACES = 64
"""Places of a kernel that become a product each."""
WEIGHTS_TRANSPOSED = (1, 0, 2, 3)

# Slopes of a leaky rectifier ----------------------------------------------------------------------


def slope_shape(params: LayerParams, x: Shape, *others: Shape) -> Shape:
    """Shapes: any, kept. Raises: InvalidLayerError for a choice between several blobs."""
    if others:
        raise refused("only DragGAN's layer of this name, which has one input, is known")
    return x


def slope(params: LayerParams, x: np.ndarray) -> np.ndarray:
    """Compute 1 where x is at least 0 (or a negative subnormal), else 0.2."""
    return np.where(x > np.float32(BELOW_ZERO), 1, SLOPE).astype(np.float32)


@from_inputs
def build_slope(builder: Builder, x: SSAValue) -> SSAValue:
    """Build the larger of 0.2 and a threshold's 0 or 1."""
    return builder.scalar("max", builder.layer("Threshold", [x], {0: BELOW_ZERO}), SLOPE)


# Deconvolutions -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Transposed:
    """A deconvolution whose kernel is its second input, by strides and pads of both axes."""

    type: str
    stride: int
    pad: int
    inputs_first: bool
    """True if the outermost axis of the kernel is the input channels."""

    def output_shape(self, params: LayerParams, x: Shape, kernel: Shape) -> Shape:
        """Shapes: x `c,h,w`, kernel `o,c,kh,kw` or `c,o,kh,kw`. Raises: InvalidLayerError."""
        check_rank("input", x, 3)
        check_rank("kernel", kernel, 4)
        outputs, channels = kernel[1::-1] if self.inputs_first else kernel[:2]
        if channels != x[0]:
            raise refused(f"kernel {list(kernel)} does not fit the {x[0]} channels of the input")
        sizes = [
            (size - 1) * self.stride + cells - 2 * self.pad
            for size, cells in zip(x[1:], kernel[2:], strict=True)
        ]
        if min(sizes) < 1:
            raise refused(f"nothing is left of {list(x)} by a kernel of {list(kernel[2:])}")
        return (outputs, *sizes)

    def reference(self, params: LayerParams, x: np.ndarray, kernel: np.ndarray) -> np.ndarray:
        """Add the kernel, multiplied by each pixel, to its place; then cut the border off."""
        kernel = kernel.transpose(WEIGHTS_TRANSPOSED) if self.inputs_first else kernel
        outputs, _, rows, columns = kernel.shape
        height, width = x.shape[1:]
        s, pad = self.stride, self.pad
        full = np.zeros((outputs, (height - 1) * s + rows, (width - 1) * s + columns), np.float32)
        for i, j in np.ndindex(rows, columns):
            part = np.tensordot(kernel[:, :, i, j], x, 1)
            full[:, i : i + (height - 1) * s + 1 : s, j : j + (width - 1) * s + 1 : s] += part
        return full[:, pad : full.shape[1] - pad, pad : full.shape[2] - pad]

    def lowering(
        self,
        builder: Builder,
        params: LayerParams,
        inputs: Sequence[SSAValue],
        weights: WeightOperands,
    ) -> SSAValue:
        """Build a Deconvolution with dynamic weights, which are by inputs first."""
        x, kernel = inputs
        if not self.inputs_first:
            kernel = builder.permute(kernel, WEIGHTS_TRANSPOSED)
        _, outputs, rows, columns = builder.shape(kernel)
        numbers = {0: outputs, 1: columns, 11: rows, 3: self.stride, 4: self.pad, 28: 1}
        return builder.layer("Deconvolution", [x, kernel], numbers)

    def layer(self) -> ContribLayer:
        """Return the record."""
        functions = self.output_shape, self.reference, (), self.lowering
        return ContribLayer(self.type, *functions, PROJECT)


# Gradients of kernels -----------------------------------------------------------------------------


@dataclass(frozen=True)
class ChannelwiseConvolution:
    """Each channel of one image convolved with each channel of another, as large a kernel."""

    type: str
    dilation: int
    pad: int

    def output_shape(self, params: LayerParams, x: Shape, kernel: Shape) -> Shape:
        """Shapes: x `c,h,w` and kernel `o,kh,kw` to `c,o,oh,ow`. Raises: InvalidLayerError."""
        check_rank("input", x, 3)
        check_rank("kernel", kernel, 3)
        counts = [
            size + 2 * self.pad - (cells - 1) * self.dilation
            for size, cells in zip(x[1:], kernel[1:], strict=True)
        ]
        if min(counts) < 1 or prod(counts) > MOST_PLACES:
            sizes = f"{list(x[1:])} with a kernel of {list(kernel[1:])}"
            raise refused(f"{sizes} has not from 1 to {MOST_PLACES} places")
        return (x[0], kernel[0], *counts)

    def reference(self, params: LayerParams, x: np.ndarray, kernel: np.ndarray) -> np.ndarray:
        """Sum the products of the kernel and the pixels below it, for each place of the kernel."""
        shape = self.output_shape(params, x.shape, kernel.shape)
        border = (self.pad, self.pad)
        padded = np.pad(x, ((0, 0), border, border))
        d, (_, rows, columns) = self.dilation, kernel.shape
        result = np.empty(shape, np.float32)
        for i, j in np.ndindex(*shape[2:]):
            below = padded[:, i : i + (rows - 1) * d + 1 : d, j : j + (columns - 1) * d + 1 : d]
            result[:, :, i, j] = np.tensordot(below, kernel, ((1, 2), (1, 2)))
        return result

    def lowering(
        self,
        builder: Builder,
        params: LayerParams,
        inputs: Sequence[SSAValue],
        weights: WeightOperands,
    ) -> SSAValue:
        """Build a product of matrices for each place of the kernel."""
        x, kernel = inputs
        channels, outputs, *places = self.output_shape(params, *map(builder.shape, inputs))
        before, after = self.pad, self.pad + self.dilation - 1
        padded = builder.pad(x, "constant", [0, before, before], [0, after, after])
        size = builder.shape(kernel)[1:]
        rows = builder.reshape(kernel, (outputs, prod(size)))
        products = [
            builder.matmul(self.below(builder, padded, place, size), rows, transpose_b=True)
            for place in np.ndindex(*places)
        ]
        stacked = [builder.reshape(product, (1, channels, outputs)) for product in products]
        order = builder.permute(builder.concat(stacked, 0), [1, 2, 0])
        return builder.reshape(order, (channels, outputs, *places))

    def below(
        self, builder: Builder, x: SSAValue, place: Sequence[int], size: Sequence[int]
    ) -> SSAValue:
        """Build the pixels below a kernel at one place: `c,kh*kw`."""
        d, channels = self.dilation, builder.shape(x)[0]
        rows, columns = size
        for axis in (0, 1):
            x = builder.slice(x, 1 + axis, place[axis], place[axis] + d * size[axis])
        if d > 1:
            groups = builder.reshape(x, (channels * rows, d, d * columns))
            line = builder.slice(groups, 1, 0, 1)
            groups = builder.reshape(line, (channels * rows, columns, d))
            x = builder.slice(groups, 2, 0, 1)
        return builder.reshape(x, (channels, rows * columns))

    def layer(self) -> ContribLayer:
        """Return the record."""
        functions = self.output_shape, self.reference, (), self.lowering
        return ContribLayer(self.type, *functions, PROJECT)


LAYERS = (
    ContribLayer("Where", slope_shape, slope, (), build_slope, PROJECT),
    Transposed("ConvTranspose2d1", stride=2, pad=0, inputs_first=False).layer(),
    Transposed("ConvTranspose2d2", stride=1, pad=1, inputs_first=True).layer(),
    ChannelwiseConvolution("BConv2d1", dilation=2, pad=0).layer(),
    ChannelwiseConvolution("BConv2d2", dilation=1, pad=1).layer(),
)
