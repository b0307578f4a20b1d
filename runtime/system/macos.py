"""
Implement the interface on macOS, x86-64 and arm64.

Sources: the manual pages mmap(2), mprotect(2), sysctl(3) and proc_pidinfo's header sys/proc_info.h;
Apple, "Determining System Capabilities" and "Porting just-in-time compilers to Apple silicon":
memory may become executable that is not writable any more; only a Python with the hardened runtime
needs an entitlement for it.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import tempfile
import time
from functools import cache
from typing import BinaryIO

from .posix import (
    HAS_MODES,
    RENAMES_OPEN_FILES,
    RESERVES_MEMORY,
    TELLS_CHANGES,
    allocate_code,
    foreign_entry,
    free_code,
    interruptions,
    is_read_only,
    lock,
    native_entry,
    on_fork,
)
from .posix import make_executable as protect_code
from .posix import reserved_memory as reserved

__all__ = [
    "C_LIBRARIES",
    "FORKS",
    "HAS_MODES",
    "OPENMP_LIBRARIES",
    "OPEN_FILES",
    "RENAMES_OPEN_FILES",
    "RESERVES_MEMORY",
    "TELLS_CHANGES",
    "allocate_code",
    "available_bytes",
    "available_cpus",
    "boot_id",
    "core_words",
    "cpu_name",
    "foreign_entry",
    "free_code",
    "interruptions",
    "is_read_only",
    "kernel_flags",
    "l2_cache_bytes",
    "lock",
    "make_executable",
    "map_file",
    "memory_file",
    "native_entry",
    "on_fork",
    "physical_cores",
    "release_pages",
    "reserved_memory",
    "seconds_of_process",
    "sparse_memory",
]

C_LIBRARIES = (None,)
"""libSystem, loaded in every process, contains libc and libm."""
HOMEBREW = "/opt/homebrew/opt/libomp/lib/libomp.dylib", "/usr/local/opt/libomp/lib/libomp.dylib"
OPENMP_LIBRARIES = ("libomp.dylib", *HOMEBREW, "libgomp.1.dylib")
OPEN_FILES = ("/dev/fd/",)
FORKS = False
"""Apple's libraries, such as Accelerate in numpy, may not be used in a fork."""

PROC_PIDTBSDINFO, BSD_INFO_BYTES, START_AT = 3, 136, 120
"""For `proc_pidinfo`: flavor, its size, and the offset of the start in seconds and microseconds."""
FEATURES = {
    "neon": "AdvSIMD",
    "dotprod": "FEAT_DotProd",
    "bf16": "FEAT_BF16",
    "i8mm": "FEAT_I8MM",
    "fullfp16": "FEAT_FP16",
}
"""LLVM's name of a feature -> its name in `hw.optional.arm`."""


@cache
def system() -> ctypes.CDLL:
    """Return libSystem."""
    return ctypes.CDLL(None, use_errno=True)


def make_executable(address: int, size: int) -> None:
    protect_code(address, size)
    flush = system().sys_icache_invalidate
    flush.argtypes, flush.restype = [ctypes.c_void_p, ctypes.c_size_t], None
    flush(address, size)


def reserved_memory(size: int) -> mmap.mmap:
    return reserved(size, getattr(mmap, "MAP_NORESERVE", 0x40))


def sparse_memory(size: int) -> mmap.mmap:
    return reserved(size, 0)


def release_pages(memory: mmap.mmap, start: int, size: int) -> None:
    """Advise the system that pages may be discarded; their contents may remain."""
    memory.madvise(getattr(mmap, "MADV_FREE", mmap.MADV_DONTNEED), start, size)


def map_file(file: BinaryIO) -> mmap.mmap:
    return mmap.mmap(file.fileno(), 0, flags=mmap.MAP_SHARED, prot=mmap.PROT_READ)


def memory_file(name: str) -> int:
    """Open a temporary file without a name: macOS has no writable files in memory."""
    with tempfile.TemporaryFile(prefix=name) as file:
        return os.dup(file.fileno())


def sysctl(name: str) -> bytes:
    """Return the kernel's value for a name; empty if the name is unknown."""
    ask = system().sysctlbyname
    ask.argtypes = [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]
    ask.argtypes = [*ask.argtypes, ctypes.c_size_t]
    size = ctypes.c_size_t(0)
    if ask(name.encode(), None, ctypes.byref(size), None, 0):
        return b""
    value = ctypes.create_string_buffer(size.value)
    if ask(name.encode(), value, ctypes.byref(size), None, 0):
        return b""
    return value.raw[: size.value]


def sysctl_number(name: str) -> int | None:
    value = sysctl(name)
    return int.from_bytes(value, "little") if value else None


def sysctl_text(name: str) -> str:
    return sysctl(name).rstrip(b"\0").decode("utf-8", "replace").strip()


def available_bytes() -> int:
    """Return the memory that the kernel counts as free before it signals memory pressure."""
    memory, percent = sysctl_number("hw.memsize"), sysctl_number("kern.memorystatus_level")
    return 0 if memory is None or percent is None else memory * percent // 100


def kernel_flags() -> frozenset[str]:
    """Return the features of arm64 by LLVM's names; none on x86, where CPUID is sufficient."""
    known = FEATURES.items()
    return frozenset(name for name, own in known if sysctl_number(f"hw.optional.arm.{own}"))


def core_words() -> frozenset[int]:
    return frozenset()


def cpu_name() -> str:
    return sysctl_text("machdep.cpu.brand_string")


def l2_cache_bytes() -> int | None:
    """Return the L2 cache of a performance core, if there are several kinds of cores."""
    return sysctl_number("hw.perflevel0.l2cachesize") or sysctl_number("hw.l2cachesize")


def available_cpus() -> int:
    """Return the number of all CPUs: processes cannot be bound to a subset."""
    return os.cpu_count() or 1


def physical_cores() -> int:
    return sysctl_number("hw.physicalcpu") or os.cpu_count() or 1


def seconds_of_process() -> float:
    ask = system().proc_pidinfo
    info = ctypes.create_string_buffer(BSD_INFO_BYTES)
    ask.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_int]
    if ask(os.getpid(), PROC_PIDTBSDINFO, 0, info, BSD_INFO_BYTES) != BSD_INFO_BYTES:
        return time.process_time()
    seconds, micros = (ctypes.c_uint64 * 2).from_buffer(info, START_AT)
    return time.time() - seconds - micros / 1e6


def boot_id() -> str:
    return sysctl_text("kern.bootsessionuuid")
