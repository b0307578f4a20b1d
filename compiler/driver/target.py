"""
The machines that ncnnc compiles for: ISA levels with explicit features, never a CPU's name.

A CPU's name implies features that a virtual machine may mask; a list of features says what the code
uses and no more, and is what a compiled model records as its requirement.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...dialects.target.records import DEFAULT_L2_BYTES, TARGET_FACTS, l2_size
from ...runtime.cpu import l2_cache_bytes, missing_features
from ..diagnostics import UsageError, unknown_name

if TYPE_CHECKING:
    from ...dialects.ncnn.attributes import TargetAttr

HOST = "host"
"""The target that stands for this machine."""

AVX_FEATURES = ("sse2", "sse3", "ssse3", "sse4.1", "sse4.2", "avx")
AVX2_FEATURES = (*AVX_FEATURES, "avx2", "fma", "f16c")
AVX512_FEATURES = ("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")

BASE_FEATURES: dict[str, tuple[str, ...]] = {
    "x86-64": ("sse2",),
    "x86-avx": AVX_FEATURES,
    "x86-avx2": AVX2_FEATURES,
    "x86-avx512": (*AVX2_FEATURES, *AVX512_FEATURES),
}
"""Base target -> LLVM features that its code may use, weakest target first."""

SUFFIX_FEATURES: dict[str, tuple[str, str]] = {
    "vnni": ("x86-avx512", "avx512vnni"),
    "bf16": ("x86-avx512", "avx512bf16"),
}
"""Suffix -> the base target that it extends, and the LLVM feature that it adds."""

LLVM_CPU = "x86-64"
"""The CPU given to LLVM: the baseline, so that the feature list alone decides what may be used."""
TUNING_CPU: dict[str, str] = {
    "x86-64": "x86-64-v3",
    "x86-avx": "btver2",
    "x86-avx2": "x86-64-v3",
    "x86-avx512": "x86-64-v4",
}
"""
Base target -> the CPU for which LLVM schedules instructions.

It adds no feature. The scheduler's model of `x86-64` itself is a CPU of 2011, for which it loads
operands so early that they do not fit in the registers. `btver2` has AVX, but no fused
multiply-adds.
"""


@dataclass(frozen=True)
class Target:
    """
    What a model is compiled for.

    `x86-64`, `x86-avx`, `x86-avx2`, `x86-avx512`, the last with `+vnni` and `+bf16`; any of them
    with `+l2=512K`, the cache that a kernel may count on (default 1M). `host` is the best base
    target that this machine can run, with the L2 cache that it has.
    """

    base: str
    suffixes: tuple[str, ...] = ()
    l2_bytes: int = DEFAULT_L2_BYTES

    @classmethod
    def parse(cls, text: str) -> Target:
        """
        The target that `text` names.

        Raises: UsageError for an unknown name or suffix.
        """
        base, *words = text.split("+")
        l2_bytes = DEFAULT_L2_BYTES
        if base == HOST:
            base = host_base()
            l2_bytes = l2_cache_bytes() or DEFAULT_L2_BYTES
        if base not in BASE_FEATURES:
            raise unknown_name("target", base, [*BASE_FEATURES, HOST])
        suffixes: list[str] = []
        for word in words:
            size = l2_size(word)
            if size is not None:
                l2_bytes = size
            elif word not in SUFFIX_FEATURES:
                raise unknown_name("target suffix", word, [*SUFFIX_FEATURES, "l2=SIZE"])
            elif SUFFIX_FEATURES[word][0] != base:
                raise UsageError(f"'+{word}' extends {SUFFIX_FEATURES[word][0]}, not {base}")
            else:
                suffixes.append(word)
        ordered = tuple(suffix for suffix in SUFFIX_FEATURES if suffix in suffixes)
        return cls(base, ordered, l2_bytes)

    @property
    def name(self) -> str:
        """The canonical name, which `parse` turns into this target again, on any machine."""
        l2 = () if self.l2_bytes == DEFAULT_L2_BYTES else (f"l2={size_text(self.l2_bytes)}",)
        return "+".join((self.base, *self.suffixes, *l2))

    @property
    def features(self) -> tuple[str, ...]:
        """LLVM's names of the features that the code may use, hence needs."""
        added = (SUFFIX_FEATURES[suffix][1] for suffix in self.suffixes)
        return (*BASE_FEATURES[self.base], *added)

    @property
    def llvm_features(self) -> str:
        """The feature string of an LLVM target machine; vectors are as wide as the ISA allows."""
        switches = [f"+{feature}" for feature in self.features]
        return ",".join([*switches, "-prefer-256-bit"])

    @property
    def function_attributes(self) -> str:
        """Attributes of LLVM functions: what to schedule for, and the widest vectors to make."""
        bits = self.lanes * 32
        return (
            f'"tune-cpu"="{TUNING_CPU[self.base]}" '
            f'"prefer-vector-width"="{bits}" "min-legal-vector-width"="{bits}"'
        )

    @property
    def lanes(self) -> int:
        """float32 lanes of a vector register."""
        return TARGET_FACTS[self.base][0]

    @property
    def registers(self) -> int:
        """Number of vector registers."""
        return TARGET_FACTS[self.base][1]

    @property
    def attribute(self) -> TargetAttr:
        """What the passes see of this target."""
        from xdsl.dialects.builtin import IntAttr, StringAttr

        from ...dialects.ncnn.attributes import TargetAttr

        sizes = (self.lanes, self.registers, self.l2_bytes)
        return TargetAttr(StringAttr(self.name), *map(IntAttr, sizes))


def host_base() -> str:
    """The strongest base target that this machine can run."""
    runnable = [base for base, needed in BASE_FEATURES.items() if not missing_features(needed)]
    if not runnable:
        raise UsageError(f"this machine can run none of {', '.join(BASE_FEATURES)}")
    return runnable[-1]


def size_text(size: int) -> str:
    """Bytes as a suffix writes them: `2M`, `512K`, `1000`."""
    for shift, unit in ((20, "M"), (10, "K")):
        if size % (1 << shift) == 0:
            return f"{size >> shift}{unit}"
    return str(size)
