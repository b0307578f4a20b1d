"""Hold executable code, and adapt calls to the system's calling convention."""

from __future__ import annotations

import weakref
from functools import cache

from . import here


class CodeMemory:
    """Memory for code, writable until it is made executable; freed with this object."""

    def __init__(self, size: int):
        """Allocate writable memory. Raises: OSError if there is not enough."""
        self.bytes, self.address = here.allocate_code(size)
        weakref.finalize(self, here.free_code, self.address).atexit = False

    def make_executable(self, size: int) -> None:
        """Make the first bytes, a multiple of the page size, executable. Raises: OSError."""
        here.make_executable(self.address, size)


def placed(code: bytes) -> CodeMemory | None:
    """Return memory with code; None for empty code."""
    if not code:
        return None
    memory = CodeMemory(len(code))
    memory.bytes[: len(code)] = code
    memory.make_executable(len(code))
    return memory


def native_entry(address: int) -> tuple[int, CodeMemory | None]:
    """
    Return the address at which this system's functions call compiled code, and the memory to keep.
    """
    between = placed(here.native_entry(address))
    return (address, None) if between is None else (between.address, between)


def foreign_entry(address: int) -> tuple[int, CodeMemory | None]:
    """
    Return the address at which compiled code calls this system's functions, and the memory to keep.
    """
    between = placed(here.foreign_entry(address))
    return (address, None) if between is None else (between.address, between)


@cache
def lasting_entry(address: int) -> tuple[int, CodeMemory | None]:
    """Return an address as `foreign_entry`, with memory that lives as long as the process."""
    return foreign_entry(address)
