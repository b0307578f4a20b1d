"""Linux."""

from __future__ import annotations

import ctypes
import mmap
import os
import platform
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from .control_groups import quotas
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
    release_pages,
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

C_LIBRARIES = ("libm.so.6", None)
"""Libraries that define C functions: libm, then everything loaded in the process."""
OPENMP_LIBRARIES = ("libgomp.so.1", "libomp.so", "libomp.so.5", "libiomp5.so")
OPEN_FILES = ("/proc/",)
"""Folders of links to files that a process has open."""
FORKS = True
"""True if a process with libraries like numpy's may be forked."""

PROCESSES = Path("/proc")
GROUP = Path("/sys/fs/cgroup")
"""Of version 2, where a container sees its own limit."""
CPUINFO = Path("/proc/cpuinfo")
CACHES = Path("/sys/devices/system/cpu/cpu0/cache")
TOPOLOGY = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"
BOOT = Path("/proc/sys/kernel/random/boot_id")
MAP_NORESERVE = getattr(mmap, "MAP_NORESERVE", 0x4000)
"""Flag for which older versions of Python have no name."""
CLOSE_ON_EXEC = 1


def make_executable(address: int, size: int) -> None:
    """
    Let bytes be run, and not written any more. Raises: OSError.

    On arm64 caches of instructions do not follow those of data. Linux clears them for pages that
    become executable, which is all there is without libgcc.
    """
    protect_code(address, size)
    if platform.machine() != "aarch64":
        return
    for name in (None, "libgcc_s.so.1"):
        with suppress(OSError, AttributeError):
            ctypes.CDLL(name)["__clear_cache"](
                ctypes.c_void_p(address), ctypes.c_void_p(address + size)
            )
            return


def reserved_memory(size: int) -> mmap.mmap:
    """Memory that takes pages where it is written, huge ones if it can. Raises: OSError."""
    memory = reserved(size, MAP_NORESERVE)
    with suppress(OSError, AttributeError):  # of a kernel that has none
        memory.madvise(mmap.MADV_HUGEPAGE)
    return memory


def sparse_memory(size: int) -> mmap.mmap:
    """Zeros that take pages where they are written, and no huge ones: rows here and there."""
    memory = reserved(size, 0)
    with suppress(OSError, AttributeError):
        memory.madvise(mmap.MADV_NOHUGEPAGE)
    return memory


def map_file(file: BinaryIO) -> mmap.mmap:
    """Map a file that is about to be read as a whole: mapping its pages at once saves faults."""
    flags = mmap.MAP_SHARED | mmap.MAP_POPULATE
    return mmap.mmap(file.fileno(), 0, flags=flags, prot=mmap.PROT_READ)


def memory_file(name: str) -> int:
    """Open a file without a place on a disk. Raises: OSError, AttributeError without such files."""
    # Not every Python that runs on a system which has it has os.memfd_create.
    create = ctypes.CDLL(None, use_errno=True).memfd_create
    number: int = create(name.encode(), CLOSE_ON_EXEC)
    if number < 0:
        raise OSError(ctypes.get_errno(), "no file in memory")
    return number


def available_bytes() -> int:
    """Return what the system, a container and the process have left; 0 if it is not known."""
    system = number(PROCESSES / "meminfo", r"^MemAvailable: +(\d+)")
    if system is None:
        return 0
    addresses = number(PROCESSES / "self/status", r"^VmSize:\s+(\d+)") or 0
    limits = (
        (number(GROUP / "memory.max"), number(GROUP / "memory.current")),
        (number(PROCESSES / "self/limits", r"^Max address space +(\d+)"), addresses << 10),
    )
    left = [most - used for most, used in limits if most is not None and used is not None]
    return max(min([system << 10, *left]), 0)


def number(file: Path, pattern: str = r"(\d+)") -> int | None:
    """Return the first number in a file that a pattern finds."""
    try:
        found = re.search(pattern, file.read_text(), re.MULTILINE)
    except OSError:
        return None
    return None if found is None else int(found[1])


def kernel_flags(path: Path = CPUINFO) -> frozenset[str]:
    """The features of the CPU by the kernel's names; empty where it names none."""
    return frozenset(_cpuinfo("flags", path).split())


def cpu_name(path: Path = CPUINFO) -> str:
    """The processor's name; empty where it is not known."""
    return _cpuinfo("model name", path)


def _cpuinfo(name: str, path: Path) -> str:
    """The first line of that name, without it."""
    try:
        text = path.read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""
    for line in text.splitlines():
        key, _, value = line.partition(":")
        if key.strip() == name:
            return value.strip()
    return ""


def l2_cache_bytes(folder: Path = CACHES) -> int | None:
    """Size of the L2 cache of the first CPU, in bytes; None where the system does not say."""
    try:
        for index in sorted(folder.glob("index*")):
            if (index / "level").read_text().strip() == "2":
                # The kernel gives the sizes of caches in KiB.
                return int((index / "size").read_text().strip().removesuffix("K")) << 10
    except (OSError, ValueError):
        return None
    return None


def available_cpus() -> int:
    """Return how many threads of this process can run at the same time, at least 1."""
    return max(1, min([len(os.sched_getaffinity(0)), *map(int, quotas())]))


def physical_cores() -> int:
    """Return the number of cores; CPUs that share one count once."""
    count = os.cpu_count() or 1
    files = (Path(TOPOLOGY.format(cpu)) for cpu in range(count))
    try:
        return len({file.read_text(encoding="ascii") for file in files})
    except OSError:
        return count


def seconds_of_process() -> float:
    """Return this process's age in seconds; Linux records its start in hundredths."""
    # What follows the name of the program, which may hold anything; field 22 is the start.
    fields = (PROCESSES / "self/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[22 - 3])
    return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")


def boot_id() -> str:
    """Return an identifier of this boot of the machine; empty if the system has none."""
    try:
        return BOOT.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""
