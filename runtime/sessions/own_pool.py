"""
Run teams on threads of Python, where a machine has no OpenMP runtime.

One team runs at a time. Its threads meet in a barrier of machine code.
"""

from __future__ import annotations

import ctypes
import operator
import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue

from ...dialects.entry_points import CALL, TEAM_SIZE, THREAD_NUMBER
from ..code.elf import machine_family
from ..code.team_code import NUMBER_BYTES, NUMBERS, meeting, returning
from ..system import here
from ..system.code_memory import placed
from .arguments import MOST_THREADS


class Call(ctypes.Structure):
    """Arguments of all threads of a team."""

    _fields_ = [(member.name, ctypes.c_void_p) for member in CALL.members]


class OwnPool:
    """Threads that wait for work; they stay for later runs."""

    def __init__(self) -> None:
        """Make the code. Raises: KeyError on a family of machines without it; OSError."""
        family = machine_family()
        self._numbers = (ctypes.c_int32 * NUMBERS)()
        state = ctypes.addressof(self._numbers)
        self._meeting = placed(meeting(here.NAME, family, state, here.sleep_functions()))
        self._returning = placed(b"".join(returning(family, i) for i in range(MOST_THREADS + 1)))
        assert self._meeting is not None
        assert self._returning is not None
        self.barrier = self._meeting.address
        self._first = self._returning.address
        self._meet = ctypes.CFUNCTYPE(None)(self.barrier)
        self._lock = threading.Lock()
        self._work: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._helpers = 0
        self._caller = 0

    @property
    def is_running_here(self) -> bool:
        """Return whether a run of this thread's is under way, whose layers Python computes."""
        return self._caller == threading.get_ident()

    def parallel(self, function: int, data: int, threads: int, flags: int) -> None:
        """
        Call a function with `Call` on each thread, as `GOMP_parallel` does; the caller's is 0.

        Signals are handled after the run: it is one step of the interpreter.
        """
        run = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(function)
        with self._lock:
            self._numbers[0] = threads
            for _ in range(self._helpers, threads - 1):
                threading.Thread(target=self._help, name="ncnnc", daemon=True).start()
                self._helpers += 1
            calls = [self._call(data, number, threads) for number in range(threads)]
            first, *others = (partial(run, ctypes.addressof(call)) for call in calls)
            steps = [*(partial(self._work.put, each) for each in others), first, self._meet]
            self._caller = threading.get_ident()
            try:
                deque(map(operator.call, steps), maxlen=0)
            finally:
                self._caller = 0

    def _call(self, data: int, number: int, threads: int) -> Call:
        """Return the arguments of one thread."""
        call = Call.from_buffer_copy(Call.from_address(data))
        setattr(call, THREAD_NUMBER.name, self._first + number * NUMBER_BYTES)
        setattr(call, TEAM_SIZE.name, self._first + threads * NUMBER_BYTES)
        return call

    def _help(self) -> None:
        """Do a thread's share of each run, and wait for the others."""
        while True:
            self._work.get()()
            self._meet()
