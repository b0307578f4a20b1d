"""Memory that this process may still take."""

from __future__ import annotations

import re
from pathlib import Path

SYSTEM = Path("/proc")
GROUP = Path("/sys/fs/cgroup")
"""Of version 2, where a container sees its own limit."""


def available_bytes() -> int:
    """Return what the system, a container and the process have left; 0 if it is not known."""
    system = number(SYSTEM / "meminfo", r"^MemAvailable: +(\d+)")
    if system is None:
        return 0
    addresses = number(SYSTEM / "self/status", r"^VmSize:\s+(\d+)") or 0
    limits = (
        (number(GROUP / "memory.max"), number(GROUP / "memory.current")),
        (number(SYSTEM / "self/limits", r"^Max address space +(\d+)"), addresses << 10),
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
