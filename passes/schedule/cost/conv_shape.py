"""Describe the shape of a convolution by the facts that decide how it is computed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

from ....dialects.element_types import element_of
from ....dialects.kernel.winograd_workspace import sub_image_steps
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.layer_attributes import takes_bfloat16
from ....dialects.ncnn.layers.deformableconv2d import DeformableConv2DOp
from ....dialects.ncnn.shapes import shape_of
from ....dialects.symbols import extents_of
from ....dialects.target.elements import product_types
from ....dialects.target.products import BFLOAT16, INT8, InnerKernel, ProductTypes
from ....dialects.target.records import Target
from ...common.geometry.kernel_motion import AxisMotion, kernel_motion
from ...common.geometry.packed_channels import PLAIN_CHANNELS
from ...common.geometry.winograd_matrices import INTEGER_MATRICES, largest_integer_output
from .signs import is_never_negative
from .usual_extents import usual_of, usual_shape

SIZES_IN_QUARTERS = (2, 3, 4, 5, 6)
"""Sizes, in quarters of the usual one, for which an image of dynamic size has schedules."""
LARGEST_INPUT = 128
LARGEST_PRODUCT = LARGEST_INPUT * 128
"""The largest magnitude of a product of two int8 numbers."""


@dataclass(frozen=True)
class Depth:
    """Hold the depth of a convolution of volumes: slices of the output, and taps."""

    slices: int = 1
    taps: int = 1
    stride: int = 1
    padded: bool = False

    @property
    def is_batch(self) -> bool:
        """Return whether every slice of the output depends only on the same slice of the input."""
        return self.taps == self.stride == 1 and not self.padded

    @property
    def images(self) -> int:
        """Return the slices that may be computed together: all of a batch."""
        return self.slices if self.is_batch else 1


@dataclass(frozen=True)
class ConvolutionShape:
    """
    Describe a convolution for the cost models.

    A convolution of volumes is a convolution of images for each output slice that sums over the
    channels of `taps` slices. Images of a batch form such a volume. `channels` counts the input
    channels that one output channel sums over.
    """

    channels: int
    outputs: int
    out_height: int
    out_width: int
    kernel: tuple[int, int]
    stride: tuple[int, int]
    dilation: tuple[int, int]
    padded: bool
    types: ProductTypes
    depth: Depth = Depth()
    inside: float = 1.0
    """The fraction of taps, over all outputs, that read the input rather than padding."""
    largest_sum: int | None = None
    """An upper bound of the magnitude of int8 sums, from the weights if they are known."""
    sub_images: int = 1
    """The number of sub-images of each image, all of the size of the first one."""
    is_dynamic: bool = False
    """True if extents of the image are dynamic; the extents here are those of a usual run."""

    def steps(self, kernel: InnerKernel) -> int:
        """Return the reduction steps of an inner kernel: taps times groups of k input channels."""
        return kernel.reductions(self.channels) * self.taps

    @property
    def is_int8(self) -> bool:
        """Return whether it multiplies int8."""
        return self.types.of_any_sign == INT8

    @property
    def taps(self) -> int:
        """Return the number of taps of the whole kernel."""
        return self.depth.taps * prod(self.kernel)

    @property
    def pixels(self) -> int:
        """Return the number of pixels of the output, over all slices."""
        return self.depth.slices * self.sub_images * self.out_height * self.out_width

    def dynamic_sizes(self) -> list[ConvolutionShape]:
        """Return the shapes of images of other sizes, which may occur at run time."""
        return [
            replace(
                self,
                out_height=max(self.out_height * part // 4, 1),
                out_width=max(self.out_width * part // 4, 1),
            )
            for part in SIZES_IN_QUARTERS
        ]

    def tiles(self, m: int) -> int:
        """Return the number of tiles of m x m outputs, of all images, that one block may have."""
        of_image = self.sub_images * -(-self.out_height // m) * -(-self.out_width // m)
        return self.depth.images * of_image

    @property
    def is_pointwise(self) -> bool:
        """Return whether output pixel i depends on input pixel i alone."""
        return (
            self.taps == 1 and self.stride == (1, 1) == (1, self.depth.stride) and not self.padded
        )

    @property
    def can_use_winograd(self) -> bool:
        """Return whether Winograd applies: 3x3, stride 1, dilation 1."""
        return self.kernel == (3, 3) and self.stride == (1, 1) and self.dilation == (1, 1)

    def has_exact_winograd(self, m: int) -> bool:
        """Return whether F(m, 3) on integers computes every int8 output exactly."""
        if m not in INTEGER_MATRICES:
            return False
        largest = self.largest_sum
        if largest is None:
            largest = LARGEST_PRODUCT * self.channels * self.taps
        return self.can_use_winograd and largest <= largest_integer_output(m)

    @property
    def can_be_dilated(self) -> bool:
        """Return whether an image has sub-images: dilated taps, stride 1, no depth."""
        has_parts = sub_image_steps(self.kernel, self.dilation) != (1, 1)
        return has_parts and self.stride == (1, 1) and self.depth.is_batch

    def of_sub_images(self) -> ConvolutionShape:
        """Return the shape of the undilated convolutions of the sub-images."""
        rows, columns = sub_image_steps(self.kernel, self.dilation)
        return replace(
            self,
            out_height=-(-self.out_height // rows),
            out_width=-(-self.out_width // columns),
            dilation=(1, 1),
            sub_images=min(rows, self.out_height) * min(columns, self.out_width),
        )


def convolution_shape(op: ScheduledConvolution | DeformableConv2DOp) -> ConvolutionShape:
    """Return the shape of an op whose shapes are known; that of one group if it has several."""
    *slices, rows, columns = axes = kernel_motion(op)
    if is_dynamic := extents_of(op.output) is not None:
        height, width = usual_shape(op.output, usual_of(op))[-2:]
        rows, columns = replace(rows, out_size=height), replace(columns, out_size=width)
    return ConvolutionShape(
        channels=shape_of(op.weight)[1],
        outputs=shape_of(op.output)[0],
        out_height=rows.out_size,
        out_width=columns.out_size,
        kernel=(rows.kernel, columns.kernel),
        stride=(rows.stride, columns.stride),
        dilation=(rows.dilation, columns.dilation),
        padded=any(axis.before or axis.after for axis in axes),
        types=multiplied_types(op),
        depth=along_depth(slices[0]) if slices else Depth(),
        inside=prod(map(inside_part, axes)),
        is_dynamic=is_dynamic,
    )


def multiplied_types(op: ScheduledConvolution | DeformableConv2DOp) -> ProductTypes:
    """
    Return the types that a convolution multiplies, and whether its int8 input is never negative.
    """
    types = product_types(element_of(op.input.type), element_of(op.weight.type))
    return replace(types, non_negative=types == INT8 and is_never_negative(op.input))


def inside_part(axis: AxisMotion) -> float:
    """Return the fraction of taps along an axis, over all outputs, that read the input."""
    seen = 0
    for tap in range(axis.kernel):
        shift = tap * axis.dilation - axis.before
        first, end = (-(-(limit - shift) // axis.stride) for limit in (0, axis.size))
        seen += max(min(end, axis.out_size) - max(first, 0), 0)
    return seen / (axis.out_size * axis.kernel)


def along_depth(axis: AxisMotion) -> Depth:
    """Return the depth that the first of three axes adds to the other two."""
    return Depth(axis.out_size, axis.kernel, axis.stride, axis.before > 0 or axis.after > 0)


def multiplies_bfloats(op: ScheduledConvolution, target: Target) -> bool:
    """Return whether a direct kernel multiplies bfloat16: of many channels, in pairs."""
    if not target.multiplies(BFLOAT16) or op.is_depthwise or op.SPATIAL_AXES != 2:
        return False
    if not takes_bfloat16(op):
        return False
    channels = shape_of(op.weight)[1]
    return channels * op.groups > PLAIN_CHANNELS and channels % 2 == 0
