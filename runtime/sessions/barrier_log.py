"""Record when each thread arrives at a barrier and departs, by the time stamp counter."""

from __future__ import annotations

import ctypes
import time
from dataclasses import replace
from functools import cache

import numpy as np

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
"""
Code of the barrier. A thread's row of the log holds the number of times (even of those that did not
fit), then the times.
"""

CInteger = ctypes.c_uint64 | ctypes.c_int32
PAIRS = 5
"""Number of joint readings of two clocks; the fastest one counts."""
CALIBRATION_SECONDS = 0.01


class BarrierLog:
    """Replaces a team's barrier during its lifetime, and records arrivals and departures."""

    def __init__(self, threads: int):
        """Create a log for a run on `threads` threads; with one thread there are no barriers."""
        # Only profiling needs LLVM: processes that just run models do not load it.
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
        """OpenMP runtime of the threads; only the caller's thread if the machine has none."""

    def now(self) -> int:
        """Return the time stamp counter."""
        # No other Python thread runs meanwhile.
        function = ctypes.PYFUNCTYPE(ctypes.c_uint64)
        return function(self._address("now"))()

    def start_round(self) -> None:
        """Clear the recorded times."""
        self._log[:, 0] = 0

    def make_room(self) -> None:
        """Allocate the memory that another round needs; call after a round."""
        self._set_room(int(self._log[:, 0].max()) + 1)

    def times(self, threads: int) -> np.ndarray:
        """Return each thread's arrival and departure times in turns, `threads,2*barriers`."""
        return self._log[:threads, 1:]

    def whole(self) -> OpenMP:
        """Return a runtime that runs the whole network on the caller's thread."""
        self._set("own", 0, ctypes.c_int32)
        self._set("size", 1, ctypes.c_int32)
        return self._alone()

    def be_thread(self, number: int) -> OpenMP:
        """Return a runtime that runs one thread's share, as if no barrier had to wait."""
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
        if runtime is None or not runtime.thread_number:
            return self._alone()
        self._set("meet", runtime.barrier)
        self._set("number", runtime.thread_number)
        return replace(runtime, barrier=self._address("logged_meet"))


def call_alone(function: int, data: int, threads: int, flags: int) -> None:
    """Do the work of `GOMP_parallel` on the caller's thread alone."""
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(function)(data)


@cache
def seconds_per_tick() -> float:
    """Return the period of the time stamp counter in seconds."""
    log = BarrierLog(1)
    ticks, start = both_clocks(log)
    time.sleep(CALIBRATION_SECONDS)
    ticks_later, end = both_clocks(log)
    return (end - start) / (ticks_later - ticks) / 1e9


def both_clocks(log: BarrierLog) -> tuple[int, float]:
    """Return the time stamp counter and the wall clock in nanoseconds at the same moment."""
    pairs = [(time.perf_counter_ns(), log.now(), time.perf_counter_ns()) for _ in range(PAIRS)]
    before, ticks, after = min(pairs, key=lambda pair: pair[2] - pair[0])
    return ticks, (before + after) / 2
