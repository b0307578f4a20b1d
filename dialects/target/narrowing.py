"""
Instructions that make integers of floats, and small integers of large ones, by lanes.

Nothing of xDSL is imported here.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Truncation:
    """
    f32 to i32 without what is behind the point; what does not fit becomes the least number.

    LLVM's own conversion is undefined there.
    """

    intrinsic: str
    """LLVM's name of it."""
    is_masked: bool = False
    """Whether it takes, behind the value, what stands where a mask is not set, mask and mode."""


TRUNCATIONS = {
    4: Truncation("llvm.x86.sse2.cvttps2dq"),
    8: Truncation("llvm.x86.avx.cvtt.ps2dq.256"),
    16: Truncation("llvm.x86.avx512.mask.cvttps2dq.512", is_masked=True),
}


@dataclass(frozen=True)
class Pack:
    """Instructions that saturate, within parts of 128 bits: i32 to i16, and i16 to i8."""

    words: str
    bytes: str


PACKS = {
    4: Pack("llvm.x86.sse2.packssdw.128", "llvm.x86.sse2.packsswb.128"),
    8: Pack("llvm.x86.avx2.packssdw", "llvm.x86.avx2.packsswb"),
    16: Pack("llvm.x86.avx512.packssdw.512", "llvm.x86.avx512.packsswb.512"),
}
"""By lanes of i32."""

FOUND_PACKS = (4, 8)
"""
Those that LLVM makes of its own saturation, with what puts parts in order; where it has an
instruction for each vector by itself it takes that.
"""
