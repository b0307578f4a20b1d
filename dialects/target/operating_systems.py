"""
The target operating systems, as data: LLVM derives calling conventions from the triples.

Nothing of xDSL is imported here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .isa import Isa, ObjectFormat


@dataclass(frozen=True)
class OperatingSystem:
    """An operating system, as far as code and files depend on it."""

    name: str
    """Suffix of targets' names, which is left out for Linux."""
    title: str
    linker_name: str
    object_format: ObjectFormat
    suffixes: tuple[str, ...] = ()
    """File suffixes that identify the system."""
    triples: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)
    """Family of machines -> LLVM's triple; for Linux, ISAs have it."""
    machines: Mapping[str, int] = field(default_factory=dict[str, int], hash=False)
    """Family of machines -> its number in object files, except ELF."""
    unwinds: bool = False
    """True if the system requires unwind information for each function."""

    def triple(self, isa: Isa) -> str:
        """Return LLVM's name of the system on an ISA's machines; empty if it runs on none."""
        return self.triples.get(isa.architecture, "") if self.triples else isa.triple


LINUX = OperatingSystem("linux", "Linux", "linux-gnu", ObjectFormat.ELF, (".so",))
WINDOWS = OperatingSystem(
    "windows",
    "Windows",
    "windows-gnu",
    ObjectFormat.COFF,
    (".dll", ".lib", ".obj"),
    {"x86_64": "x86_64-pc-windows-msvc", "aarch64": "aarch64-pc-windows-msvc"},
    {"x86_64": 0x8664, "aarch64": 0xAA64},
    unwinds=True,
)
MACOS = OperatingSystem(
    "macos",
    "macOS",
    "macos",
    ObjectFormat.MACH_O,
    (".dylib",),
    {"x86_64": "x86_64-apple-macosx11.0.0", "aarch64": "arm64-apple-macosx11.0.0"},
    {"x86_64": 0x3_0100_0007, "aarch64": 0x0_0100_000C},
)
OPERATING_SYSTEMS = {system.name: system for system in (LINUX, WINDOWS, MACOS)}
"""Operating systems by their names in targets and `--system`."""
