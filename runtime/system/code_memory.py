"""Hold executable code, and adapt calls to the system's calling convention."""

from __future__ import annotations

import weakref
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache

from . import here


class CodeMemory:
    """Memory for code, and for variables after it; freed with this object."""

    def __init__(self, size: int, code: int):
        """
        Allocate memory for variables after the first `code` bytes, whole pages. Raises: OSError.
        """
        self.bytes, self.address = here.allocate_code(size, code)
        self._code_bytes = code
        weakref.finalize(self, here.free_code, self.address).atexit = False

    @contextmanager
    def writing(self) -> Generator[None]:
        """Let this thread write to the memory; then make the code executable. Raises: OSError."""
        with here.writing_code():
            yield
        here.make_executable(self.address, self._code_bytes)


def placed(code: bytes) -> CodeMemory | None:
    """Return memory with code; None for empty code."""
    if not code:
        return None
    memory = CodeMemory(len(code), len(code))
    with memory.writing():
        memory.bytes[: len(code)] = code
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
