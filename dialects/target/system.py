"""
The system that all records are for, Linux on x86: what the files of its programs are linked with.

Nothing of xDSL is imported here.
"""

from __future__ import annotations

from .x86 import X86, X86_64

NATIVE = X86
"""The instruction sets of this system's machines, the weakest first."""
BASELINE = X86_64.name
"""The target that every machine of the family can run."""
LOADER = "ld-linux-x86-64.so.2"
"""The library that loads programs, by the name that they ask for."""
ARCHITECTURE = "x86_64"
"""Part of a library's run time that is written for the machine."""
LINKER_TARGET = f"{ARCHITECTURE}-linux-gnu"
"""Name of the system for linkers."""
