"""
Create a team of threads, using the OpenMP runtime of the machine.

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

SPIN_VARIABLE = "GOMP_SPINCOUNT"
SPIN_COUNT = "10000"
"""Iterations that a thread spins before it sleeps; the user's environment overrides it."""


@dataclass(frozen=True)
class OpenMP:
    """Entry points of an OpenMP runtime."""

    parallel: Callable[[int, int, int, int], None]
    """`GOMP_parallel(function, data, threads, flags)`"""
    thread_number: int
    """Addresses of C functions without arguments."""
    team_size: int
    barrier: int
    process: int
    """Id of the process that loaded it."""


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
    """Return the OpenMP runtime of this machine; None, with a warning, if there is none."""
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
    warnings.warn("no OpenMP runtime found (libgomp, libomp): running on one thread", stacklevel=2)
    return None


def describe_threads(count: int) -> str:
    """Return `1 thread` or `2 threads`."""
    return f"{count} thread{'s' * (count > 1)}"


def team(threads: int) -> OpenMP | None:
    """
    Return the team; None for one thread, without a runtime, or in a fork, which a team does not
    survive.
    """
    if threads <= 1:
        return None
    runtime = openmp()
    if runtime is None or runtime.process != os.getpid():
        return None
    return runtime
