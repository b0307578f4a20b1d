"""Implement the interface on Linux."""

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
from .posix import *  # noqa: F403 - what both systems do alike
from .posix import make_executable as protect_code
from .posix import reserved

NAME, TITLE = "linux", "Linux"
"""Name of the system in targets, and for people."""
C_LIBRARIES = ("libm.so.6", None)
"""Libraries that define C functions: libm, then everything loaded in the process."""
OPENMP_LIBRARIES = ("libgomp.so.1", "libomp.so", "libomp.so.5", "libiomp5.so")
OPEN_FILES = ("/proc/",)
"""Folders with links to open files of processes."""
FORKS = True
"""True if a process with libraries such as numpy's may be forked."""

PROCESSES = Path("/proc")
GROUP = Path("/sys/fs/cgroup")
"""Control group, version 2, in which a container sees its own limit."""
CPUINFO = Path("/proc/cpuinfo")
CACHES = Path("/sys/devices/system/cpu/cpu0/cache")
CPUS = Path("/sys/devices/system/cpu")
CORE_WORDS = "cpu[0-9]*/regs/identification/midr_el1"
"""Files that identify each core of aarch64."""
TOPOLOGY = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"
BOOT = Path("/proc/sys/kernel/random/boot_id")
MAP_NORESERVE = getattr(mmap, "MAP_NORESERVE", 0x4000)
"""Flag that older versions of Python do not define."""
CLOSE_ON_EXEC = 1
MEMORY_POLICY_CALLS = {"x86_64": 237, "aarch64": 235}
"""Number of the system call `mbind` by machine."""
INTERLEAVE, NODE_WORDS, WORD = 3, 16, (1 << 64) - 1
"""A policy of linux/mempolicy.h, and the size of the mask of nodes: 1024 bits."""
PAGE = mmap.PAGESIZE
ARCH_PRCTL, REQUEST_PERMISSION, TILE_DATA = 158, 0x1023, 18
"""Number of a system call of x86-64 and its arguments, of asm/prctl.h."""


def make_executable(address: int, size: int) -> None:
    """
    Make bytes executable and no longer writable. Raises: OSError.

    On arm64 instruction caches are not coherent with data caches. Without libgcc only Linux flushes
    them, for pages that become executable.
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
    """Reserve memory that gets pages when written, huge ones if possible. Raises: OSError."""
    memory = reserved(size, MAP_NORESERVE)
    with suppress(OSError, AttributeError):  # a kernel without huge pages
        memory.madvise(mmap.MADV_HUGEPAGE)
    return memory


def sparse_memory(size: int) -> mmap.mmap:
    """Return zeros that get pages when written, but no huge ones, for scattered rows."""
    memory = reserved(size, 0)
    with suppress(OSError, AttributeError):
        memory.madvise(mmap.MADV_NOHUGEPAGE)
    return memory


def spread_over_nodes(address: int, size: int, processes: Path = PROCESSES) -> bool:
    """
    Take the pages of memory that is not written yet from all memory nodes in turns, if this process
    may use several; return whether they are. All threads then read them equally fast.

    Source: Linux, Documentation/admin-guide/mm/numa_memory_policy.rst.
    """
    nodes = memory_nodes(processes)
    call = MEMORY_POLICY_CALLS.get(platform.machine())
    begin, end = -(-address // PAGE) * PAGE, (address + size) // PAGE * PAGE
    if nodes.bit_count() < 2 or call is None or begin >= end:
        return False
    return interleave(call, begin, end - begin, nodes)


def interleave(call: int, address: int, size: int, nodes: int) -> bool:
    """Set the policy of whole pages, and return whether the kernel accepted it."""
    mask = (ctypes.c_ulong * NODE_WORDS)(*(nodes >> 64 * i & WORD for i in range(NODE_WORDS)))
    arguments = map(ctypes.c_ulong, (address, size, INTERLEAVE))
    try:
        done = ctypes.CDLL(None).syscall(call, *arguments, mask, ctypes.c_ulong(64 * NODE_WORDS), 0)
    except (OSError, AttributeError):
        return False
    return done == 0


def memory_nodes(processes: Path = PROCESSES) -> int:
    """Return a bit for each memory node that this process may use; 0 if unknown."""
    try:
        status = (processes / "self/status").read_text()
    except OSError:
        return 0
    found = re.search(r"^Mems_allowed:\s+([0-9a-f,]+)", status, re.MULTILINE)
    return int(found[1].replace(",", ""), 16) if found else 0


def map_file(file: BinaryIO) -> mmap.mmap:
    """Map a file that will be read completely: mapping all pages at once saves page faults."""
    flags = mmap.MAP_SHARED | mmap.MAP_POPULATE
    return mmap.mmap(file.fileno(), 0, flags=flags, prot=mmap.PROT_READ)


def memory_file(name: str) -> int:
    """Open a file in memory. Raises: OSError, AttributeError if the system has no such files."""
    # Some builds of Python lack os.memfd_create although the system has it.
    create = ctypes.CDLL(None, use_errno=True).memfd_create
    number: int = create(name.encode(), CLOSE_ON_EXEC)
    if number < 0:
        raise OSError(ctypes.get_errno(), "no file in memory")
    return number


def available_bytes() -> int:
    """Return the memory available to this process within system and container; 0 if unknown."""
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
    """Return the first number in a file that matches a pattern."""
    try:
        found = re.search(pattern, file.read_text(), re.MULTILINE)
    except OSError:
        return None
    return None if found is None else int(found[1])


def kernel_flags(path: Path = CPUINFO) -> frozenset[str]:
    """Return the CPU's features by the kernel's names; empty if it names none."""
    return frozenset(_cpuinfo("flags", path).split())


def permits_tiles() -> bool:
    """
    Ask the kernel to save the tile registers of this process, and return whether it will.

    Source: Linux, Documentation/arch/x86/xstate.rst.
    """
    try:
        return ctypes.CDLL(None).syscall(ARCH_PRCTL, REQUEST_PERMISSION, TILE_DATA) == 0
    except (OSError, AttributeError):
        return False


def core_words(folder: Path = CPUS) -> frozenset[int]:
    """Return the words MIDR_EL1 of all aarch64 cores; empty if the kernel reports none."""
    return frozenset(int(file.read_text(), 16) for file in folder.glob(CORE_WORDS))


def cpu_name(path: Path = CPUINFO) -> str:
    """Return the processor's name; empty if unknown."""
    return _cpuinfo("model name", path)


def _cpuinfo(name: str, path: Path) -> str:
    """Return the value of the first line with this name."""
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
    """Return the size of the first CPU's L2 cache in bytes; None if unknown."""
    try:
        for index in sorted(folder.glob("index*")):
            if (index / "level").read_text().strip() == "2":
                # The kernel reports the sizes of caches in KiB.
                return int((index / "size").read_text().strip().removesuffix("K")) << 10
    except (OSError, ValueError):
        return None
    return None


def available_cpus() -> int:
    """Return the number of threads of this process that can run concurrently, at least 1."""
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
    # Fields after the program's name, which may contain any characters; field 22 is the start.
    fields = (PROCESSES / "self/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[22 - 3])
    return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")


def boot_id() -> str:
    """Return an identifier of this boot of the machine; empty if the system has none."""
    try:
        return BOOT.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""
