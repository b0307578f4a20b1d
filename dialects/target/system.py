"""
The systems for which libraries are built: an operating system on a family of machines.

Nothing of xDSL is imported here.
"""

from __future__ import annotations

import platform
from dataclasses import dataclass

from .arm import AARCH64
from .isa import Isa
from .operating_systems import LINUX, MACOS, WINDOWS, OperatingSystem
from .records import Target
from .x86 import X86


@dataclass(frozen=True)
class System:
    """An operating system on the machines of one family."""

    architecture: str
    """Name of the family, and of its part of a library's run time."""
    isas: tuple[Isa, ...]
    """The instruction sets, the weakest first."""
    system: OperatingSystem = LINUX
    loader: str = ""
    """File name of Linux's dynamic loader."""

    @property
    def machine(self) -> int:
        """Return the family's number in the system's object files."""
        return self.system.machines[self.architecture]

    @property
    def title(self) -> str:
        """Return its human-readable name."""
        return f"{self.system.title} on {self.architecture}"

    @property
    def linker_target(self) -> str:
        """Return the system's name for linkers."""
        return f"{self.architecture}-{self.system.linker_name}"

    @property
    def baseline(self) -> Target:
        """Return the target that every machine of the family can run."""
        word = "" if self.system is LINUX else f"+{self.system.name}"
        return Target.parse(f"{self.isas[0].name}{word}")


X86_64 = System("x86_64", X86, LINUX, "ld-linux-x86-64.so.2")
SYSTEMS = (
    X86_64,
    System("aarch64", (AARCH64,), LINUX, "ld-linux-aarch64.so.1"),
    System("x86_64", X86, WINDOWS),
    System("aarch64", (AARCH64,), WINDOWS),
    System("x86_64", X86, MACOS),
    System("aarch64", (AARCH64,), MACOS),
)
FAMILIES = {"AMD64": "x86_64", "arm64": "aarch64", "ARM64": "aarch64"}
"""Families by their names on Windows and macOS."""


def native_system(machine: str) -> System:
    """Return the system of native code for Python on a machine; objects are Linux's everywhere."""
    family = FAMILIES.get(machine, machine)
    return next((s for s in SYSTEMS if s.architecture == family), X86_64)


NATIVE = native_system(platform.machine())
"""The system that Python runs on, or the default one if it is none of these."""


def system_of(target: Target) -> System | None:
    """Return the system of a target's files; None without one."""
    return next((s for s in SYSTEMS if target.isa in s.isas and target.system is s.system), None)
