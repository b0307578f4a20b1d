"""
ncnn's rules for choosing the algorithm of an fp32 convolution on x86.

The tables are ncnn's, made on one desktop CPU: for bands of input and output channels the sides
min(w, h) of the padded input for which a Winograd tile is preferred. Where ncnn's `int` may
overflow, numbers here do not; where it would run an algorithm whose weights it has not made, the
next rule decides.

Source: ncnn, src/layer/x86/convolution_x86.cpp, `create_pipeline`, `forward`,
`test_prefer_winograd63`, `test_prefer_winograd23`; src/net.cpp, `get_masked_option`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import TypeAlias

from ....dialects.constraints import int_list
from ....dialects.kernel.attributes import Algorithm
from ....dialects.ncnn.layers.convolution import ConvolutionBase
from ....dialects.ncnn.shapes import shape_of
from ....dialects.target.records import Target
from ..layout.elempack import elempack

NO_SGEMM = 1 << 5
"""Bit of a layer's feature mask that forbids im2col and gemm."""
NO_WINOGRAD = 1 << 6
"""Bit of a layer's feature mask that forbids Winograd."""
MOST_PACKED_CHANNELS = 16
"""With more inputs or outputs than these, ncnn prefers gemm whatever the cache."""
LEAST_WINOGRAD_CHANNELS = 8
"""With no more inputs and outputs than these, ncnn does not use Winograd."""
MOST_F63_CHANNELS = 32
"""With no more inputs and outputs than these, ncnn takes F(6, 3) where it knows no shape."""
WINOGRAD_BORDER = 2
"""Cells by which the padded input of a 3x3 convolution exceeds its output."""
SAME_PADS = ((-233,) * 4, (-234,) * 4)
"""Pads that ask for an output as large as the input."""

DILATED = "forwardDilation_x86"
WINOGRAD23, WINOGRAD43, WINOGRAD63 = (f"conv3x3s1_winograd{m}3" for m in (2, 4, 6))
GEMM = "convolution_im2col_gemm"
GENERAL = "convolution_packed"
"""ncnn's functions, besides the direct kernels."""

ALGORITHMS = {
    DILATED: Algorithm.DILATED,
    WINOGRAD23: Algorithm.WINOGRAD2,
    WINOGRAD43: Algorithm.WINOGRAD4,
    WINOGRAD63: Algorithm.WINOGRAD6,
    GEMM: Algorithm.GEMM,
}
"""The algorithms of ncnn's functions; those of all others are `packed`."""

ExtentsInPlane: TypeAlias = tuple[int, int]
"""Along height and width."""

DIRECT_KERNELS: dict[tuple[int, int, int, int], str] = {
    (16, 1, 3, 1): "conv3x3s1_pack16to1_avx512",
    (8, 8, 3, 1): "conv3x3s1_pack8_avx",
    (8, 8, 2, 1): "conv2x2s1_pack8_avx",
    (1, 8, 3, 1): "conv3x3s1_pack1to8_avx",
    (1, 8, 3, 2): "conv3x3s2_pack1to8_avx",
    (8, 1, 3, 1): "conv3x3s1_pack8to1_avx",
    (1, 4, 3, 1): "conv3x3s1_pack1to4_sse",
    (1, 4, 3, 2): "conv3x3s2_pack1to4_sse",
}
"""
Pack of the input, pack of the output, side of the kernel, stride -> the function that ncnn has for
just these, without dilation. Their weights have an order of their own, too.
"""

Ranges: TypeAlias = tuple[tuple[int, int], ...]
"""Inclusive ranges of min(w, h)."""
Bands: TypeAlias = tuple[tuple[int, tuple[tuple[int, Ranges], ...]], ...]
"""`(least inputs, ((least outputs, ranges), ...))`, both largest first."""

ALWAYS: Ranges = ((1, 1 << 31),)

F63_SIDES: Bands = (
    (64, ()),
    (
        32,
        (
            (64, ()),
            (32, ((11, 14), (19, 20), (23, 44), (47, 56), (63, 130))),
            (16, ((13, 14), (19, 20), (23, 38), (43, 44), (47, 140))),
            (8, ((11, 14), (19, 20), (31, 38), (43, 44), (55, 162))),
        ),
    ),
    (
        16,
        (
            (64, ()),
            (32, ((11, 14), (19, 20), (23, 44), (47, 92), (95, 188))),
            (16, ((11, 14), (27, 38), (43, 44), (47, 74), (81, 110), (117, 170), (177, 182))),
            (8, ((19, 20), (33, 38), (43, 44), (47, 128), (155, 210))),
        ),
    ),
    (
        8,
        (
            (64, ()),
            (32, ((7, 14), (17, 20), (23, 26), (31, 38), (43, 162))),
            (16, ((31, 32), (39, 44), (47, 212))),
        ),
    ),
)
"""Sides for which ncnn prefers F(6, 3)."""

F23_SIDES: Bands = (
    (512, ((128, ((3, 14),)), (64, ((3, 8), (11, 12))), (16, ((3, 8),)), (8, ((3, 6),)))),
    (
        256,
        (
            (256, ((3, 14),)),
            (128, ((3, 12),)),
            (64, ((3, 4),)),
            (16, ((3, 8),)),
            (8, ((3, 6),)),
        ),
    ),
    (
        128,
        (
            (512, ((3, 14),)),
            (256, ((3, 8), (11, 12))),
            (128, ((3, 10),)),
            (64, ((3, 8),)),
            (32, ((3, 10),)),
            (8, ((3, 6),)),
        ),
    ),
    (
        64,
        (
            (512, ((3, 8), (11, 12), (15, 20))),
            (256, ((7, 8),)),
            (128, ((3, 8), (19, 22))),
            (8, ((3, 12),)),
        ),
    ),
    (
        32,
        (
            (256, ((3, 6), (11, 12))),
            (128, ((3, 4), (7, 16))),
            (64, ((3, 8),)),
            (16, ((7, 8),)),
            (8, ((3, 10),)),
        ),
    ),
    (
        16,
        (
            (512, ((11, 12),)),
            (256, ((3, 12),)),
            (128, ((3, 6), (9, 18))),
            (64, ((3, 4), (7, 8), (11, 12), (15, 18))),
            (32, ((3, 4), (9, 10))),
            (16, ((3, 10),)),
            (8, ((3, 8), (11, 12))),
        ),
    ),
    (
        8,
        (
            (128, ()),
            (64, ((3, 4), (7, 14), (47, 48))),
            (32, ((3, 6), (15, 16))),
            (16, ((3, 6), (9, 14), (47, 212))),
            (8, ALWAYS),
        ),
    ),
)
"""Sides for which ncnn prefers F(2, 3); they come before those of F(6, 3)."""


@dataclass(frozen=True)
class NcnnOptions:
    """The options of ncnn that decide; named as there."""

    use_packing_layout: bool = True
    use_winograd_convolution: bool = True
    use_winograd23_convolution: bool = True
    use_winograd43_convolution: bool = True
    use_winograd63_convolution: bool = True
    use_sgemm_convolution: bool = True

    def masked(self, mask: int) -> NcnnOptions:
        """Without the features that a layer's mask forbids."""
        return replace(
            self,
            use_sgemm_convolution=self.use_sgemm_convolution and not mask & NO_SGEMM,
            use_winograd_convolution=self.use_winograd_convolution and not mask & NO_WINOGRAD,
        )

    @property
    def any_winograd(self) -> bool:
        """Return whether some Winograd tile is allowed."""
        tiles = (
            self.use_winograd23_convolution,
            self.use_winograd43_convolution,
            self.use_winograd63_convolution,
        )
        return self.use_winograd_convolution and any(tiles)


@dataclass(frozen=True)
class NcnnConvolution:
    """A convolution of one group, as ncnn sees it; extents of an unknown shape are None."""

    inputs: int
    outputs: int
    kernel: ExtentsInPlane
    stride: ExtentsInPlane = (1, 1)
    dilation: ExtentsInPlane = (1, 1)
    pad: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Top, left, bottom, right, as the file has them: codes are not resolved."""
    bottom: ExtentsInPlane | None = None
    top: ExtentsInPlane | None = None

    @classmethod
    def of(cls, op: ConvolutionBase) -> NcnnConvolution:
        """Return the convolution of an op whose shapes are known."""
        outputs, inputs, *_ = shape_of(op.weight)
        above, left, below, right = (0, 0, 0, 0) if op.is_vector else int_list(op.pad)
        return cls(
            inputs,
            outputs,
            extents(op.kernel_shape),
            extents(int_list(op.stride)),
            extents(int_list(op.dilation)),
            (above, left, below, right),
            extents(op.spatial_input_shape[1:]),
            (1, 1) if op.is_vector else extents(shape_of(op.output)[1:]),
        )

    @property
    def padded_extents(self) -> ExtentsInPlane | None:
        """Extents of the padded input of a 3x3 convolution without stride and dilation."""
        if self.top is not None:
            return self.top[0] + WINOGRAD_BORDER, self.top[1] + WINOGRAD_BORDER
        if self.bottom is None:
            return None
        height, width = self.bottom
        if max(self.pad) > 0:
            above, left, below, right = self.pad
            return height + above + below, width + left + right
        if self.pad in SAME_PADS:
            return height + WINOGRAD_BORDER, width + WINOGRAD_BORDER
        return height, width

    @property
    def can_be_interleaved(self) -> bool:
        """
        Return whether the kernel is square, with stride 1 and the same dilation along both axes,
        and outputs are at least as large as the dilation.
        """
        height, width = self.kernel
        dilation, other = self.dilation
        if height != width or dilation == 1 or other != dilation or self.stride != (1, 1):
            return False
        return self.top is None or min(self.top) >= dilation

    @property
    def can_use_winograd(self) -> bool:
        """3x3, stride 1, dilation 1, and more than 8 channels on one side."""
        return (
            self.kernel == (3, 3)
            and self.stride == self.dilation == (1, 1)
            and max(self.inputs, self.outputs) > LEAST_WINOGRAD_CHANNELS
        )


def extents(values: Sequence[int]) -> ExtentsInPlane:
    """Two numbers."""
    height, width = values
    return height, width


def ncnn_algorithm(kernel: str) -> Algorithm:
    """Return the algorithm of a function of ncnn's, as `ncnn_kernel` names it."""
    return ALGORITHMS.get(kernel, Algorithm.PACKED)


def ncnn_kernel(conv: NcnnConvolution, options: NcnnOptions, target: Target) -> str:
    """
    Return the function ncnn would use, in its order: dilation, Winograd, gemm, direct, packed.
    """
    if not options.use_packing_layout and conv.can_be_interleaved:
        return DILATED
    if options.any_winograd and conv.can_use_winograd:
        return winograd_kernel(conv, options)
    if options.use_sgemm_convolution and prefers_gemm(conv, target.l2_bytes):
        return GEMM
    if conv.kernel == (1, 1):
        return GEMM
    return direct_kernel(conv, options, target)


def prefers_gemm(conv: NcnnConvolution, l2_bytes: int) -> bool:
    """Return whether weights (8 bytes x dilation x stride) exceed L2, or channels are many."""
    weights = conv.inputs * conv.outputs * prod(conv.kernel)
    weight_bytes = weights * prod(conv.dilation) * prod(conv.stride) * 4 * 2
    return weight_bytes > l2_bytes or max(conv.inputs, conv.outputs) > MOST_PACKED_CHANNELS


def direct_kernel(conv: NcnnConvolution, options: NcnnOptions, target: Target) -> str:
    """
    Return the direct kernel for packs, kernel and stride, or the general one if there is none.
    """
    (height, width), (down, right) = conv.kernel, conv.stride
    if height != width or down != right or conv.dilation != (1, 1):
        return GENERAL
    pack, out_pack = (ncnn_pack(n, options, target) for n in (conv.inputs, conv.outputs))
    return DIRECT_KERNELS.get((pack, out_pack, height, down), GENERAL)


def ncnn_pack(channels: int, options: NcnnOptions, target: Target) -> int:
    """Return the pack that ncnn uses for a number of channels."""
    if not options.use_packing_layout:
        return 1
    return elempack(channels, target.lanes)


def winograd_kernel(conv: NcnnConvolution, options: NcnnOptions) -> str:
    """Return the tile that ncnn prefers; one that is not allowed gives way to another."""
    padded = conv.padded_extents
    if padded is None:
        return winograd_of_unknown_shape(conv, options)
    kernel = preferred_winograd(conv.inputs, conv.outputs, min(padded))
    if kernel == WINOGRAD23 and not options.use_winograd23_convolution:
        kernel = WINOGRAD43
    if kernel == WINOGRAD63 and not options.use_winograd63_convolution:
        kernel = WINOGRAD43
    if kernel == WINOGRAD43 and not options.use_winograd43_convolution:
        return WINOGRAD63 if options.use_winograd63_convolution else WINOGRAD23
    return kernel


def winograd_of_unknown_shape(conv: NcnnConvolution, options: NcnnOptions) -> str:
    """Return the tile by channels alone."""
    if options.use_winograd63_convolution and max(conv.inputs, conv.outputs) <= MOST_F63_CHANNELS:
        return WINOGRAD63
    return WINOGRAD43 if options.use_winograd43_convolution else WINOGRAD23


def preferred_winograd(inputs: int, outputs: int, side: int) -> str:
    """Return the tile for the shorter side of the padded input; F(4, 3) if no table claims it."""
    if in_table(F23_SIDES, inputs, outputs, side):
        return WINOGRAD23
    if in_table(F63_SIDES, inputs, outputs, side):
        return WINOGRAD63
    return WINOGRAD43


def in_table(table: Bands, inputs: int, outputs: int, side: int) -> bool:
    """Return whether the first band with both channel counts has the side in one of its ranges."""
    rows = next((rows for least, rows in table if inputs >= least), ())
    ranges = next((ranges for least, ranges in rows if outputs >= least), ())
    return any(low <= side <= high for low, high in ranges)
