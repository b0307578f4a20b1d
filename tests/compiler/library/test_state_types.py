"""Sessions in C with states of narrower types compute and keep what sessions in Python do."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.library import sequence_tables
from ncnnc.compiler.library.interface import Status
from ncnnc.compiler.library.library_options import LibraryOptions
from ncnnc.compiler.library.sequence_interface import SequenceStatus
from ncnnc.compiler.library.state_places import StatePlace, array_bytes, state_places
from ncnnc.compiler.library.writing import write_library
from ncnnc.runtime.model.program import Program

from tests.helpers.c_library import CLibrary, CSession, step
from tests.helpers.guarded_memory import PAGE, WIDEST, forbid
from tests.helpers.small_decoder import SmallDecoder
from tests.helpers.stateful import P, T, random_arrays

pytestmark = pytest.mark.isa

DECODER = SmallDecoder(layers=1, key_heads=2, size=20)
TYPES = {"fp32": "x86-64", "bf16": "x86-64", "fp16": "x86-avx2", "int8": "x86-64"}
"""By type, the target."""
MEMORY_AT = 32
"""Offset of the address of the states in `struct ncnnc_session`."""


@pytest.fixture(scope="module", params=TYPES)
def type(request: pytest.FixtureRequest) -> str:
    return request.param


@cache
def model_of(type: str) -> ncnnc.CompiledModel:
    options: dict[str, Any] = {
        "states": "auto",
        "state_type": type,
        "target": TYPES[type],
        "random_weights": 1,
    }
    shapes = DECODER.shapes(T, P, P + T)
    model = ncnnc.compile(DECODER.text().encode(), inputs=shapes, cache=False, **options)
    assert (model.program.states[0].dtype == "float32") == (type == "fp32")
    return model


@pytest.fixture(scope="module")
def model(type: str) -> ncnnc.CompiledModel:
    return model_of(type)


@pytest.fixture(scope="module")
def library(model: ncnnc.CompiledModel, tmp_path_factory: pytest.TempPathFactory) -> CLibrary:
    return written(tmp_path_factory.mktemp("library"), model.program)


def written(folder: Path, program: Program) -> CLibrary:
    """Write a library, and make a model of it."""
    write_library(folder / "d.so", [program], LibraryOptions(name="d"))
    library = CLibrary(folder / "d.so", "d")
    assert library.create() == Status.OK
    return library


def test_runs_are_those_of_the_process(library: CLibrary, model: ncnnc.CompiledModel):
    """Prompts, tokens, cuts and forks, up to a full session."""
    session, python = CSession(library), model.session()
    for seed, rows in enumerate((3, 1, 16, 9)):
        step(session, python, rows, seed)
    assert session.call("truncate", 18) == Status.OK
    python.truncate(18)
    step(session, python, 5)
    fork, other = session.fork(), python.fork()
    for one, reference in ((session, python), (fork, other)):
        step(one, reference, 16)
        step(one, reference, 9)
        full = random_arrays(reference, 1, 0)
        assert one.status(full, {"T": 1, "P": 0}) == SequenceStatus.ERROR_FULL
        one.call("destroy", returns=None)


def test_files_are_those_of_python(library: CLibrary, model: ncnnc.CompiledModel, tmp_path: Path):
    session, python = CSession(library), model.session()
    for rows in (16, 7):
        step(session, python, rows)
    own = tmp_path / "own"
    assert session.call("save", str(own).encode()) == Status.OK
    python.save(tmp_path / "python")
    assert own.read_bytes() == (tmp_path / "python").read_bytes()
    again, loaded = model.session(), CSession(library)
    again.load(own)
    assert loaded.call("load", str(tmp_path / "python").encode(), 0) == Status.OK
    step(loaded, again, 3)


def test_states_of_another_type_are_refused(
    type: str, library: CLibrary, model: ncnnc.CompiledModel, tmp_path: Path
):
    other = "int8" if type == "bf16" else "bf16"
    python, path = model_of(other).session(), tmp_path / "s"
    python.run(random_arrays(python, 3, 0))
    python.save(path)
    session = CSession(library)
    for any_weights in (0, 1):
        status = session.call("load", str(path).encode(), any_weights)
        assert status == SequenceStatus.ERROR_STATES
    message = library.message(SequenceStatus.ERROR_STATES)
    assert message == "the file of the states is damaged, or another model's"
    step(session, model.session(), 3)


def test_sessions_of_many_threads(library: CLibrary, model: ncnnc.CompiledModel):
    def stream(seed: int) -> Sequence[np.ndarray]:
        session, python = CSession(library), model.session()
        step(session, python, 16, seed)
        step(session, python, 9, seed)
        fork = session.fork()
        results = fork.run(random_arrays(python, 3, seed), {"T": 3, "P": 0})
        for one in (session, fork):
            one.call("destroy", returns=None)
        return results

    alone = [stream(seed) for seed in range(16)]
    with ThreadPoolExecutor(16) as pool:
        for expected, results in zip(alone, pool.map(stream, range(16)), strict=True):
            np.testing.assert_array_equal(results[0], expected[0])


@pytest.mark.parametrize("at_end", [False, True])
def test_nothing_is_touched_outside_of_states(
    at_end: bool, model: ncnnc.CompiledModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Each state lies between two pages that nobody may touch, flush with one of them."""
    gaps: list[int] = []

    def guarded_places(program: Program) -> tuple[list[StatePlace], int]:
        places: list[StatePlace] = []
        end = 0
        for place in state_places(program)[0]:
            gaps.append(end)
            size = array_bytes(place.spec)
            room = -(-size // PAGE) * PAGE
            at = end + PAGE + ((room - size) // WIDEST * WIDEST if at_end else 0)
            places.append(replace(place, offset=at, next_offset=at))
            end += PAGE + room
        gaps.append(end)
        return places, end + PAGE

    monkeypatch.setattr(sequence_tables, "state_places", guarded_places)
    session, python = CSession(written(tmp_path, model.program)), model.session()
    memory = ctypes.c_void_p.from_address(int(session.handle.value or 0) + MEMORY_AT).value
    assert memory is not None
    for gap in gaps:
        forbid(memory + gap, PAGE)
    for seed, rows in enumerate((16, 1, 15, 16)):
        step(session, python, rows, seed)
    fork, path = session.fork(), str(tmp_path / "s").encode()
    assert session.call("save", path) == session.call("load", path, 0) == Status.OK
    python.truncate(32)
    for one in (session, fork):
        assert one.call("truncate", 32) == Status.OK
        step(one, python, 16)
        python.truncate(32)
        one.call("destroy", returns=None)
