"""
Compile LLVM IR of several modules to one object file, in several processes.

llvmlite lets one thread of a process into LLVM at a time. So this process is forked once it has
the texts; a fork costs some milliseconds, and shares all memory.
"""

from __future__ import annotations

import os
import pickle
import signal
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NoReturn

from ....dialects.target.records import Target
from ....runtime.system import here
from ...forks import may_fork
from .file_formats import merge_files
from .interrupts import deferred_interrupt
from .machine_code import emit_object, prepare

MOST_DEFAULT_JOBS = 4
"""More processes would wait for the largest module."""


def emit_program(texts: Sequence[str], target: Target, jobs: int = 0) -> bytes:
    """
    Return the object file of a program, given its modules; the bytes do not depend on `jobs`, the
    number of processes. 0: one per core, up to 4.

    What another process fails to do is done again by this one. Raises: InternalError if LLVM
    refuses a text.
    """
    if len(texts) == 1:
        return emit_object(texts[0], target)
    processes = min(jobs or default_jobs(), len(texts)) if may_fork() else 1
    done = emit_some(texts, target, processes) if processes > 1 else {}
    objects = [done[i] if i in done else emit_object(t, target) for i, t in enumerate(texts)]
    return merge_files(objects, target)


def default_jobs() -> int:
    """Return the CPUs that this process may use, up to `MOST_DEFAULT_JOBS`."""
    return min(here.available_cpus(), MOST_DEFAULT_JOBS)


def emit_some(texts: Sequence[str], target: Target, processes: int) -> dict[int, bytes]:
    """Return objects by index of their module, without those that a process failed to compile."""
    prepare(target)
    opened: list[int] = []
    workers: list[Worker] = []
    done: dict[int, bytes] = {}
    try:
        with deferred_interrupt():
            # Each byte is a module; whoever reads it compiles it.
            tasks, filler = os.pipe()
            opened.append(tasks)
            os.write(filler, bytes(range(len(texts))))
            os.close(filler)
            with suppress(OSError):
                for _ in range(processes - 1):
                    workers.append(start_worker(texts, target, tasks))
        done = emit_tasks(texts, target, tasks)
        for worker in workers:
            done |= worker.objects()
    finally:
        with deferred_interrupt():
            for file in opened:
                os.close(file)
            for worker in workers:
                worker.end()
    return done


def emit_tasks(texts: Sequence[str], target: Target, tasks: int) -> dict[int, bytes]:
    """Yield the objects of modules whose indices this process reads from the file `tasks`."""
    done: dict[int, bytes] = {}
    while task := os.read(tasks, 1):
        done[task[0]] = emit_object(texts[task[0]], target)
    return done


@dataclass
class Worker:
    """A fork of this process that compiles modules, and a pipe for their objects."""

    process: int
    results: int
    ended: bool = False

    def objects(self) -> dict[int, bytes]:
        """Return the finished objects; none if the fork failed."""
        with os.fdopen(self.results, "rb", closefd=False) as pipe:
            written = pipe.read()
        self.ended = True
        _, status = os.waitpid(self.process, 0)
        return pickle.loads(written) if status == 0 else {}

    def end(self) -> None:
        """Stop the process if it still runs, and release its resources."""
        os.close(self.results)
        if not self.ended:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)


def start_worker(texts: Sequence[str], target: Target, tasks: int) -> Worker:
    """Fork a process that compiles modules. Raises: OSError if the system allows no more."""
    results, made = os.pipe()
    try:
        with warnings.catch_warnings():
            # Python warns of forks where there are threads: see `may_fork`.
            warnings.simplefilter("ignore", DeprecationWarning)
            process = os.fork()
        if process == 0:
            work(texts, target, tasks, made)
    except OSError:
        os.close(results)
        raise
    finally:
        os.close(made)
    return Worker(process, results)


def work(texts: Sequence[str], target: Target, tasks: int, made: int) -> NoReturn:
    """Compile in the fork, and end it without exit handlers."""
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        done = pickle.dumps(emit_tasks(texts, target, tasks))
        with os.fdopen(made, "wb", closefd=False) as pipe:
            pipe.write(done)
        status = 0
    finally:
        os._exit(status)
