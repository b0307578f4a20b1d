"""
Create a team of threads, using the OpenMP runtime of the machine, or threads of Python.

libgomp comes with gcc, and LLVM's libomp exports the same entry. It is loaded when a model first
runs on several threads. Threads spin only briefly: on shared machines long spinning costs more than
it saves.
"""

from __future__ import annotations

import ctypes
import os
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from ..system import here
from .own_pool import OwnPool

SPIN_VARIABLE = "GOMP_SPINCOUNT"
SPIN_COUNT = "10000"
"""Iterations that a thread spins before it sleeps; the user's environment overrides it."""


@dataclass(frozen=True)
class OpenMP:
    """Entry points of an OpenMP runtime, or of threads of Python."""

    parallel: Callable[[int, int, int, int], None]
    """`GOMP_parallel(function, data, threads, flags)`"""
    thread_number: int
    """Addresses of C functions without arguments; 0 if each thread has its own."""
    team_size: int
    barrier: int
    process: int
    """Id of the process that loaded it."""
    pool: OwnPool | None = None
    """The threads of Python, which have one team at a time."""


def load_library(name: str) -> ctypes.CDLL:
    """
    Load an OpenMP runtime by its file name.

    libgomp reads the spin count from the environment, once, while it is loaded: there is no other
    way to set it. Afterwards the environment is restored.

    Raises: OSError if it cannot be loaded.
    """
    if SPIN_VARIABLE in os.environ:
        return ctypes.CDLL(name)
    os.environ[SPIN_VARIABLE] = SPIN_COUNT
    try:
        return ctypes.CDLL(name)
    finally:
        del os.environ[SPIN_VARIABLE]


@cache
def openmp() -> OpenMP | None:
    """
    Return the OpenMP runtime of this machine, or threads of Python; None, with a warning, if it has
    neither.
    """
    for name in here.OPENMP_LIBRARIES:
        try:
            library = load_library(name)
            parallel = library.GOMP_parallel
            functions = (
                library.omp_get_thread_num,
                library.omp_get_num_threads,
                library.GOMP_barrier,
            )
        except (OSError, AttributeError):
            continue
        parallel.restype = None
        parallel.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint]
        number, size, barrier = (ctypes.cast(f, ctypes.c_void_p).value or 0 for f in functions)
        return OpenMP(parallel, number, size, barrier, os.getpid())
    try:
        pool = OwnPool()
    except (KeyError, OSError):
        text = "no OpenMP runtime found (libgomp, libomp): running on one thread"
        warnings.warn(text, stacklevel=2)
        return None
    return OpenMP(pool.parallel, 0, 0, pool.barrier, os.getpid(), pool)


def describe_threads(count: int) -> str:
    """Return `1 thread` or `2 threads`."""
    return f"{count} thread{'s' * (count > 1)}"


def team(threads: int) -> OpenMP | None:
    """
    Return the team; None for one thread, without a runtime, in a fork, which a team does not
    survive, or for a layer of a run that has the threads of Python.
    """
    if threads <= 1:
        return None
    runtime = openmp()
    if runtime is None or runtime.process != os.getpid():
        return None
    if runtime.pool is not None and runtime.pool.is_running_here:
        return None
    return runtime
