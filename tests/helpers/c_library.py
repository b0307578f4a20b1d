"""Libraries for C: built with a C compiler, or called from here."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.library.module import FOLDER
from ncnnc.runtime.model.tensors import aligned_empty

from tests.helpers.stateful import random_arrays

Empty = Callable[[tuple[int, ...], str], np.ndarray]
"""Makes an array of a shape and an element type."""
STRICT = "-std=c99 -Wall -Wextra -Wpedantic -Werror"


def build(folder: Path, sources: str, output: str, flags: str = STRICT, compiler: str = "cc"):
    """Compile C in a folder as a person would; skips where there is no compiler."""
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler}")
    command = [compiler, *flags.split(), *sources.split(), "-o", output]
    subprocess.run(command, cwd=folder, check=True)


class Tensor(ctypes.Structure):
    """`struct ncnnc_tensor`"""

    _fields_ = [
        ("name", ctypes.c_char_p),
        ("type", ctypes.c_char_p),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("bytes", ctypes.c_size_t),
        ("axes", ctypes.c_int),
        ("element_bytes", ctypes.c_int),
        ("finds_rows", ctypes.c_int),
        ("scale", ctypes.c_float),
    ]

    def described(self) -> tuple[str, str, tuple[int, ...], bool]:
        """Name, type, shape, whether rows are found."""
        shape = tuple(self.shape[i] for i in range(self.axes))
        name, type = bytes(self.name).decode(), bytes(self.type).decode()
        assert self.bytes == np.prod(shape, dtype=int) * np.dtype(type).itemsize
        assert self.element_bytes == np.dtype(type).itemsize
        return name, type, shape, bool(self.finds_rows)


class Options(ctypes.Structure):
    """`struct ncnnc_options`"""

    _fields_ = [
        ("threads", ctypes.c_int),
        ("memory", ctypes.c_void_p),
        ("parallel", ctypes.c_void_p),
        ("pool", ctypes.c_void_p),
        ("stop", ctypes.POINTER(ctypes.c_int)),
    ]


class CLibrary:
    """A `.so`, and one model of it."""

    def __init__(self, path: Path, name: str):
        self.path = path
        self._library = ctypes.CDLL(str(path))
        self._name = name
        self.model = ctypes.c_void_p()

    def call(self, function: str, *arguments: object, returns: type | None = ctypes.c_int):
        """Return the result of a function."""
        found = self._library[f"{self._name}_{function}"]
        found.restype = returns
        return found(*arguments)

    def create(self, shapes: int = 0, weights: str | None = None) -> int:
        """Make the model; the status."""
        path = None if weights is None else weights.encode()
        return self.call("create_with", ctypes.byref(self.model), shapes, path)

    def find_shapes(self, *shapes: Sequence[int]) -> tuple[int, int]:
        """The status, and the set of shapes that inputs have; -1 for none."""
        extents = [(ctypes.c_int64 * len(shape))(*shape) for shape in shapes]
        pointers = (ctypes.c_void_p * len(shapes))(*map(ctypes.addressof, extents))
        axes, found = (ctypes.c_int * len(shapes))(*map(len, shapes)), ctypes.c_int(-1)
        return self.call("find_shapes", pointers, axes, ctypes.byref(found)), found.value

    def destroy(self) -> None:
        """Free the model."""
        self.call("destroy", self.model, returns=None)
        self.model.value = None

    def message(self, status: int) -> str:
        """Return the message of a status."""
        return self.call("error_string", status, returns=ctypes.c_char_p).decode()

    def tensors(self, kind: str) -> list[Tensor]:
        """The inputs or outputs."""
        pointer = ctypes.POINTER(Tensor)
        count = self.call(f"{kind}_count", self.model)
        found = [self.call(kind, self.model, i, returns=pointer) for i in range(count)]
        assert not self.call(kind, self.model, count, returns=pointer)
        assert not self.call(kind, self.model, -1, returns=pointer)
        return [one.contents for one in found]

    def run(self, arrays: Sequence[np.ndarray], threads: int = 1) -> list[np.ndarray]:
        """The outputs; of detections the rows found."""
        outputs = self.new_outputs()
        assert self.call("run", self.model, addresses(arrays), addresses(outputs), threads) == 0
        found: list[np.ndarray] = []
        for tensor, array in zip(self.tensors("output"), outputs, strict=True):
            at = ctypes.c_void_p(array.ctypes.data)
            rows = self.call("rows", ctypes.byref(tensor), at, returns=ctypes.c_int64)
            found.append(array[:rows])
        return found

    def shape(self, kind: str, extents: Sequence[int], index: int) -> tuple[int, ...]:
        """The extents of an input or output for those known at run time."""
        shape = (ctypes.c_int64 * 8)()
        status = self.call(f"{kind}_shape", self.model, numbers(extents), index, shape)
        assert status == 0, self.message(status)
        return tuple(shape)[: self.tensors(kind)[index].axes]

    def dynamic_outputs(self, extents: Sequence[int], empty: Empty = aligned_empty):
        """Arrays for the outputs of a run that tells extents, full of NaN."""
        outputs: list[np.ndarray] = []
        for index, tensor in enumerate(self.tensors("output")):
            outputs.append(empty(self.shape("output", extents, index), tensor.described()[1]))
            outputs[-1].view(np.uint8)[...] = 0xFF
        return outputs

    def new_outputs(self) -> list[np.ndarray]:
        """Arrays for the outputs, full of NaN."""
        described = (tensor.described() for tensor in self.tensors("output"))
        outputs = [aligned_empty(shape, type) for _, type, shape, _ in described]
        for array in outputs:
            array.view(np.uint8)[...] = 0xFF
        return outputs


class CSession:
    """A session of a library's model."""

    def __init__(self, library: CLibrary, max_length: int = 0):
        self.library = library
        self.handle = ctypes.c_void_p()
        most = ctypes.c_int64(max_length)
        made = library.call("session_create", ctypes.byref(self.handle), library.model, most)
        assert made == 0, library.message(made)

    def call(self, function: str, *arguments: object, returns: type | None = ctypes.c_int):
        """Return the result of a function of this session."""
        given = [ctypes.c_int64(a) if isinstance(a, int) else a for a in arguments]
        return self.library.call(f"session_{function}", self.handle, *given, returns=returns)

    @property
    def length(self) -> int:
        """Return the number of rows."""
        return self.call("length", returns=ctypes.c_int64)

    @property
    def max_length(self) -> int:
        """Return the most rows."""
        return self.call("max_length", returns=ctypes.c_int64)

    def fork(self) -> CSession:
        """Return another session with the same states."""
        fork = CSession(self.library)
        fork.call("destroy", returns=None)
        made = self.library.call("session_fork", ctypes.byref(fork.handle), self.handle)
        assert made == 0, self.library.message(made)
        return fork

    def status(self, arrays: Mapping[str, np.ndarray], extents: Mapping[str, int]) -> int:
        """Return the status of a run, whose outputs are forgotten."""
        outputs = self.library.new_outputs()
        given = addresses([*arrays.values()]), addresses(outputs), 1
        return self.call("run", numbers([*extents.values()]), *given)

    def run(self, arrays: Mapping[str, np.ndarray], extents: Mapping[str, int]) -> list[np.ndarray]:
        """Return the outputs of a run; the last extent is the length, which the session knows."""
        is_dynamic = bool(self.max_length)
        known = [*[*extents.values()][:-1], self.length]
        outputs = self.library.dynamic_outputs(known) if is_dynamic else self.library.new_outputs()
        given = addresses([*arrays.values()]), addresses(outputs), 1
        status = self.call("run", numbers([*extents.values()]) if is_dynamic else None, *given)
        assert status == 0, self.library.message(status)
        return outputs


def step(session: CSession, reference: ncnnc.Session, rows: int, seed: int = 0) -> None:
    """Run both on random rows, and compare all bits; the session tells the length itself."""
    arrays = random_arrays(reference, rows, seed)
    outputs = session.run(arrays, {"T": rows, "P": 999})
    for output, expected in zip(outputs, reference.run(arrays).values(), strict=True):
        np.testing.assert_array_equal(output, expected)
    assert session.length == reference.length


def numbers(extents: Sequence[int]) -> ctypes.Array[ctypes.c_int64]:
    """`struct ncnnc_extents`"""
    return (ctypes.c_int64 * len(extents))(*extents)


def addresses(arrays: Sequence[np.ndarray]) -> ctypes.Array[ctypes.c_void_p]:
    """An array of pointers."""
    return (ctypes.c_void_p * len(arrays))(*(array.ctypes.data for array in arrays))


@cache
def gcc_part(name: str, defines: str = "") -> bytes:
    """Return a part of the run time, compiled by gcc from its C; skips where there is none."""
    with TemporaryDirectory() as folder:
        flags = f"-std=c11 -O2 -fPIC -c -Wall -Wextra -Wpedantic -Werror -I{FOLDER} {defines}"
        build(Path(folder), str(FOLDER / f"{name}.c"), "part.o", flags, "gcc")
        return (Path(folder) / "part.o").read_bytes()
