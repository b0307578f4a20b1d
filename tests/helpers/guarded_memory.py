"""
Run compiled code so that it faults at the first byte outside of a buffer.

Each buffer of native code (inputs, outputs, weights, arena, workspace) lies between two
inaccessible pages: flush with the first one or, up to alignment, with the second. Weights are
read-only. Unwritten memory has every bit set, which makes floats NaN.
"""

from __future__ import annotations

import ctypes
import mmap
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from ncnnc.runtime.model.program import Program
from ncnnc.runtime.sessions import memory
from ncnnc.runtime.sessions.compiled_model import CompiledModel

PAGE = mmap.PAGESIZE
NO_ACCESS = 0
WIDEST = 64
"""Alignment of memory that vectors of any size lie in, and of arrays of float32."""
FLOAT = 4

_libc = ctypes.CDLL(None, use_errno=True)
_libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
_libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
_libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
_libc.mmap.restype = ctypes.c_void_p


def forbid(start: int, size: int) -> None:
    """Let nobody touch some pages."""
    assert _libc.mprotect(start, size, NO_ACCESS) == 0


class GuardedMemory:
    """Makes arrays that are shut in by forbidden pages."""

    def __init__(self, at_end: bool, fill: int):
        self.at_end = at_end
        self.fill = fill

    def empty(
        self, shape: Sequence[int], dtype: str = "float32", alignment: int | None = None
    ) -> np.ndarray:
        """In place of `aligned_empty`; inputs are aligned as their elements are."""
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        room = -(-max(size, 1) // PAGE) * PAGE
        private_anonymous = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
        start = _libc.mmap(None, room + 2 * PAGE, NO_ACCESS, private_anonymous, -1, 0)
        assert start not in (None, -1 & (1 << 64) - 1)
        assert _libc.mprotect(start + PAGE, room, mmap.PROT_READ | mmap.PROT_WRITE) == 0
        unit = alignment or (WIDEST if np.dtype(dtype).itemsize == 1 else FLOAT)
        offset = (room - size) // unit * unit if self.at_end else 0
        content = (ctypes.c_char * room).from_address(start + PAGE)
        weakref.finalize(content, _libc.munmap, start, room + 2 * PAGE)
        np.frombuffer(content, np.uint8)[:] = self.fill
        return np.frombuffer(content, dtype, int(np.prod(shape)), offset).reshape(shape)

    def read_only(self, array: np.ndarray) -> np.ndarray:
        """A copy of bytes that nobody can write to."""
        copy = self.empty(array.shape, "uint8")
        copy[...] = array
        first = copy.ctypes.data // PAGE * PAGE
        size = -(-(copy.ctypes.data + copy.nbytes - first) // PAGE) * PAGE
        assert _libc.mprotect(first, max(size, PAGE), mmap.PROT_READ) == 0
        return copy


@contextmanager
def guarded(buffers: GuardedMemory) -> Iterator[None]:
    """Let the memory of runs be of this kind; small blobs are no more copied into a run's own."""
    before = memory.aligned_empty, memory.STAGED_BYTES
    memory.aligned_empty, memory.STAGED_BYTES = buffers.empty, -1
    try:
        yield
    finally:
        memory.aligned_empty, memory.STAGED_BYTES = before


def guarded_run(
    program: Program, arrays: Sequence[np.ndarray], at_end: bool, fill: int, threads: int = 1
) -> list[np.ndarray]:
    """The outputs of a program, run in such memory; the process dies if it leaves a buffer."""
    buffers = GuardedMemory(at_end, fill)
    with guarded(buffers):
        model = CompiledModel(program, threads)
        model._weights = buffers.read_only(model._weights)
        inputs = [buffers.empty(a.shape, str(a.dtype), a.dtype.itemsize) for a in arrays]
        for inside, array in zip(inputs, arrays, strict=True):
            inside[...] = array
        return [array.copy() for array in model._execute(inputs)]


def guarded_results(
    program: Program, arrays: Sequence[np.ndarray], threads: int = 1
) -> list[np.ndarray]:
    """
    The outputs of runs at both ends of the buffers, in memory full of NaN and full of zeros.

    Raises: AssertionError if they are not the same bits: what nobody had written was read.
    """
    one = guarded_run(program, arrays, at_end=True, fill=0xFF, threads=threads)
    other = guarded_run(program, arrays, at_end=False, fill=0, threads=threads)
    for first, second in zip(one, other, strict=True):
        assert first.tobytes() == second.tobytes(), "memory is read before it is written"
    return one
