"""
The operating systems that code is made for, as data: LLVM's triples decide how calls are made.

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
    """A suffix of targets' names; that of Linux is left out."""
    title: str
    linker_name: str
    object_format: ObjectFormat
    suffixes: tuple[str, ...] = ()
    """Of files that only this system has, which name it."""
    triples: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)
    """LLVM's names by the family of machines; an ISA's own names Linux."""
    machines: Mapping[str, int] = field(default_factory=dict[str, int], hash=False)
    """Numbers in object files by the family of machines, but of ELF."""
    unwinds: bool = False
    """True if the system wants to know of each function how its frame is left."""

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
    {"x86_64": "x86_64-pc-windows-msvc"},
    {"x86_64": 0x8664},
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
"""By the names that targets and `--system` have."""
