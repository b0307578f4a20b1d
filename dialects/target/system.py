"""
The systems whose files libraries are: an operating system on the machines of a family.

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
    """Name of the family, and of the part of a library's run time that is written for it."""
    isas: tuple[Isa, ...]
    """The instruction sets, the weakest first."""
    system: OperatingSystem = LINUX
    loader: str = ""
    """The library of Linux that loads programs, by the name that they ask for."""

    @property
    def machine(self) -> int:
        """Return the number of the family in object files, where that is the system's."""
        return self.system.machines[self.architecture]

    @property
    def title(self) -> str:
        """Return its name for people."""
        return f"{self.system.title} on {self.architecture}"

    @property
    def linker_target(self) -> str:
        """Name of the system for linkers."""
        return f"{self.architecture}-{self.system.linker_name}"

    @property
    def baseline(self) -> Target:
        """The target that every machine of the family can run."""
        word = "" if self.system is LINUX else f"+{self.system.name}"
        return Target.parse(f"{self.isas[0].name}{word}")


X86_64 = System("x86_64", X86, LINUX, "ld-linux-x86-64.so.2")
SYSTEMS = (
    X86_64,
    System("aarch64", (AARCH64,), LINUX, "ld-linux-aarch64.so.1"),
    System("x86_64", X86, WINDOWS),
    System("x86_64", X86, MACOS),
    System("aarch64", (AARCH64,), MACOS),
)
FAMILIES = {"AMD64": "x86_64", "arm64": "aarch64", "ARM64": "aarch64"}
"""Families by the names that Windows and macOS have for them."""


def native_system(machine: str) -> System:
    """Return the system of code that Python runs on a machine; objects are Linux's everywhere."""
    family = FAMILIES.get(machine, machine)
    return next((s for s in SYSTEMS if s.architecture == family), X86_64)


NATIVE = native_system(platform.machine())
"""The system that Python runs on, or where none of these does, the usual one."""


def system_of(target: Target) -> System | None:
    """Return the system whose files have code for a target; None without one."""
    return next((s for s in SYSTEMS if target.isa in s.isas and target.system is s.system), None)
