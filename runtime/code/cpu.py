"""
Detect the features of this CPU.

On x86 a feature counts only if CPUID reports it *and* the operating system saves the registers it
needs (XCR0). The kernel's own list is a second opinion, since virtual machines have been seen to
report one thing and allow another. On aarch64 the kernel alone knows.

The environment variable `NCNNC_DISABLE_CPU_FEATURES` (LLVM's names, separated by blanks or commas)
hides features, and the features that depend on them: `avx512f` leaves a machine with AVX2 alone,
`avx` a machine with SSE.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import TypeAlias

from ..errors import MissingFeaturesError, NcnncError
from ..system import here
from .cpuid import BITS, cpuid_features, cpuid_model
from .elf import machine_family
from .hwcap import HWCAP_BITS, hwcap_features, midr_model

KERNEL_NAMES = {
    "avx512vnni": "avx512_vnni",
    "avx512bf16": "avx512_bf16",
    "avxvnni": "avx_vnni",
    "amx-tile": "amx_tile",
    "amx-int8": "amx_int8",
    "amx-bf16": "amx_bf16",
    "sse3": "pni",
    "sse4.1": "sse4_1",
    "sse4.2": "sse4_2",
}
"""LLVM's name of a feature -> the kernel's, where they differ."""

DISABLED = "NCNNC_DISABLE_CPU_FEATURES"
"""The environment variable that hides features."""
Query: TypeAlias = tuple[int, int, int, int]
QUERIES: dict[str, dict[str, Query]] = {"x86_64": BITS, "aarch64": HWCAP_BITS}
"""Machine family -> LLVM's name of a feature -> how compiled code queries it."""
ISA_LEVELS = ("sse2", "sse3", "ssse3", "sse4.1", "sse4.2", "avx", "avx2", "avx512f")
"""Features in order; each one requires all before it."""


@cache
def host_features() -> frozenset[str]:
    """Return LLVM's names of usable features. Raises: NcnncError if an unknown one is hidden."""
    family = machine_family()
    hidden = hidden_features(os.environ.get(DISABLED, ""), QUERIES.get(family, {}))
    reported = DETECTION.get(family, frozenset)()
    return reported - hidden


def x86_features() -> frozenset[str]:
    """Return the features that CPUID reports, and also the kernel if it reports any."""
    flags = here.kernel_flags()
    return frozenset(
        name for name in cpuid_features() if not flags or KERNEL_NAMES.get(name, name) in flags
    )


def cpu_model() -> tuple[str, int, int] | None:
    """Return vendor, family and model of this CPU; None if they are not known."""
    family = machine_family()
    if family == "x86_64":
        return cpuid_model()
    return midr_model() if family == "aarch64" else None


DETECTION = {"x86_64": x86_features, "aarch64": hwcap_features}
"""Machine family -> function that detects features; other families have none."""


def hidden_features(names: str, known: Iterable[str]) -> set[str]:
    """
    Return the named features and those that need them. Raises: NcnncError for an unknown name.
    """
    hidden = set(names.replace(",", " ").split())
    if unknown := sorted(hidden.difference(known)):
        raise NcnncError(f"error: {DISABLED}: unknown CPU feature '{unknown[0]}'")
    for before, level in pairwise(ISA_LEVELS):
        if before in hidden:
            hidden.add(level)
    if "avx" in hidden:
        hidden |= {"fma", "f16c"}
    if "avx2" in hidden:
        hidden |= {name for name in known if name.startswith(("avx", "amx")) and name != "avx"}
    if "avx512f" in hidden:
        hidden |= {name for name in known if name.startswith(("avx512", "avx10", "amx"))}
    return hidden


def missing_features(required: Iterable[str]) -> list[str]:
    """Return the features of `required` that this machine lacks, in the given order."""
    present = host_features()
    return [name for name in required if name not in present]


def require_features(required: Iterable[str], *, file: str) -> None:
    """
    Check required features. Raises: MissingFeaturesError naming those that this machine lacks.
    """
    missing = missing_features(required)
    machine = machine_family()
    for family, known in QUERIES.items():
        if family != machine and not known.keys().isdisjoint(missing):
            raise MissingFeaturesError(
                f"{file}: error: is compiled for {family}, and this machine is {machine}; "
                f"hint: compile the model for this machine"
            )
    if missing:
        raise MissingFeaturesError(
            f"{file}: error: needs {', '.join(missing)}, which this CPU lacks; "
            f"hint: compile the model for another target"
        )
