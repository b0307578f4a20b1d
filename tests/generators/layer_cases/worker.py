"""A function in a child process, which is started again when it has died."""

from __future__ import annotations

import ctypes
import faulthandler
import multiprocessing
import resource
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from ..checks import silence_ncnn

Request = TypeVar("Request")
Answer = TypeVar("Answer")

M_PERTURB = -6
"""glibc's name for the option that fills memory with a byte, as it is handed out."""
PATIENCE = 60.0
"""Seconds after which a child is taken for dead."""


class DiedError(Exception):
    """The child gave no answer: a crash, or an endless loop."""


def fill_fresh_memory(byte: int) -> None:
    """Let memory from `malloc` have that byte everywhere, as far as the C library can do so."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(M_PERTURB, byte)


class Worker(Generic[Request, Answer]):
    """Answers requests one after another; each child goes on until a request kills it."""

    def __init__(self, function: Callable[[Request], Answer], memory: int = 0):
        self.function = function
        self.memory = memory
        self._child: Any = None
        self._connection: Any = None

    def __call__(self, request: Request) -> Answer:
        """Raises: DiedError."""
        if self._connection is None:
            self._connection = self._start()
        try:
            self._connection.send(request)
            if not self._connection.poll(PATIENCE):
                raise DiedError(f"no answer in {PATIENCE:.0f} s")
            return self._connection.recv()
        except (EOFError, BrokenPipeError, ConnectionResetError):
            self._child.join()
            self.close()
            raise DiedError(f"ended with status {self._child.exitcode}") from None
        except DiedError:
            self.close()
            raise

    def close(self) -> None:
        """End the child, which need not see a closed pipe: its siblings have copies of our end."""
        if self._connection is not None:
            self._child.kill()
            self._connection.close()
            self._child.join()
            self._connection = None

    def _start(self) -> Any:
        fork = multiprocessing.get_context("fork")
        ours, theirs = fork.Pipe()
        self._child = fork.Process(target=self._serve, args=(ours, theirs), daemon=True)
        self._child.start()
        theirs.close()
        return ours

    def _serve(self, ours: Any, theirs: Any) -> None:
        ours.close()
        silence_ncnn()
        faulthandler.disable()  # pytest's would report a crash that is looked for
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        fill_fresh_memory(self.memory)
        while True:
            try:
                request = theirs.recv()
            except EOFError:
                return
            theirs.send(self.function(request))
