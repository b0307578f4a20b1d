"""A limit of time for a verb, which is then done by a process of its own."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

GRACE_SECONDS = 2.0
"""Seconds left to clean up; a process inside LLVM cannot react and is killed then."""
POLL_SECONDS = 0.01


class TimeIsUp(KeyboardInterrupt):
    """A verb has taken longer than it may; nobody takes this for an error of his own."""


def within(seconds: float, work: Callable[[], int]) -> int:
    """Return the status of work in a fork, with its own process group. Raises: TimeIsUp."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        do_limited(seconds, work)
    try:
        return wait_for(child, time.monotonic() + seconds + GRACE_SECONDS)
    finally:
        kill_group(child)


def do_limited(seconds: float, work: Callable[[], int]) -> NoReturn:
    """Run in the fork, and end it without exit handlers."""

    def end(number: int, frame: FrameType | None) -> None:
        raise TimeIsUp

    status = 1
    try:
        os.setpgid(0, 0)
        signal.signal(signal.SIGALRM, end)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        status = work()
        sys.stdout.flush()
    finally:
        os._exit(status)


def wait_for(child: int, deadline: float) -> int:
    """The exit status of a fork. Raises: TimeIsUp."""
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code
        time.sleep(POLL_SECONDS)
    raise TimeIsUp


def kill_group(leader: int) -> None:
    """End all that is left of a group of processes."""
    try:
        os.killpg(leader, signal.SIGKILL)
        os.waitpid(leader, 0)
    except (ProcessLookupError, PermissionError, ChildProcessError):
        return
