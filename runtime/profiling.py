"""
How long each thread of a team works on every step, and how long it waits for the others.

The profiled graph of a program stamps the time before and after a thread's share of each step. The
threads meet after a step, and within one where a loop reads what an earlier one wrote: a function
that notes when a thread comes and when it goes on takes the place of the barrier. Kernels and
barriers are those of any other run.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from .program import Step
from .threads import OpenMP, team

_CODE = """
@meet = global ptr null
@number = global ptr null
@log = global ptr null
@room = global i64 0
@own = global i32 0
@size = global i32 1
declare i64 @llvm.readcyclecounter()

define i64 @now() {
  %ticks = call i64 @llvm.readcyclecounter()
  ret i64 %ticks
}
define i32 @own_number() {
  %number = load i32, ptr @own
  ret i32 %number
}
define i32 @own_size() {
  %size = load i32, ptr @size
  ret i32 %size
}
define void @go_on() {
  ret void
}
define void @logged_meet() {
  %come = call i64 @llvm.readcyclecounter()
  %number = load ptr, ptr @number
  %thread = call i32 %number()
  %row = zext i32 %thread to i64
  %room = load i64, ptr @room
  %before = mul i64 %row, %room
  %log = load ptr, ptr @log
  %own = getelementptr i64, ptr %log, i64 %before
  %noted = load i64, ptr %own
  %meet = load ptr, ptr @meet
  call void %meet()
  %go = call i64 @llvm.readcyclecounter()
  %after = add i64 %noted, 2
  store i64 %after, ptr %own
  %fits = icmp ult i64 %after, %room
  br i1 %fits, label %note, label %end
note:
  %last = getelementptr i64, ptr %own, i64 %after
  store i64 %go, ptr %last
  %first = getelementptr i64, ptr %last, i64 -1
  store i64 %come, ptr %first
  br label %end
end:
  ret void
}
"""
"""A thread's row of the log: how many times are noted (or would be, had it room), then those."""

CInteger = ctypes.c_uint64 | ctypes.c_int32
PAIRS = 5
"""How often two clocks are read together; those read fastest count."""
CALIBRATION_SECONDS = 0.01


@dataclass(frozen=True)
class StepTime:
    """
    Where the time of a step goes, in its fastest round.

    Units: seconds. `seconds` is how long it takes the slowest thread till its next step begins.
    `busy` and `waits` are those of each thread: its share of the work, and how long it waits at the
    barriers in the step and after it. `longest` is the longest share; where threads meet within the
    step, the sum of the longest shares of the parts between.
    """

    step: Step
    seconds: float
    busy: tuple[float, ...]
    waits: tuple[float, ...]
    longest: float

    @property
    def efficiency(self) -> float:
        """How evenly the work is shared."""
        return efficiency(self.busy, self.longest)


def efficiency(busy: Sequence[float], longest: float) -> float:
    """How evenly work is shared: 1 if all threads have as much of it, 1/N if one of N has all."""
    return sum(busy) / (len(busy) * longest) if longest else 1.0


class BarrierLog:
    """
    Takes the place of a team's barrier, and notes when each thread comes and goes on.

    Its functions are there as long as this object lives.
    """

    def __init__(self, threads: int):
        """For a run on so many threads; on one, none meet."""
        # Only who profiles needs LLVM: not every process that runs models has to load it.
        import llvmlite.binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        module = llvm.parse_assembly(_CODE)
        machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
        self._engine = llvm.create_mcjit_compiler(module, machine)
        self._engine.finalize_object()
        self.threads = threads
        self._set_room(1)
        self.team = self._alone() if threads == 1 else self._logged(threads)
        """What runs the threads: none besides the caller's if the machine has no OpenMP."""

    def now(self) -> int:
        """The time stamp counter."""
        # No other Python thread runs meanwhile.
        function = ctypes.PYFUNCTYPE(ctypes.c_uint64)
        return function(self._address("now"))()

    def start_round(self) -> None:
        """Forget what is noted."""
        self._log[:, 0] = 0

    def make_room(self) -> None:
        """After a round: take as much memory as another one needs."""
        self._set_room(int(self._log[:, 0].max()) + 1)

    def times(self, threads: int) -> np.ndarray:
        """When each thread came to a barrier and went on, in turns, `threads,2*barriers`."""
        return self._log[:threads, 1:]

    def whole(self) -> OpenMP:
        """What runs all of the network on the caller's thread."""
        self._set("own", 0, ctypes.c_int32)
        self._set("size", 1, ctypes.c_int32)
        return self._alone()

    def be_thread(self, number: int) -> OpenMP:
        """
        What runs the share of one thread of the team on the caller's thread, as if all others had
        come to every barrier before it.
        """
        self._set("own", number, ctypes.c_int32)
        self._set("size", self.threads, ctypes.c_int32)
        self._set("meet", self._address("go_on"))
        self._set("number", self._address("own_number"))
        return replace(self._alone(), barrier=self._address("logged_meet"))

    def _set_room(self, room: int) -> None:
        self._log = np.zeros((self.threads, room), np.uint64)
        self._set("log", self._log.ctypes.data)
        self._set("room", room)

    def _set(self, name: str, value: int, kind: type[CInteger] = ctypes.c_uint64) -> None:
        kind.from_address(self._engine.get_global_value_address(name)).value = value

    def _address(self, name: str) -> int:
        return self._engine.get_function_address(name)

    def _alone(self) -> OpenMP:
        number, size = self._address("own_number"), self._address("own_size")
        return OpenMP(call_alone, number, size, barrier=0, process=0)

    def _logged(self, threads: int) -> OpenMP:
        runtime = team(threads)
        if runtime is None:
            return self._alone()
        self._set("meet", runtime.barrier)
        self._set("number", runtime.thread_number)
        return replace(runtime, barrier=self._address("logged_meet"))


def call_alone(function: int, data: int, threads: int, flags: int) -> None:
    """What `GOMP_parallel` does, on the caller's thread alone."""
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(function)(data)


@cache
def seconds_per_tick() -> float:
    """How long the time stamp counter takes from one number to the next."""
    log = BarrierLog(1)
    ticks, start = both_clocks(log)
    time.sleep(CALIBRATION_SECONDS)
    ticks_later, end = both_clocks(log)
    return (end - start) / (ticks_later - ticks) / 1e9


def both_clocks(log: BarrierLog) -> tuple[int, float]:
    """The time stamp counter and the wall's nanoseconds at one moment."""
    pairs = [(time.perf_counter_ns(), log.now(), time.perf_counter_ns()) for _ in range(PAIRS)]
    before, ticks, after = min(pairs, key=lambda pair: pair[2] - pair[0])
    return ticks, (before + after) / 2


class Rounds:
    """Profiled runs of a program; of each step the fastest is kept."""

    def __init__(self, steps: tuple[Step, ...], threads: int):
        self.steps = steps
        self.log = BarrierLog(threads)
        self.stamps = np.zeros((threads, 2 * len(steps)), np.uint64)
        self._seconds = np.full(len(steps), np.inf)
        self._shares: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        self._spans: np.ndarray | None = None

    def add(self) -> None:
        """Take the stamps of the run that has just ended."""
        if not self.steps:
            return
        threads = int(self.stamps[:, 0].astype(bool).sum())  # as many as OpenMP gave
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

    def add_shares(self) -> None:
        """
        Take the stamps of all threads, each of which has run by itself.

        They have nothing to do with each other: from one mark to the next, the shortest time of
        each counts. What is kept are those marks.
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

    def result(self) -> list[StepTime]:
        """The fastest round of every step."""
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
    What the threads did in one round.

    Units: ticks. Shapes: `elapsed` and `longest` `steps`, `busy` and `waits` `threads,steps`.
    """

    elapsed: np.ndarray
    busy: np.ndarray
    waits: np.ndarray
    longest: np.ndarray

    @classmethod
    def of(cls, stamps: np.ndarray, meetings: np.ndarray) -> Parts:
        """
        From the times at which threads begin and end each step, and come to barriers and go on.

        All threads do the same things in the same order: the first thread's times tell it.
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
