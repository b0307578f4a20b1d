"""
Choose the number of threads by timing the first runs of a model.

Results have the same bits on any number of threads. So the caller's own runs are measured, without
further runs.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf, log2
from threading import Lock
from time import perf_counter
from typing import TypeAlias

from ..model.program import Program, ProgramStep

RUNS = 4
"""Runs on each number of threads; the first one also touches new memory."""
GAIN = 0.97
"""More threads must take at most this fraction of the time of fewer."""
ExtentClass: TypeAlias = tuple[int, ...]
"""The bit lengths of all extents, see `extent_class`."""

CORE_FLOPS = 5e10
CORE_BYTES = 1e10
BARRIER_SECONDS = 1e-6
"""
Rough rates of a core, and the time of a barrier for each doubling of the threads. They only select
candidates; measurements decide between these.
"""


def estimated_seconds(steps: Sequence[ProgramStep], threads: int) -> float:
    """Estimate the time of a run whose kernels are shared evenly, with a barrier after each."""
    alone = (max(step.flops / CORE_FLOPS, step.bytes / CORE_BYTES) for step in steps)
    barriers = len(steps) * log2(threads) * BARRIER_SECONDS
    return sum(alone) / threads + barriers


def candidates(steps: Sequence[ProgramStep], cpus: int) -> tuple[int, ...]:
    """
    Return the numbers of threads to measure, in falling order: the best estimate, its half, 1.
    """
    powers = [1 << i for i in range(cpus.bit_length()) if 1 << i <= cpus]
    known = sorted({*powers, cpus})
    best = min(known, key=lambda threads: estimated_seconds(steps, threads))
    return tuple(sorted({best, max(best // 2, 1), 1}, reverse=True))


def extent_class(arrays: Sequence[object]) -> ExtentClass:
    """Return the bit length of each extent: runs with equal bit lengths take similar times."""
    shapes: list[Sequence[int]] = [getattr(array, "shape", ()) for array in arrays]
    return tuple(extent.bit_length() for shape in shapes for extent in shape)


@dataclass
class Trial:
    """The runs of one class of extents."""

    left: list[int]
    """Numbers of threads to measure, in falling order; the first is being measured."""
    best: int = 1
    seconds: float = inf
    """The fastest run on `best` threads."""
    runs: int = 0
    fastest: float = inf
    """Runs on the current number, and the fastest of them except the first."""

    def took(self, seconds: float) -> None:
        """Record the time of a run on the current number of threads."""
        self.runs += 1
        if self.runs > 1:
            self.fastest = min(self.fastest, seconds)
        if self.runs < RUNS:
            return
        threads = self.left.pop(0)
        if self.fastest * GAIN <= self.seconds:
            self.best, self.seconds = threads, self.fastest
        self.runs, self.fastest = 0, inf


class ThreadChoice:
    """The numbers of threads of a program's runs, one for each class of extents."""

    def __init__(self, program: Program, cpus: int):
        """Choose among numbers of threads up to `cpus`."""
        self._numbers = candidates(program.steps, cpus)
        self.latest = 1
        """Number of threads of the latest run."""
        self.is_made = len(self._numbers) == 1
        """True if this number was chosen, not just tried."""
        self.settled = 1 if self.is_made else 0
        """Number of threads of all further runs, 0 if it is not known yet."""
        self._depends_on_extents = bool(program.symbols)
        self._trials: dict[ExtentClass, Trial] = {}
        self._measured = Lock()
        """Held by the run being measured."""

    @contextmanager
    def run(self, arrays: Sequence[object]) -> Generator[int]:
        """
        Yield the number of threads for a run, and measure the run until a number is chosen. Only
        one of several concurrent runs is measured; the others use one thread.
        """
        trial = self._trial(arrays)
        if not trial.left:
            self.latest, self.is_made = trial.best, True
            self.settled = 0 if self._depends_on_extents else trial.best
            yield trial.best
        elif not self._measured.acquire(blocking=False):
            yield 1
        else:
            try:
                yield from self._measure(trial)
            finally:
                self._measured.release()

    def _measure(self, trial: Trial) -> Generator[int]:
        # Another run may have ended the trial.
        self.latest, self.is_made = trial.left[0] if trial.left else trial.best, False
        start = perf_counter()
        yield self.latest
        if trial.left:
            trial.took(perf_counter() - start)

    def _trial(self, arrays: Sequence[object]) -> Trial:
        extents = extent_class(arrays) if self._depends_on_extents else ()
        trial = self._trials.get(extents)
        if trial is None:
            left = [*self._numbers] if len(self._numbers) > 1 else []
            trial = self._trials.setdefault(extents, Trial(left))
        return trial
