"""Forks in C share pages with the session that they come from, and each sees only its own rows."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.library import module
from ncnnc.compiler.library.interface import Status
from ncnnc.compiler.library.library_options import LibraryOptions
from ncnnc.compiler.library.writing import write_library
from ncnnc.dialects.target.system import System

from tests.helpers.c_library import CLibrary, CSession, gcc_part, step
from tests.helpers.memory_use import proportional_set
from tests.helpers.small_decoder import SmallDecoder
from tests.helpers.stateful import GROWING, P, T, random_arrays, stateful_model

pytestmark = pytest.mark.isa

Both = tuple[CSession, ncnnc.Session]


def test_forks_take_no_memory_until_they_run(tmp_path: Path):
    t, p = ncnnc.Dim("T", 1, 64), ncnnc.Dim("P", 0, 1024)
    shapes = {"in0": (2, t, 2048), "c0": (2, p, 2048)}
    param = GROWING.format(axis=1)
    model = stateful_model(tmp_path, param, inputs=shapes, states={"c0": "out1"})
    library = written(tmp_path / "rows.so", model)
    session, python = CSession(library), model.session()
    for seed in range(8):
        step(session, python, 64, seed)
    rows = 2 * 512 * 2048 * 4
    first = session.fork()
    before = proportional_set()
    forks = [first, *(session.fork() for _ in range(63))]
    assert proportional_set() - before < rows / 2
    other = python.fork()
    for one in (session, first, forks[63]):
        step(one, other, 1, 9)
        other.truncate(512)
    for one in (session, *forks):
        one.call("destroy", returns=None)
    assert proportional_set() - before < 4 * rows  # Outputs, and the sessions in Python.


def written(path: Path, model: ncnnc.CompiledModel) -> CLibrary:
    """Write a library, and make a model of it."""
    write_library(path, [model.program], LibraryOptions(name=path.stem))
    library = CLibrary(path, path.stem)
    assert library.create() == Status.OK
    return library


@pytest.fixture(scope="module")
def decoder(tmp_path_factory: pytest.TempPathFactory) -> ncnnc.CompiledModel:
    small = SmallDecoder(layers=1, key_heads=2)
    folder = tmp_path_factory.mktemp("decoder")
    return stateful_model(folder, small.text(), inputs=small.shapes(T, P, P + T), states="auto")


@pytest.fixture(scope="module")
def library(decoder: ncnnc.CompiledModel, tmp_path_factory: pytest.TempPathFactory) -> CLibrary:
    """The decoder, whose forks share any rows."""
    others = module.part_object

    def part(name: str, system: System) -> bytes:
        if name == "shared_rows":
            return gcc_part(name, "-DLEAST_SHARED=1")
        return others(name, system)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "part_object", part)
        return written(tmp_path_factory.mktemp("shared") / "decoder.so", decoder)


@contextmanager
def no_more_files() -> Iterator[None]:
    """Let the system refuse files, those in memory too."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def shared_mappings() -> int:
    return Path("/proc/self/maps").read_text().count("ncnnc-states")


@pytest.mark.parametrize("is_shared", [True, False])
def test_each_sees_only_its_own_rows(
    is_shared: bool, library: CLibrary, decoder: ncnnc.CompiledModel
):
    """Whoever is forked from whom, and when; the others' rows are at the same places."""

    def fork(of: Both) -> Both:
        before = shared_mappings()
        with nullcontext() if is_shared else no_more_files():
            forked = of[0].fork()
        assert (shared_mappings() > before) == is_shared
        return forked, of[1].fork()

    def cut(both: Both, length: int) -> None:
        assert both[0].call("truncate", length) == Status.OK
        both[1].truncate(length)

    first = CSession(library), decoder.session()
    step(*first, 16)
    step(*first, 3)
    second = fork(first)
    step(*second, 5, 1)
    third = fork(second)  # after rows of its own
    for rows in (7, 1, 4):
        step(*first, rows, 2)
    fourth = fork(first)
    cut(first, 9)
    fifth = fork(first)
    step(*fifth, 2, 3)
    cut(third, 20)
    assert first[0].call("reset") == Status.OK
    first[1].reset()
    step(*first, 16, 4)
    first[0].call("destroy", returns=None)
    forks = [second, third, fourth, fifth]
    for both in forks:
        step(*both, 6, 5)
    again = [fork(both) for both in forks]
    for both in again:
        step(*both, 3, 6)
    for session, _ in (*forks, *again):
        session.call("destroy", returns=None)
    assert shared_mappings() == 0


def test_forks_run_at_once(library: CLibrary, decoder: ncnnc.CompiledModel):
    session, python = CSession(library), decoder.session()
    step(session, python, 16)

    def forks() -> list[Both]:
        return [(session.fork(), python.fork()) for _ in range(16)]

    def stream(both: Both, seed: int) -> np.ndarray:
        for rows in (1, 8, 3):
            arrays = random_arrays(both[1], rows, seed)
            both[1].run(arrays)
            (last,) = both[0].run(arrays, {"T": rows, "P": 0})
        both[0].call("destroy", returns=None)
        return last

    alone = [stream(both, seed) for seed, both in enumerate(forks())]
    with ThreadPoolExecutor(16) as pool:
        for expected, result in zip(alone, pool.map(stream, forks(), range(16)), strict=True):
            np.testing.assert_array_equal(result, expected)


def test_loaded_rows_are_not_those_of_shared_pages(
    library: CLibrary, decoder: ncnnc.CompiledModel, tmp_path: Path
):
    session, python = CSession(library), decoder.session()
    step(session, python, 16)
    other = decoder.session()
    other.run(random_arrays(other, 16, 5))
    other.save(tmp_path / "s.state")
    fork = session.fork()
    assert fork.call("load", str(tmp_path / "s.state").encode(), 0) == Status.OK
    again = fork.fork()
    for one in (fork, again):
        step(one, other, 2)
        other.truncate(16)
    step(session, python, 1)
