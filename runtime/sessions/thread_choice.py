"""
Choose the number of threads by the first runs of a model.

Results have the same bits on any number of threads, so that the runs of a caller are what is
measured: nothing is run beside them.
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
"""Runs on each number of threads; the first of them also touches memory for the first time."""
GAIN = 0.97
"""More threads must take less than this part of the time of fewer."""
ExtentClass: TypeAlias = tuple[int, ...]
"""The bits of all extents, see `extent_class`."""

CORE_FLOPS = 5e10
CORE_BYTES = 1e10
BARRIER_SECONDS = 1e-6
"""
Rough rates of a core, and the time of a barrier for each doubling of the threads. They only limit
what is measured: among the numbers that remain, measurements decide.
"""


def estimated_seconds(steps: Sequence[ProgramStep], threads: int) -> float:
    """Estimate the time of a run whose kernels are shared evenly, with a barrier after each."""
    alone = (max(step.flops / CORE_FLOPS, step.bytes / CORE_BYTES) for step in steps)
    barriers = len(steps) * log2(threads) * BARRIER_SECONDS
    return sum(alone) / threads + barriers


def candidates(steps: Sequence[ProgramStep], cpus: int) -> tuple[int, ...]:
    """Return the numbers to measure, in falling order: that of the best estimate, its half, 1."""
    powers = [1 << i for i in range(cpus.bit_length()) if 1 << i <= cpus]
    known = sorted({*powers, cpus})
    best = min(known, key=lambda threads: estimated_seconds(steps, threads))
    return tuple(sorted({best, max(best // 2, 1), 1}, reverse=True))


def extent_class(arrays: Sequence[object]) -> ExtentClass:
    """Return the bits of each extent: runs with the same ones take about as long."""
    shapes: list[Sequence[int]] = [getattr(array, "shape", ()) for array in arrays]
    return tuple(extent.bit_length() for shape in shapes for extent in shape)


@dataclass
class Trial:
    """The runs of one class of extents."""

    left: list[int]
    """Numbers of threads to measure, in falling order; the first is under way."""
    best: int = 1
    seconds: float = inf
    """The fastest run on `best` threads."""
    runs: int = 0
    fastest: float = inf
    """Runs on the number under way, and the fastest of them but for the first."""

    def took(self, seconds: float) -> None:
        """Take the time of a run on the number under way."""
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
        """Choose for so many CPUs."""
        self._numbers = candidates(program.steps, cpus)
        self.latest = 1
        """That of the latest run."""
        self.is_made = len(self._numbers) == 1
        """True if that was chosen."""
        self._depends_on_extents = bool(program.symbols)
        self._trials: dict[ExtentClass, Trial] = {}
        self._measured = Lock()
        """Held by the run that is measured."""

    @contextmanager
    def run(self, arrays: Sequence[object]) -> Generator[int]:
        """
        Yield the number of threads for a run, and measure the run as long as none is chosen. Of
        runs at the same time one is measured; the others do without a team.
        """
        trial = self._trial(arrays)
        if not trial.left:
            self.latest, self.is_made = trial.best, True
            yield trial.best
        elif not self._measured.acquire(blocking=False):
            yield 1
        else:
            try:
                yield from self._measure(trial)
            finally:
                self._measured.release()

    def _measure(self, trial: Trial) -> Generator[int]:
        # Another run may have been the last of the trial.
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
