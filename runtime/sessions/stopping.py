"""
Handle signals while native code runs: pause between two steps, and resume.

Python's C-level signal handler records a signal and immediately writes its number to the "wake-up
file". During a run on the main thread, this is a file in memory, which native code reads between
steps. Python then calls its own handler, as always after returning; if that raises nothing, the run
resumes.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress

from ..system import here

ROOM = mmap.PAGESIZE
"""Room for signals that arrive before they are read. Units: bytes, one per signal."""


class Control:
    """Control block of a run: `STOP` and `PROGRESS` of the entry points."""

    def __init__(self, stop: ctypes.c_int, file: SignalFile | None = None):
        self._kept = stop, file
        self._progress = (ctypes.c_int64 * 2)()
        self.stop = ctypes.addressof(stop)
        self.progress = ctypes.addressof(self._progress)
        self.arguments = (ctypes.byref(stop), ctypes.byref(self._progress))
        """The last arguments of `ncnnc_run`."""

    def stopped(self) -> int:
        """
        Return the number of steps done before the run stopped, where it resumes; 0 at the end.
        """
        done = self._progress[1]
        if done:
            self._progress[:] = done, 0
        return done


NEVER = Control(ctypes.c_int(0))
"""Control block for runs that are never stopped."""


class SignalFile:
    """A file in memory, nonzero once a signal has arrived. Raises: OSError, AttributeError."""

    def __init__(self) -> None:
        self.number = here.memory_file("ncnnc signals")
        os.set_blocking(self.number, False)
        os.truncate(self.number, ROOM)
        self._memory = mmap.mmap(self.number, ROOM)
        self.word = ctypes.c_int.from_buffer(self._memory)

    def take(self) -> bytes:
        """Return the numbers of the signals that have arrived, and clear them."""
        count = os.lseek(self.number, 0, os.SEEK_CUR)
        if not count:
            return b""
        numbers = self._memory[:count]
        os.lseek(self.number, 0, os.SEEK_SET)
        self._memory[: len(numbers)] = bytes(len(numbers))
        return numbers

    def hand_on(self, file: int) -> None:
        """
        Write the signal numbers to the original wake-up file, if there is one (`file` is not
        negative).
        """
        numbers = self.take()
        if numbers and file >= 0:
            with suppress(OSError):  # It is full: its reader has been woken up.
                os.write(file, numbers)


_files: dict[int, SignalFile | None] = {}
"""
Files by process id. In a forked child the parent's file remains, since code may still read it.
"""


def signal_file() -> SignalFile | None:
    """
    Return this process's file in its main thread; None in others, and where it is unsupported.
    """
    if threading.get_ident() != threading.main_thread().ident:
        return None
    process = os.getpid()
    if process not in _files:
        try:
            _files[process] = SignalFile()
        except (OSError, AttributeError):
            _files[process] = None
    return _files[process]


def _stop_telling_the_parent() -> None:
    """
    Reset the wake-up file in a forked child, perhaps forked by another thread than the one of a
    run.
    """
    before = signal.set_wakeup_fd(-1)
    if before not in {file.number for file in _files.values() if file is not None}:
        signal.set_wakeup_fd(before)


here.on_fork(_stop_telling_the_parent)


def run_stoppably(
    run: Callable[[Control], None], may_go_on: Callable[[int], bool] = lambda _: True
) -> None:
    """Run code while `may_go_on`, handling signals between steps. Raises: what handlers raise."""
    file = signal_file()
    if file is None:
        run(NEVER)
        return
    control = Control(file.word, file)
    before: list[int] = []
    try:
        # One step of the interpreter; signals are handled only between steps, so that the wake-up
        # file is always reset.
        before.extend(map(signal.set_wakeup_fd, (file.number,)))
        is_inner = before[0] == file.number
        if not is_inner:
            file.take()
        while True:
            run(control)
            done = control.stopped()
            if not done or not may_go_on(done):
                return
            if not is_inner:
                file.hand_on(before[0])
    finally:
        if before:
            signal.set_wakeup_fd(before[0])
            if before[0] != file.number:
                file.hand_on(before[0])
