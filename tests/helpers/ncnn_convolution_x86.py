"""
ncnn's choice of a convolution's function, transcribed from its C++ to be compared with.

Nothing is shared with the rules of the compiler. Names and order are the source's.

Source: ncnn, src/layer/x86/convolution_x86.cpp.
"""

# Straight-line code, as the source has it.
# ruff: noqa: C901

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Option:
    """The fields of ncnn's `Option` that `create_pipeline` asks."""

    use_packing_layout: bool = True
    use_winograd_convolution: bool = True
    use_winograd23_convolution: bool = True
    use_winograd43_convolution: bool = True
    use_winograd63_convolution: bool = True
    use_sgemm_convolution: bool = True


@dataclass
class Layer:
    """The members of ncnn's `Convolution`; a shape that is not known is 0."""

    num_input: int
    num_output: int
    kernel_w: int
    kernel_h: int
    dilation_w: int
    dilation_h: int
    stride_w: int
    stride_h: int
    pad_left: int
    pad_right: int
    pad_top: int
    pad_bottom: int
    bottom_w: int
    bottom_h: int
    top_w: int
    top_h: int


def wants_winograd63(num_input: int, num_output: int, w: int, h: int) -> bool:
    """The sides for which the source prefers it."""
    minwh = min(w, h)
    if num_input >= 64:
        return False
    if num_input >= 32:
        if num_output >= 64:
            return False
        if num_output >= 32:
            return (
                11 <= minwh <= 14
                or 19 <= minwh <= 20
                or 23 <= minwh <= 44
                or 47 <= minwh <= 56
                or 63 <= minwh <= 130
            )
        if num_output >= 16:
            return (
                13 <= minwh <= 14
                or 19 <= minwh <= 20
                or 23 <= minwh <= 38
                or 43 <= minwh <= 44
                or 47 <= minwh <= 140
            )
        if num_output >= 8:
            return (
                11 <= minwh <= 14
                or 19 <= minwh <= 20
                or 31 <= minwh <= 38
                or 43 <= minwh <= 44
                or 55 <= minwh <= 162
            )
        return False
    if num_input >= 16:
        if num_output >= 64:
            return False
        if num_output >= 32:
            return (
                11 <= minwh <= 14
                or 19 <= minwh <= 20
                or 23 <= minwh <= 44
                or 47 <= minwh <= 92
                or 95 <= minwh <= 188
            )
        if num_output >= 16:
            return (
                11 <= minwh <= 14
                or 27 <= minwh <= 38
                or 43 <= minwh <= 44
                or 47 <= minwh <= 74
                or 81 <= minwh <= 110
                or 117 <= minwh <= 170
                or 177 <= minwh <= 182
            )
        if num_output >= 8:
            return (
                19 <= minwh <= 20
                or 33 <= minwh <= 38
                or 43 <= minwh <= 44
                or 47 <= minwh <= 128
                or 155 <= minwh <= 210
            )
        return False
    if num_input >= 8:
        if num_output >= 64:
            return False
        if num_output >= 32:
            return (
                7 <= minwh <= 14
                or 17 <= minwh <= 20
                or 23 <= minwh <= 26
                or 31 <= minwh <= 38
                or 43 <= minwh <= 162
            )
        if num_output >= 16:
            return minwh == 31 or minwh == 32 or 39 <= minwh <= 44 or 47 <= minwh <= 212
        if num_output >= 8:
            return False
        return False
    return False


def wants_winograd23(num_input: int, num_output: int, w: int, h: int) -> bool:
    """The sides for which the source prefers it."""
    minwh = min(w, h)
    if num_input >= 512:
        if num_output >= 512:
            return 3 <= minwh <= 14
        if num_output >= 256:
            return 3 <= minwh <= 14
        if num_output >= 128:
            return 3 <= minwh <= 14
        if num_output >= 64:
            return 3 <= minwh <= 8 or 11 <= minwh <= 12
        if num_output >= 32:
            return 3 <= minwh <= 8
        if num_output >= 16:
            return 3 <= minwh <= 8
        if num_output >= 8:
            return 3 <= minwh <= 6
        return False
    if num_input >= 256:
        if num_output >= 512:
            return 3 <= minwh <= 14
        if num_output >= 256:
            return 3 <= minwh <= 14
        if num_output >= 128:
            return 3 <= minwh <= 12
        if num_output >= 64:
            return 3 <= minwh <= 4
        if num_output >= 32:
            return 3 <= minwh <= 8
        if num_output >= 16:
            return 3 <= minwh <= 8
        if num_output >= 8:
            return 3 <= minwh <= 6
        return False
    if num_input >= 128:
        if num_output >= 512:
            return 3 <= minwh <= 14
        if num_output >= 256:
            return 3 <= minwh <= 8 or 11 <= minwh <= 12
        if num_output >= 128:
            return 3 <= minwh <= 10
        if num_output >= 64:
            return 3 <= minwh <= 8
        if num_output >= 32:
            return 3 <= minwh <= 10
        if num_output >= 16:
            return 3 <= minwh <= 6
        if num_output >= 8:
            return 3 <= minwh <= 6
        return False
    if num_input >= 64:
        if num_output >= 512:
            return 3 <= minwh <= 8 or 11 <= minwh <= 12 or 15 <= minwh <= 20
        if num_output >= 256:
            return 7 <= minwh <= 8
        if num_output >= 128:
            return 3 <= minwh <= 8 or 19 <= minwh <= 22
        if num_output >= 64:
            return 3 <= minwh <= 12
        if num_output >= 32:
            return 3 <= minwh <= 12
        if num_output >= 16:
            return 3 <= minwh <= 12
        if num_output >= 8:
            return 3 <= minwh <= 12
        return False
    if num_input >= 32:
        if num_output >= 512:
            return 3 <= minwh <= 6 or 11 <= minwh <= 12
        if num_output >= 256:
            return 3 <= minwh <= 6 or 11 <= minwh <= 12
        if num_output >= 128:
            return 3 <= minwh <= 4 or 7 <= minwh <= 16
        if num_output >= 64:
            return 3 <= minwh <= 8
        if num_output >= 32:
            return 7 <= minwh <= 8
        if num_output >= 16:
            return 7 <= minwh <= 8
        if num_output >= 8:
            return 3 <= minwh <= 10
        return False
    if num_input >= 16:
        if num_output >= 512:
            return 11 <= minwh <= 12
        if num_output >= 256:
            return 3 <= minwh <= 12
        if num_output >= 128:
            return 3 <= minwh <= 6 or 9 <= minwh <= 18
        if num_output >= 64:
            return 3 <= minwh <= 4 or 7 <= minwh <= 8 or 11 <= minwh <= 12 or 15 <= minwh <= 18
        if num_output >= 32:
            return 3 <= minwh <= 4 or 9 <= minwh <= 10
        if num_output >= 16:
            return 3 <= minwh <= 10
        if num_output >= 8:
            return 3 <= minwh <= 8 or 11 <= minwh <= 12
        return False
    if num_input >= 8:
        if num_output >= 128:
            return False
        if num_output >= 64:
            return 3 <= minwh <= 4 or 7 <= minwh <= 14 or 47 <= minwh <= 48
        if num_output >= 32:
            return 3 <= minwh <= 6 or 15 <= minwh <= 16
        if num_output >= 16:
            return 3 <= minwh <= 6 or 9 <= minwh <= 14 or 47 <= minwh <= 212
        if num_output >= 8:
            return True
        return False
    return False


def get_masked_option(opt: Option, featmask: int) -> Option:
    """net.cpp"""
    return Option(
        use_packing_layout=opt.use_packing_layout,
        use_winograd_convolution=opt.use_winograd_convolution and not (featmask & (1 << 6)),
        use_winograd23_convolution=opt.use_winograd23_convolution,
        use_winograd43_convolution=opt.use_winograd43_convolution,
        use_winograd63_convolution=opt.use_winograd63_convolution,
        use_sgemm_convolution=opt.use_sgemm_convolution and not (featmask & (1 << 5)),
    )


def create_pipeline(self: Layer, opt: Option, isa: str, l2_cache_size: int) -> str:
    """
    The function whose weights are made. `isa` is avx512, avx or sse.

    One line is added: the guard of `forward` that keeps small outputs from the path for dilation.
    """
    num_input, num_output = self.num_input, self.num_output
    kernel_w, kernel_h = self.kernel_w, self.kernel_h
    dilation_w, dilation_h = self.dilation_w, self.dilation_h
    stride_w, stride_h = self.stride_w, self.stride_h

    if (
        not opt.use_packing_layout
        and kernel_w == kernel_h
        and dilation_w != 1
        and dilation_h == dilation_w
        and stride_w == 1
        and stride_h == 1
    ):
        if self.top_w == 0 or (self.top_w >= dilation_w and self.top_h >= dilation_h):
            return "forwardDilation_x86"

    elempack = 1
    out_elempack = 1
    if opt.use_packing_layout:
        if isa == "avx512":
            elempack = pack16(num_input)
            out_elempack = pack16(num_output)
        elif isa == "avx":
            elempack = 8 if num_input % 8 == 0 else 4 if num_input % 4 == 0 else 1
            out_elempack = 8 if num_output % 8 == 0 else 4 if num_output % 4 == 0 else 1
        else:
            elempack = 4 if num_input % 4 == 0 else 1
            out_elempack = 4 if num_output % 4 == 0 else 1

    prefer_winograd = (
        opt.use_winograd23_convolution
        or opt.use_winograd43_convolution
        or opt.use_winograd63_convolution
    ) and (num_input > 8 or num_output > 8)

    if (
        opt.use_winograd_convolution
        and prefer_winograd
        and kernel_w == 3
        and kernel_h == 3
        and dilation_w == 1
        and dilation_h == 1
        and stride_w == 1
        and stride_h == 1
    ):
        if (self.bottom_w == 0 or self.bottom_h == 0) and (self.top_w == 0 or self.top_h == 0):
            if opt.use_winograd63_convolution and (num_input <= 32 and num_output <= 32):
                return "conv3x3s1_winograd63"
            if opt.use_winograd43_convolution:
                return "conv3x3s1_winograd43"
            return "conv3x3s1_winograd23"
        if self.top_w == 0 or self.top_h == 0:
            w = self.bottom_w
            h = self.bottom_h
            pads = (self.pad_left, self.pad_right, self.pad_top, self.pad_bottom)
            if self.pad_left > 0 or self.pad_right > 0 or self.pad_top > 0 or self.pad_bottom > 0:
                w += self.pad_left + self.pad_right
                h += self.pad_top + self.pad_bottom
            elif pads == (-233, -233, -233, -233) or pads == (-234, -234, -234, -234):
                w += 2
                h += 2
        else:
            w = self.top_w + 2
            h = self.top_h + 2

        prefer_winograd63 = wants_winograd63(num_input, num_output, w, h)
        prefer_winograd23 = wants_winograd23(num_input, num_output, w, h)
        prefer_winograd43 = not prefer_winograd63 and not prefer_winograd23

        if prefer_winograd23 and not opt.use_winograd23_convolution:
            prefer_winograd23 = False
            prefer_winograd43 = True

        if prefer_winograd63 and not opt.use_winograd63_convolution:
            prefer_winograd63 = False
            prefer_winograd43 = True

        if prefer_winograd43 and not opt.use_winograd43_convolution:
            prefer_winograd43 = False
            if opt.use_winograd63_convolution:
                prefer_winograd63 = True
            else:
                prefer_winograd23 = True

        if prefer_winograd23:
            return "conv3x3s1_winograd23"
        if prefer_winograd43:
            return "conv3x3s1_winograd43"
        assert prefer_winograd63
        return "conv3x3s1_winograd63"

    product = num_input * num_output * kernel_w * kernel_h
    product *= dilation_w * dilation_h * stride_w * stride_h * 4 * 2
    prefer_sgemm = product > l2_cache_size or (num_input > 16 or num_output > 16)
    if (opt.use_sgemm_convolution and prefer_sgemm) or (kernel_w == 1 and kernel_h == 1):
        return "convolution_im2col_gemm"

    is3x3 = kernel_w == 3 and kernel_h == 3 and dilation_w == 1 and dilation_h == 1
    is2x2 = kernel_w == 2 and kernel_h == 2 and dilation_w == 1 and dilation_h == 1
    if isa == "avx512" and elempack == 16 and out_elempack == 1:
        if is3x3 and stride_w == 1 and stride_h == 1:
            return "conv3x3s1_pack16to1_avx512"
    if elempack == 8 and out_elempack == 8:
        if is3x3 and stride_w == 1 and stride_h == 1:
            return "conv3x3s1_pack8_avx"
        if is2x2 and stride_w == 1 and stride_h == 1:
            return "conv2x2s1_pack8_avx"
    if elempack == 1 and out_elempack == 8:
        if is3x3 and stride_w == 1 and stride_h == 1:
            return "conv3x3s1_pack1to8_avx"
        if is3x3 and stride_w == 2 and stride_h == 2:
            return "conv3x3s2_pack1to8_avx"
    if elempack == 8 and out_elempack == 1:
        if is3x3 and stride_w == 1 and stride_h == 1:
            return "conv3x3s1_pack8to1_avx"
    if elempack == 1 and out_elempack == 4:
        if is3x3 and stride_w == 1 and stride_h == 1:
            return "conv3x3s1_pack1to4_sse"
        if is3x3 and stride_w == 2 and stride_h == 2:
            return "conv3x3s2_pack1to4_sse"
    return "convolution_packed"


def pack16(channels: int) -> int:
    """`elempack` with AVX-512."""
    return 16 if channels % 16 == 0 else 8 if channels % 8 == 0 else 4 if channels % 4 == 0 else 1
