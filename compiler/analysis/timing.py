"""
Times a model so that other work on the machine does not look like the model's own.

Every run is timed by two clocks: the wall, and the CPU time of the thread that runs, which stands
still while another process has the core. Where one thread does all the work, its CPU time counts;
with several threads only the wall says when the last one was done. Runs that the kernel interrupted
for another process lost their caches too: they count only if there are no others.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from ...runtime.system import here

RunOnce = Callable[[], Mapping[str, np.ndarray]]


class TimedRun(NamedTuple):
    """One inference. Units: nanoseconds; `switches` are losses of the core to others."""

    wall: int
    cpu: int
    switches: int


@dataclass(frozen=True)
class Timing:
    """
    Statistics of many runs.

    Units: milliseconds of one run; `throughput` in inferences per second. `minimum` is the fastest
    of the undisturbed runs (of all, if none was) by `clock`, which says how fast the code is;
    `wall_minimum` is that by the wall. `p50`, `p90`, `p99` are percentiles of the wall time of all
    runs, and `throughput` comes from it: how fast it was, with all that happened on the machine.
    """

    clock: Literal["cpu", "wall"]
    minimum: float
    wall_minimum: float
    p50: float
    p90: float
    p99: float
    throughput: float
    runs: int
    undisturbed: int

    @classmethod
    def of(cls, runs: Sequence[TimedRun], threads: int) -> Timing:
        """The figures of these runs on a number of threads."""
        undisturbed = [run for run in runs if not run.switches]
        counted = undisturbed or runs
        walls = np.array([run.wall for run in runs])
        p50, p90, p99 = np.percentile(walls, (50, 90, 99), method="inverted_cdf") / 1e6
        wall_minimum = min(run.wall for run in counted) / 1e6
        cpu_minimum = min(run.cpu for run in counted) / 1e6
        # On some machines the clock of CPU time ticks so slowly that it misses short runs.
        by_cpu = threads == 1 and cpu_minimum > 0
        return cls(
            clock="cpu" if by_cpu else "wall",
            minimum=cpu_minimum if by_cpu else wall_minimum,
            wall_minimum=wall_minimum,
            p50=float(p50),
            p90=float(p90),
            p99=float(p99),
            throughput=len(runs) / float(walls.sum()) * 1e9,
            runs=len(runs),
            undisturbed=len(undisturbed),
        )

    @property
    def doubt(self) -> str | None:
        """Why the figures may be wrong, if they may."""
        if self.undisturbed:
            return None
        return (
            f"none of {self.runs} runs was undisturbed: other work on this machine makes them "
            "slower; measure again when it is idle"
        )


def measure(
    run_once: RunOnce,
    seconds: float,
    threads: int = 1,
    least: int = 2,
    on_caller: bool = True,
) -> list[TimedRun]:
    """Run a model for some seconds after a warm-up; `on_caller` says one thread is the caller's."""
    run_once()
    alone = threads == 1 and on_caller
    cpu_time = time.thread_time_ns if on_caller else time.process_time_ns
    runs: list[TimedRun] = []
    end = time.perf_counter() + seconds
    while len(runs) < least or time.perf_counter() < end:
        switches = here.interruptions(alone)
        wall = time.perf_counter_ns()
        cpu = cpu_time()
        run_once()
        cpu = cpu_time() - cpu
        wall = time.perf_counter_ns() - wall
        runs.append(TimedRun(wall, cpu, here.interruptions(alone) - switches))
    return runs
