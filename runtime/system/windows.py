"""
Implement the interface on Windows, by functions of kernel32.

Sources: Microsoft's reference of memoryapi.h, sysinfoapi.h, fileapi.h, processthreadsapi.h and
winnt.h.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from pathlib import Path
from typing import BinaryIO

from .calling import from_windows, is_x86, to_windows

NAME, TITLE = "windows", "Windows"
C_LIBRARIES = ("ucrtbase", "msvcrt")
"""The C runtime, and the older one, which defines a few functions that are inline today."""
OPENMP_LIBRARIES = ()
"""MinGW's runtime has another calling convention, and Visual C++'s other entry points."""
OPEN_FILES = ()
FORKS = False
HAS_MODES = False
"""
True if a file's mode controls access by others; Windows uses access control lists, which protect a
user's folders.
"""
RENAMES_OPEN_FILES = False
"""True if a file may be renamed or deleted while it is open."""
TELLS_CHANGES = False
"""True if `st_ctime` is the time of the last change; on Windows it is the time of creation."""
RESERVES_MEMORY = False
"""True if memory takes no space until written; Windows commits all of it at once."""

COMMIT_AND_RESERVE, RELEASE = 0x3000, 0x8000
READ_WRITE, EXECUTE_READ = 0x04, 0x20
EXCLUSIVE_AT_ONCE = 0x3
LOCKED_AT = 0x7FFFFFFF
"""
Upper half of the offset of the locked byte, beyond the file: other processes cannot read a locked
byte.
"""
LOCK_VIOLATION = 33
CACHE_RELATION, CORE_RELATION = 2, 0
ENTRY_BYTES = 32
"""Size of `SYSTEM_LOGICAL_PROCESSOR_INFORMATION`: mask, relation, and data that depends on it."""
PROCESSOR_KEY = r"HARDWARE\DESCRIPTION\System\CentralProcessor\0"
LOCAL_MACHINE, ANY_TEXT = 0x80000002, 0x2
ARM_FEATURES = {"neon": 19, "dotprod": 43, "i8mm": 66, "bf16": 68}
"""LLVM's name of a feature -> its number for `IsProcessorFeaturePresent`."""
TICKS = 1e-7
"""Unit of file times in seconds, and the time from 1601 to 1970 in this unit."""
UNIX_EPOCH = 116_444_736_000_000_000


class MemoryStatus(ctypes.Structure):
    """`MEMORYSTATUSEX`"""

    _fields_ = (
        ("length", ctypes.c_uint32),
        ("load", ctypes.c_uint32),
        ("total", ctypes.c_uint64),
        ("available", ctypes.c_uint64),
        ("total_committed", ctypes.c_uint64),
        ("available_to_commit", ctypes.c_uint64),
        ("total_addresses", ctypes.c_uint64),
        ("available_addresses", ctypes.c_uint64),
        ("available_extended", ctypes.c_uint64),
    )


class Overlapped(ctypes.Structure):
    """`OVERLAPPED`"""

    _fields_ = (
        ("internal", ctypes.c_void_p),
        ("internal_high", ctypes.c_void_p),
        ("offset", ctypes.c_uint32),
        ("offset_high", ctypes.c_uint32),
        ("event", ctypes.c_void_p),
    )


@cache
def kernel32() -> ctypes.CDLL:
    """
    Return kernel32 with declared types; on x64 and arm64 its functions use C's calling convention.
    """
    library = ctypes.CDLL("kernel32", use_last_error=True)
    pointer, number, size = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_size_t
    declared = {
        "VirtualAlloc": (pointer, (pointer, size, number, number)),
        "VirtualProtect": (ctypes.c_int, (pointer, size, number, pointer)),
        "VirtualFree": (ctypes.c_int, (pointer, size, number)),
        "FlushInstructionCache": (ctypes.c_int, (pointer, pointer, size)),
        "GetCurrentProcess": (pointer, ()),
        "GlobalMemoryStatusEx": (ctypes.c_int, (pointer,)),
        "LockFileEx": (ctypes.c_int, (pointer, number, number, number, number, pointer)),
        "GetProcessAffinityMask": (ctypes.c_int, (pointer, pointer, pointer)),
        "GetProcessTimes": (ctypes.c_int, (pointer, pointer, pointer, pointer, pointer)),
        "GetLogicalProcessorInformation": (ctypes.c_int, (pointer, pointer)),
        "IsProcessorFeaturePresent": (ctypes.c_int, (number,)),
    }
    for name, (result, arguments) in declared.items():
        function = library[name]
        function.restype, function.argtypes = result, arguments
        setattr(library, name, function)
    return library


def checked(done: object, what: str) -> None:
    """Check the result of a system function. Raises: OSError if it returned 0."""
    if not done:
        raise OSError(f"{what} (Windows error {last_error()})")


def last_error() -> int:
    """Return the error of the last call."""
    error: Callable[[], int] = getattr(ctypes, "get_last_error", lambda: 0)
    return error()


def allocate_code(size: int, code: int) -> tuple[memoryview, int]:
    address: int | None = kernel32().VirtualAlloc(None, size, COMMIT_AND_RESERVE, READ_WRITE)
    checked(address, f"no {size} bytes of memory for code")
    assert address is not None
    return memoryview((ctypes.c_char * size).from_address(address)).cast("B"), address


def free_code(address: int) -> None:
    """Free allocated code."""
    kernel32().VirtualFree(address, 0, RELEASE)


def writing_code() -> AbstractContextManager[None]:
    return nullcontext()


def make_executable(address: int, size: int) -> None:
    api, old = kernel32(), ctypes.c_uint32()
    done = api.VirtualProtect(address, size, EXECUTE_READ, ctypes.byref(old))
    checked(done, "the code cannot be made executable")
    api.FlushInstructionCache(api.GetCurrentProcess(), address, size)


def sleep_functions() -> tuple[int, int]:
    library = ctypes.CDLL("api-ms-win-core-synch-l1-2-0")
    functions = library.WaitOnAddress, library.WakeByAddressAll
    wait, wake = (ctypes.cast(function, ctypes.c_void_p).value or 0 for function in functions)
    return wait, wake


def native_entry(address: int) -> bytes:
    """
    Return code through which C calls compiled code; compiled code uses System V's convention on
    x86, the system's on arm64.
    """
    return from_windows(address) if is_x86() else b""


def foreign_entry(address: int) -> bytes:
    return to_windows(address) if is_x86() else b""


def reserved_memory(size: int) -> mmap.mmap:
    return mmap.mmap(-1, size)


sparse_memory = reserved_memory


def release_pages(memory: mmap.mmap, start: int, size: int) -> None:
    """Do nothing: memory committed at once is released at once."""


def map_file(file: BinaryIO) -> mmap.mmap:
    return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def memory_file(name: str) -> int:
    raise OSError(f"no file in memory for {name}: what is written to one need not show in its map")


def lock(file: BinaryIO) -> None:
    """Lock a byte far beyond the end of the file."""
    handle_of = ctypes.CDLL("ucrtbase")["_get_osfhandle"]
    handle_of.argtypes, handle_of.restype = [ctypes.c_int], ctypes.c_void_p
    place = Overlapped(offset_high=LOCKED_AT)
    handle = handle_of(file.fileno())
    if kernel32().LockFileEx(handle, EXCLUSIVE_AT_ONCE, 0, 1, 0, ctypes.byref(place)):
        return
    if last_error() == LOCK_VIOLATION:
        raise BlockingIOError("another process has locked the file")
    checked(False, "the file cannot be locked")


def is_read_only(folder: Path) -> bool:
    return False


def on_fork(
    in_child: Callable[[], None],
    before: Callable[[], object] | None = None,
    in_parent: Callable[[], None] | None = None,
) -> None:
    """Do nothing: Windows has no forks."""


def interruptions(alone: bool) -> int:
    """Return 0: Windows does not count them."""
    return 0


def available_bytes() -> int:
    status = MemoryStatus(length=ctypes.sizeof(MemoryStatus))
    if not kernel32().GlobalMemoryStatusEx(ctypes.byref(status)):
        return 0
    return min(status.available, status.available_to_commit, status.available_addresses)


def kernel_flags() -> frozenset[str]:
    """Return the features of arm64 by LLVM's names; none on x86, where CPUID is sufficient."""
    present = kernel32().IsProcessorFeaturePresent
    return frozenset(name for name, number in ARM_FEATURES.items() if present(number))


def spread_over_nodes(address: int, size: int) -> bool:
    return False


def permits_tiles() -> bool:
    return False


def core_words() -> frozenset[int]:
    return frozenset()


def cpu_name() -> str:
    value = ctypes.create_unicode_buffer(256)
    size = ctypes.c_uint32(ctypes.sizeof(value))
    ask = ctypes.CDLL("advapi32").RegGetValueW
    ask.argtypes = [*[ctypes.c_void_p], *[ctypes.c_wchar_p] * 2, ctypes.c_uint32]
    ask.argtypes = [*ask.argtypes, *[ctypes.c_void_p] * 3]
    name = "ProcessorNameString"
    failed = ask(
        LOCAL_MACHINE, PROCESSOR_KEY, name, ANY_TEXT, None, ctypes.byref(value), ctypes.byref(size)
    )
    return "" if failed else value.value.strip()


def processors() -> list[tuple[int, bytes]]:
    """List cores, caches and the like: relations, and data that depends on them."""
    ask, size = kernel32().GetLogicalProcessorInformation, ctypes.c_uint32(0)
    ask(None, ctypes.byref(size))
    value = ctypes.create_string_buffer(max(size.value, 1))
    if not ask(value, ctypes.byref(size)):
        return []
    entries = [value.raw[at : at + ENTRY_BYTES] for at in range(0, size.value, ENTRY_BYTES)]
    return [(int.from_bytes(entry[8:12], "little"), entry[16:]) for entry in entries]


def l2_cache_bytes() -> int | None:
    """
    Return the L2 size by `CACHE_DESCRIPTOR`: level in the first byte, size in the second word.
    """
    caches = (rest for relation, rest in processors() if relation == CACHE_RELATION)
    sizes = (int.from_bytes(cache[4:8], "little") for cache in caches if cache[0] == 2)
    return next(sizes, None)


def available_cpus() -> int:
    """
    Return the CPUs of this process's group of at most 64, to which a process is bound at its start.
    """
    api, own, all_of_them = kernel32(), ctypes.c_size_t(), ctypes.c_size_t()
    masks = ctypes.byref(own), ctypes.byref(all_of_them)
    done = api.GetProcessAffinityMask(api.GetCurrentProcess(), *masks)
    return (done and own.value.bit_count()) or os.cpu_count() or 1


def physical_cores() -> int:
    cores = sum(relation == CORE_RELATION for relation, _ in processors())
    return cores or os.cpu_count() or 1


def seconds_of_process() -> float:
    api = kernel32()
    times = (ctypes.c_uint64 * 4)()
    places = [ctypes.addressof(times) + 8 * i for i in range(4)]
    if not api.GetProcessTimes(api.GetCurrentProcess(), *places):
        return time.process_time()
    return time.time() - (times[0] - UNIX_EPOCH) * TICKS


def boot_id() -> str:
    """Return an empty string: it is not needed, see `TELLS_CHANGES`."""
    return ""
