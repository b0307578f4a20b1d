"""
What the CPU under this process can run.

A feature counts only if CPUID reports it *and* the operating system saves the registers it needs
(XCR0). LLVM checks both; the kernel's own list is a second opinion, since virtual machines have
been seen to report one thing and allow another.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from .errors import ArtifactError

CPUINFO = Path("/proc/cpuinfo")
KERNEL_NAMES = {
    "avx512vnni": "avx512_vnni",
    "avx512bf16": "avx512_bf16",
    "sse3": "pni",
    "sse4.1": "sse4_1",
    "sse4.2": "sse4_2",
}
"""LLVM's name of a feature -> the kernel's, where they differ."""


@cache
def host_features() -> frozenset[str]:
    """The features of this machine that code may use, by LLVM's names."""
    from llvmlite.binding import get_host_cpu_features

    reported = {name for name, present in get_host_cpu_features().items() if present}
    flags = kernel_flags()
    if not flags:
        return frozenset(reported)
    return frozenset(name for name in reported if KERNEL_NAMES.get(name, name) in flags)


def kernel_flags(path: Path = CPUINFO) -> frozenset[str]:
    """The `flags` line of `/proc/cpuinfo`; empty where there is no such file."""
    return frozenset(_cpuinfo("flags", path).split())


def host_name(path: Path = CPUINFO) -> str:
    """The processor's name; empty where it is not known."""
    return _cpuinfo("model name", path)


def _cpuinfo(name: str, path: Path) -> str:
    """The first line of that name, without it."""
    try:
        text = path.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""
    for line in text.splitlines():
        key, _, value = line.partition(":")
        if key.strip() == name:
            return value.strip()
    return ""


def missing_features(required: Iterable[str]) -> list[str]:
    """Those of `required` that this machine lacks, in the order given."""
    present = host_features()
    return [name for name in required if name not in present]


def require_features(required: Iterable[str], *, file: str) -> None:
    """
    Refuse a program that this machine cannot run, before any of its code is entered.

    Raises: ArtifactError naming the features that are missing.
    """
    missing = missing_features(required)
    if missing:
        raise ArtifactError(
            f"{file}: error: needs {', '.join(missing)}, which this CPU lacks; "
            f"hint: compile the model for another target"
        )
