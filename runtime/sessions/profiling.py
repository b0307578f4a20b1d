"""
Measure the work and the waiting time of each thread at every step.

The profiled graph of a program records the time before and after a thread's share of each step.
Threads meet after each step, and within it where a loop reads results of an earlier loop; a
function that records arrival and departure replaces the barrier. Kernels and barriers are those of
any other run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ..model.program import ProgramStep
from .barrier_log import BarrierLog, seconds_per_tick


@dataclass(frozen=True)
class StepTime:
    """
    The time of a step, in its fastest round.

    Units: seconds. `seconds` is the time of the slowest thread until its next step begins. `busy`
    and `waits` are per thread: its work, and its waiting time at the barriers in and after the
    step. `longest` is the longest share; if threads meet within the step, the sum of the longest
    shares between barriers.
    """

    step: ProgramStep
    seconds: float
    busy: tuple[float, ...]
    waits: tuple[float, ...]
    longest: float

    @property
    def efficiency(self) -> float:
        """Return how evenly the work is shared."""
        return efficiency(self.busy, self.longest)


def efficiency(busy: Sequence[float], longest: float) -> float:
    """Return how evenly work is shared, from 1/N to 1."""
    return sum(busy) / (len(busy) * longest) if longest else 1.0


Share: TypeAlias = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Work and waits `threads,steps`, longest shares `steps`."""
LEAST_SHARE = 0.25
"""Part of an even share below which a thread only finds that it has no work."""


class Rounds:
    """Profiled runs of a program; keeps the fastest measurement of each step."""

    def __init__(self, steps: tuple[ProgramStep, ...], threads: int):
        self.steps = steps
        self.log = BarrierLog(threads)
        self.stamps = np.zeros((threads, 2 * len(steps)), np.uint64)
        self._seconds = np.full(len(steps), np.inf)
        self._shares: list[Share] = []
        self._spans: np.ndarray | None = None
        self._whole = np.full(len(steps), np.inf)
        """The shortest times of each step in runs of the whole network on one thread."""

    def add(self) -> None:
        """Add the stamps of the last run."""
        if not self.steps:
            return
        threads = int(self.stamps[:, 0].astype(bool).sum())  # the number that OpenMP provided
        stamps, meetings = self.stamps[:threads], self.log.times(threads)
        parts = Parts.of(stamps, meetings)
        faster = parts.elapsed < self._seconds
        self._seconds = np.where(faster, parts.elapsed, self._seconds)
        found = parts.busy, parts.waits, parts.longest
        if not self._shares:
            self._shares = [found] * len(self.steps)
        self._shares = [
            found if better else kept for better, kept in zip(faster, self._shares, strict=True)
        ]

    def add_whole(self) -> None:
        """Add the first thread's stamps from a run of the whole network."""
        spans = self.stamps[0, 1::2] - self.stamps[0, ::2]
        self._whole = np.minimum(self._whole, spans)

    def add_shares(self) -> None:
        """
        Add the stamps of threads that each ran alone, keeping the shortest time of each interval.
        """
        if not self.steps:
            return
        meetings = self.log.times(self.log.threads)
        marks = np.concatenate((self.stamps, meetings), axis=1)
        order = np.argsort(marks[0], kind="stable")
        spans = np.diff(marks[:, order], axis=1)
        self._spans = spans if self._spans is None else np.minimum(self._spans, spans)
        marks[:, order] = np.cumsum(np.pad(self._spans, ((0, 0), (1, 0))), axis=1) + 1
        self.stamps[:], meetings[:] = np.split(marks, [self.stamps.shape[1]], axis=1)
        self._seconds[:] = np.inf
        self.add()
        self._shares = [self._with_whole(i, share) for i, share in enumerate(self._shares)]

    def _with_whole(self, step: int, share: Share) -> Share:
        """
        Return the share of a step; for a step of the first thread alone, its time in the whole
        network, since the time of selecting detections depends on the results of all threads.
        """
        busy, waits, longest = share
        whole = self._whole[step]
        least = LEAST_SHARE * whole / len(busy)
        if busy[1:, step].max(initial=0) > least or np.isinf(whole):
            return share
        busy, longest = busy.copy(), longest.copy()
        busy[0, step] = longest[step] = whole
        self._seconds[step] = whole
        return busy, waits, longest

    def result(self) -> list[StepTime]:
        """Return the fastest round of every step."""
        unit = seconds_per_tick()
        return [
            StepTime(
                step,
                float(self._seconds[i]) * unit,
                tuple(float(ticks) * unit for ticks in busy[:, i]),
                tuple(float(ticks) * unit for ticks in waits[:, i]),
                float(longest[i]) * unit,
            )
            for i, (step, (busy, waits, longest)) in enumerate(
                zip(self.steps, self._shares, strict=True)
            )
        ]


@dataclass(frozen=True)
class Parts:
    """
    The work of the threads in one round.

    Units: ticks. Shapes: `elapsed` and `longest` `steps`, `busy` and `waits` `threads,steps`.
    """

    elapsed: np.ndarray
    busy: np.ndarray
    waits: np.ndarray
    longest: np.ndarray

    @classmethod
    def of(cls, stamps: np.ndarray, meetings: np.ndarray) -> Parts:
        """
        Compute times from the stamps of each step's begin and end, and of arrivals and departures.

        All threads have the same order of events, which is derived from the first thread's times.
        """
        steps = stamps.shape[1] // 2
        marks = np.concatenate((stamps, meetings), axis=1)
        order = np.argsort(marks[0], kind="stable")
        spans = np.diff(marks[:, order].astype(np.int64), axis=1)
        is_stamp, is_even = order < stamps.shape[1], order % 2 == 0
        begins, ends = is_stamp & is_even, is_stamp & ~is_even
        comes, goes = ~is_stamp & is_even, ~is_stamp & ~is_even
        step = (np.cumsum(begins) - 1)[:-1]
        inside = np.cumsum(begins) > np.cumsum(ends)
        works, waiting = (begins | (goes & inside))[:-1], comes[:-1]
        busy = np.zeros((len(stamps), steps), np.int64)
        waits, longest = np.zeros_like(busy), np.zeros(steps, np.int64)
        np.add.at(busy.T, step[works], spans.T[works])
        np.add.at(waits.T, step[waiting], spans.T[waiting])
        np.add.at(longest, step[works], spans.T[works].max(axis=1))
        starts = np.concatenate((stamps[:, ::2], marks.max(axis=1, keepdims=True)), axis=1)
        elapsed = np.diff(starts.astype(np.int64), axis=1).max(axis=0)
        return cls(elapsed, busy, waits, longest)
