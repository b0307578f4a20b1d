"""
Implement the interface on macOS, x86-64 and arm64.

Sources: the manual pages mmap(2), mprotect(2), sysctl(3) and proc_pidinfo's header sys/proc_info.h;
Apple, "Determining System Capabilities" and "Porting just-in-time compilers to Apple silicon": on
arm64 each thread either writes to memory of `MAP_JIT` or runs it. A Python with the hardened
runtime needs an entitlement for such memory; without it, and on x86-64, plain memory is used, which
becomes executable once it is no longer writable.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import platform
import tempfile
import time
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from typing import BinaryIO

from .posix import *  # noqa: F403 - what both systems do alike
from .posix import allocate_code as allocate_plain
from .posix import make_executable as protect_code
from .posix import reserved

NAME, TITLE = "macos", "macOS"
C_LIBRARIES = (None,)
"""libSystem, loaded in every process, contains libc and libm."""
HOMEBREW = "/opt/homebrew/opt/libomp/lib/libomp.dylib", "/usr/local/opt/libomp/lib/libomp.dylib"
OPENMP_LIBRARIES = ("libomp.dylib", *HOMEBREW, "libgomp.1.dylib")
OPEN_FILES = ("/dev/fd/",)
FORKS = False
"""Apple's libraries, such as Accelerate in numpy, may not be used in a fork."""

PROC_PIDTBSDINFO, BSD_INFO_BYTES, START_AT = 3, 136, 120
"""For `proc_pidinfo`: flavor, its size, and the offset of the start in seconds and microseconds."""
MAP_FIXED = 0x10
MAP_JIT = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x800
"""Flags of mmap."""
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


@cache
def maps_jit() -> bool:
    """Return whether this process may map memory for code that is generated while it runs."""
    if platform.machine() != "arm64":
        return False
    try:
        map_jit(mmap.PAGESIZE).close()
    except OSError:
        return False
    return True


def map_jit(size: int) -> mmap.mmap:
    """Map memory that is written or run. Raises: OSError."""
    return mmap.mmap(-1, size, MAP_JIT, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)


def allocate_code(size: int, code: int) -> tuple[mmap.mmap, int]:
    """Map memory for code; variables after it are in plain memory, which all threads may write."""
    if not maps_jit():
        return allocate_plain(size, code)
    memory = map_jit(size)
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    if size > code:
        replace_pages(address + code, size - code)
    return memory, address


def replace_pages(address: int, size: int) -> None:
    """Replace mapped pages by plain ones. Raises: OSError."""
    plain = system().mmap
    plain.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_int64]
    plain.restype = ctypes.c_void_p
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_FIXED
    if plain(address, size, mmap.PROT_READ | mmap.PROT_WRITE, flags, -1, 0) != address:
        raise OSError(ctypes.get_errno(), "the variables of the code cannot be mapped")


def sleep_functions() -> tuple[int, int]:
    functions = (getattr(system(), name) for name in ("__ulock_wait", "__ulock_wake"))
    wait, wake = (ctypes.cast(function, ctypes.c_void_p).value or 0 for function in functions)
    return wait, wake


def writing_code() -> AbstractContextManager[None]:
    return unprotected() if maps_jit() else nullcontext()


@contextmanager
def unprotected() -> Generator[None]:
    """Let this thread write to the memory of `map_jit`, and not run it meanwhile."""
    protect = system().pthread_jit_write_protect_np
    protect.argtypes, protect.restype = [ctypes.c_int], None
    protect(0)
    try:
        yield
    finally:
        protect(1)


def make_executable(address: int, size: int) -> None:
    if not maps_jit():
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


def spread_over_nodes(address: int, size: int) -> bool:
    return False


def permits_tiles() -> bool:
    return False


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
