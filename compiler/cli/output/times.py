"""Break down the time of a compilation, for `--time-passes`."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from .tables import print_table

START = "start, imports"
OTHER = "other"


class ProcessTimes:
    """Seconds of this process by name, which add up to wall time; `parts` may still grow."""

    def __init__(self) -> None:
        self.parts: list[Mapping[str, float]] = []

    def end_start(self) -> None:
        """All that is needed has been imported, but for what passes import."""
        if not self.parts:
            self.parts.append({START: seconds_of_process()})

    def seconds(self, name: str) -> float:
        """Those of one name so far."""
        return sum(part.get(name, 0.0) for part in self.parts)

    def show(self) -> None:
        """A table on standard error, the total last."""
        total = seconds_of_process()
        seconds = {name: self.seconds(name) for part in self.parts for name in part}
        seconds[OTHER] = total - sum(seconds.values())
        rows = [(name, f"{value * 1e3:.1f}") for name, value in seconds.items()]
        print_table(("pass", "ms"), rows, numeric=("ms",), file=sys.stderr)
        print(f"total {total:.3f} s", file=sys.stderr)


def seconds_of_process() -> float:
    """Return this process's age in seconds; Linux records its start in hundredths."""
    # What follows the name of the program, which may hold anything; field 22 is the start.
    fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[22 - 3])
    return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
