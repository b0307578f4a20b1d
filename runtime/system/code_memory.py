"""Holds code in this process, by whatever calling convention the system has."""

from __future__ import annotations

import weakref
from functools import cache

from . import here


class CodeMemory:
    """Memory for code, writable until it is made executable, as long as this object lives."""

    def __init__(self, size: int):
        """Raises: OSError if there is not so much."""
        self.bytes, self.address = here.allocate_code(size)
        weakref.finalize(self, here.free_code, self.address).atexit = False

    def make_executable(self, size: int) -> None:
        """Let the first bytes, a multiple of the page size, be run. Raises: OSError."""
        here.make_executable(self.address, size)


def placed(code: bytes) -> CodeMemory | None:
    """Return memory with code; None without any."""
    if not code:
        return None
    memory = CodeMemory(len(code))
    memory.bytes[: len(code)] = code
    memory.make_executable(len(code))
    return memory


def native_entry(address: int) -> tuple[int, CodeMemory | None]:
    """Return where this system's functions call compiled code, and what must be kept for it."""
    between = placed(here.native_entry(address))
    return (address, None) if between is None else (between.address, between)


def foreign_entry(address: int) -> tuple[int, CodeMemory | None]:
    """Return where compiled code calls this system's functions, and what must be kept for it."""
    between = placed(here.foreign_entry(address))
    return (address, None) if between is None else (between.address, between)


@cache
def lasting_entry(address: int) -> tuple[int, CodeMemory | None]:
    """Return where compiled code calls a function of a library, which stays till the end."""
    return foreign_entry(address)
