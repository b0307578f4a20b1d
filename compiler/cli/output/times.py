"""Break down the time of a compilation, for `--time-passes`."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from ....runtime.system import here
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
            self.parts.append({START: here.seconds_of_process()})

    def seconds(self, name: str) -> float:
        """Those of one name so far."""
        return sum(part.get(name, 0.0) for part in self.parts)

    def show(self) -> None:
        """A table on standard error, the total last."""
        total = here.seconds_of_process()
        seconds = {name: self.seconds(name) for part in self.parts for name in part}
        seconds[OTHER] = total - sum(seconds.values())
        rows = [(name, f"{value * 1e3:.1f}") for name, value in seconds.items()]
        print_table(("pass", "ms"), rows, numeric=("ms",), file=sys.stderr)
        print(f"total {total:.3f} s", file=sys.stderr)
