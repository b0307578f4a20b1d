"""Sessions of libraries for C compute and keep what sessions in Python do."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.library.interface import Status
from ncnnc.compiler.library.library_options import LibraryOptions
from ncnnc.compiler.library.sequence_interface import SequenceStatus
from ncnnc.compiler.library.state_places import state_places
from ncnnc.compiler.library.writing import write_library
from ncnnc.runtime.model.program import Program
from ncnnc.runtime.sessions.states import GrowingState

from tests.helpers.c_library import CLibrary, CSession, step
from tests.helpers.small_decoder import SmallDecoder
from tests.helpers.stateful import GROWING, RECURRENT, P, T, random_arrays

pytestmark = pytest.mark.isa

DECODER = SmallDecoder(layers=1, width=16, heads=2, key_heads=1, size=8, inner=16)
OPTIONS: dict[str, Any] = {"random_weights": 1, "states": "auto", "target": "x86-64"}


@cache
def program_of(param: str) -> Program:
    """Compile a network with states, of panels in the decoder."""
    shapes = DECODER.shapes(T, P, P + T)
    if param == RECURRENT:
        shapes = {"in0": (5, 12), "h0": (8,), "c0": (8,)}
    if param == GROWING.format(axis=1):
        shapes = {"in0": (2, T, 12), "c0": (2, P, 12)}
    options: dict[str, Any] = {**OPTIONS, "inputs": shapes, "states": "auto"}
    if "in0 c1 0=" in param:
        options["states"] = {"c0": "out1"}
    model = ncnnc.compile(param.encode(), dynamic=False, **options)
    return model.program


def python_session(file: Path) -> ncnnc.Session:
    """Return a session in Python of the code of a library."""
    model = ncnnc.load(file)
    assert isinstance(model, ncnnc.CompiledModel)
    return model.session()


@pytest.fixture(scope="module")
def folder(runtime: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of `decoder.so`, whose states are in panels, and of `cell.so`, of a fixed size."""
    folder = tmp_path_factory.mktemp("sessions")
    for name, param in (("decoder", DECODER.text()), ("cell", RECURRENT)):
        write_library(folder / f"{name}.so", [program_of(param)], LibraryOptions(name=name))
    return folder


@pytest.fixture
def library(folder: Path) -> CLibrary:
    """The decoder, with a model."""
    library = CLibrary(folder / "decoder.so", "decoder")
    assert library.create() == Status.OK
    return library


@pytest.fixture
def python(folder: Path) -> ncnnc.Session:
    """A session in Python of the same code."""
    return python_session(folder / "decoder.so")


def test_runs_are_those_of_the_process(library: CLibrary, python: ncnnc.Session):
    """Prompts, tokens, cuts and forks, up to a full session."""
    assert [tensor.described()[0] for tensor in library.tensors("input")] == [
        "in0",
        "in1",
        "in2",
        "in3",
    ]
    assert [tensor.described()[0] for tensor in library.tensors("output")] == ["out0"]
    session = CSession(library)
    assert (session.length, session.max_length) == (0, 48)
    for seed, rows in enumerate((3, 1, 1, 7, 16, 1)):
        step(session, python, rows, seed)
    assert session.call("truncate", 12) == Status.OK
    python.truncate(12)
    step(session, python, 5)
    fork, other = session.fork(), python.fork()
    step(session, python, 16)
    step(fork, other, 2, 7)
    step(session, python, 15)
    arrays = random_arrays(python, 1, 0)
    assert session.status(arrays, {"T": 1, "P": 0}) == SequenceStatus.ERROR_FULL
    assert session.length == 48
    assert session.call("truncate", 47) == session.call("truncate", 47) == Status.OK
    python.truncate(47)
    step(session, python, 1)
    assert session.call("reset") == Status.OK
    python.reset()
    step(session, python, 4)
    for one in (session, fork):
        one.call("destroy", returns=None)


def test_files_are_those_of_python(library: CLibrary, python: ncnnc.Session, tmp_path: Path):
    session, path = CSession(library), tmp_path / "own"
    for rows in (9, 1):
        step(session, python, rows)
    assert session.call("save", str(path).encode()) == Status.OK
    python.save(tmp_path / "python")
    assert path.read_bytes() == (tmp_path / "python").read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["own", "python"]
    loaded = CSession(library)
    assert loaded.call("load", str(path).encode(), 0) == Status.OK
    step(loaded, python, 3)
    short = CSession(library, 9)
    assert short.call("load", str(path).encode(), 0) == SequenceStatus.ERROR_FULL
    for name in ("none", "no/where"):
        assert loaded.call("load", str(tmp_path / name).encode(), 0) == Status.ERROR_FILE
    assert loaded.call("save", str(tmp_path / "no/where").encode()) == Status.ERROR_FILE
    assert library.message(Status.ERROR_FILE) == "a file cannot be read or written"


DAMAGES: list[Callable[[bytes], bytes]] = [
    lambda data: b"x",
    lambda data: data[:100],
    lambda data: data[:-1],
    lambda data: data + b"x",
    lambda data: data[:-1] + bytes([data[-1] ^ 1]),
    lambda data: data[:8] + bytes(32) + data[40:],
    lambda data: data[:40] + bytes(32) + data[72:],
    lambda data: data[:72] + b"\x01" + data[73:],
]


@pytest.mark.parametrize("damage", range(len(DAMAGES)))
def test_other_files_are_refused(
    library: CLibrary, python: ncnnc.Session, damage: int, tmp_path: Path
):
    session, path = CSession(library), tmp_path / "f"
    step(session, python, 9)
    python.save(path)
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    assert session.call("load", str(path).encode(), 0) == SequenceStatus.ERROR_STATES
    step(session, python, 1)


def test_other_weights_are_taken_if_wanted(
    library: CLibrary, python: ncnnc.Session, tmp_path: Path
):
    session, path = CSession(library), tmp_path / "f"
    python.run(random_arrays(python, 9, 0))
    python.save(path)
    data = path.read_bytes()
    path.write_bytes(data[:40] + bytes(32) + data[72:])
    assert session.call("load", str(path).encode(), 1) == Status.OK
    step(session, python, 1)


def test_wrong_arguments_are_statuses(library: CLibrary, python: ncnnc.Session):
    session = CSession(library)
    step(session, python, 9)
    arrays = random_arrays(python, 16, 0)
    for rows in (0, 17, -1, 2**63 - 1, -(2**63)):
        status = session.status(arrays, {"T": rows, "P": 0})
        assert status == SequenceStatus.ERROR_EXTENTS
    for length in (10, -1):
        assert session.call("truncate", length) == SequenceStatus.ERROR_LENGTH
    assert session.length == 9
    wrong = ctypes.c_void_p()
    for most in (-1, 49):
        made = library.call(
            "session_create", ctypes.byref(wrong), library.model, ctypes.c_int64(most)
        )
        assert (made, wrong.value) == (SequenceStatus.ERROR_LENGTH, None)
    assert library.call("session_create", None, library.model, 0) == Status.ERROR_ARGUMENT
    assert library.call("session_create", ctypes.byref(wrong), None, 0) == Status.ERROR_ARGUMENT
    assert library.call("session_truncate", None, 0) == Status.ERROR_ARGUMENT
    assert library.call("session_reset", None) == Status.ERROR_ARGUMENT
    assert library.call("session_save", session.handle, None) == Status.ERROR_ARGUMENT
    assert library.call("session_load", session.handle, None, 0) == Status.ERROR_ARGUMENT
    assert library.call("session_run", session.handle, None, None, None, 1) == Status.ERROR_ARGUMENT
    messages = {library.message(status) for status in (*Status, *SequenceStatus)}
    assert len(messages) == len(Status) + len(SequenceStatus)
    step(session, python, 1)


def test_states_of_a_fixed_size(folder: Path):
    """A library without extents known at run time."""
    library = CLibrary(folder / "cell.so", "cell")
    assert library.create() == Status.OK
    session, python = CSession(library), python_session(folder / "cell.so")
    assert session.max_length == 0
    step(session, python, 0)
    fork, other = session.fork(), python.fork()
    for seed in range(3):
        step(session, python, 0, seed)
    step(fork, other, 0)
    assert session.call("truncate", 0) == Status.OK
    assert session.call("reset") == Status.OK
    python.reset()
    step(session, python, 0)


def test_layouts_of_rows():
    """Of states in panels by rows and by columns, and of any others."""
    for param in (DECODER.text(), GROWING.format(axis=1)):
        for index, place in enumerate(state_places(program_of(param))[0]):
            state = GrowingState(place.spec, index)
            for count in (0, 1, 7, 16, 17, 47, 48):
                found = [
                    (piece.ctypes.data - state.array.ctypes.data, piece.nbytes)
                    for piece in state.rows(state.array, count)
                    if piece.size
                ]
                expected = [
                    (piece.ctypes.data - state.array.ctypes.data, piece.nbytes)
                    for rows in first_rows(state, count)
                    for piece in (rows if rows.ndim > 1 else [rows])
                    if piece.size
                ]
                assert found == expected


def first_rows(state: GrowingState, count: int) -> Iterator[np.ndarray]:
    """Yield the memory of the first rows of a state, in panels `[other axis][vectors][lanes]`."""
    if not state.spec.panels:
        yield state.array[(*[slice(None)] * state.axis, slice(count))]
        return
    lanes, vectors, axis = state.spec.panels
    heads, rows, columns = state.array.shape
    width, padded = lanes * vectors, -(-columns // lanes) * lanes
    for head in state.array.reshape(heads, -1):
        if axis == 1:
            yield head[: min(-(-count // width) * width, -(-rows // lanes) * lanes) * columns]
            continue
        for first in range(0, padded, width):
            yield head[first * rows :][: min(width, padded - first) * count]
