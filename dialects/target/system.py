"""
The systems whose files libraries are: Linux on machines of a few families.

Nothing of xDSL is imported here.
"""

from __future__ import annotations

from dataclasses import dataclass

from .arm import AARCH64
from .isa import Isa
from .records import Target
from .x86 import X86


@dataclass(frozen=True)
class System:
    """Linux on the machines of one family."""

    architecture: str
    """Name of the family, and of the part of a library's run time that is written for it."""
    isas: tuple[Isa, ...]
    """The instruction sets, the weakest first."""
    loader: str
    """The library that loads programs, by the name that they ask for."""

    @property
    def linker_target(self) -> str:
        """Name of the system for linkers."""
        return f"{self.architecture}-linux-gnu"

    @property
    def baseline(self) -> Target:
        """The target that every machine of the family can run."""
        return Target.parse(self.isas[0].name)


NATIVE = System("x86_64", X86, "ld-linux-x86-64.so.2")
"""The system that Python runs on."""
SYSTEMS = (NATIVE, System("aarch64", (AARCH64,), "ld-linux-aarch64.so.1"))


def system_of(target: Target) -> System | None:
    """Return the system whose files have code for a target; None without one."""
    return next((system for system in SYSTEMS if target.isa in system.isas), None)
