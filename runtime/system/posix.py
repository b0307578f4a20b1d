"""Implement the functions common to Linux and macOS."""

from __future__ import annotations

import ctypes
import fcntl
import mmap
import os
import resource
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO

HAS_MODES = True
RENAMES_OPEN_FILES = True
TELLS_CHANGES = True
RESERVES_MEMORY = True


def allocate_code(size: int, code: int) -> tuple[mmap.mmap, int]:
    """
    Return writable memory and its address; the first `code` bytes, whole pages, are for code, those
    after it for variables. Raises: OSError.
    """
    memory = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    return memory, ctypes.addressof(ctypes.c_char.from_buffer(memory))


def free_code(address: int) -> None:
    """Do nothing: the memory is freed with the object that mapped it."""


def writing_code() -> AbstractContextManager[None]:
    """Return a context in which this thread may write to memory for code."""
    return nullcontext()


def make_executable(address: int, size: int) -> None:
    """Make bytes executable and no longer writable. Raises: OSError."""
    library = ctypes.CDLL(None, use_errno=True)
    mprotect = library.mprotect
    mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    if mprotect(address, size, mmap.PROT_READ | mmap.PROT_EXEC):
        raise OSError(ctypes.get_errno(), "the code cannot be made executable")


def sleep_functions() -> tuple[int, int]:
    """
    Return the addresses of functions that sleep while a number of 32 bits has a value, and that
    wake those who do; zeros if these are calls of the system.
    """
    return 0, 0


def native_entry(address: int) -> bytes:
    """Return code through which C calls compiled code; empty if it needs none."""
    return b""


def foreign_entry(address: int) -> bytes:
    """Return code through which compiled code calls C; empty if it needs none."""
    return b""


def reserved(size: int, flags: int) -> mmap.mmap:
    """Reserve memory that gets pages when written."""
    return mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | flags)


def release_pages(memory: mmap.mmap, start: int, size: int) -> None:
    """Release pages; they then read as zero, or as the file."""
    memory.madvise(mmap.MADV_DONTNEED, start, size)


def lock(file: BinaryIO) -> None:
    """Lock a file while it is open. Raises: BlockingIOError if another process holds the lock."""
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_read_only(folder: Path) -> bool:
    """Return whether the file system of a folder is read-only."""
    return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)


def on_fork(
    in_child: Callable[[], None],
    before: Callable[[], object] | None = None,
    in_parent: Callable[[], None] | None = None,
) -> None:
    """Call functions at each fork."""
    os.register_at_fork(
        before=before or (lambda: None),
        after_in_parent=in_parent or (lambda: None),
        after_in_child=in_child,
    )


def interruptions(alone: bool) -> int:
    """
    Return the number of involuntary context switches of this process, or of this thread `alone`.
    """
    whose = getattr(resource, "RUSAGE_THREAD", resource.RUSAGE_SELF) if alone else 0
    return resource.getrusage(whose).ru_nivcsw
