"""Memory of this process."""

from __future__ import annotations

from pathlib import Path


def proportional_set() -> int:
    """Return the memory of this process, of which shared pages count once. Units: bytes."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    (line,) = (line for line in lines if line.startswith("Pss:"))
    return int(line.split()[1]) << 10
