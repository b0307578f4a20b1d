"""Sessions of libraries for C have keys of an encoder's rows, which one run makes, as Python's."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc import Dim
from ncnnc.compiler.library.interface import Status
from ncnnc.compiler.library.sequence_interface import SequenceStatus
from ncnnc.runtime.model.tensors import aligned_empty

from tests.helpers.c_library import CLibrary, CSession, addresses, numbers
from tests.helpers.streaming_networks import WIDTH, translator

pytestmark = pytest.mark.isa

NAMES = ("P", "C", "T", "E")
ENCODED = np.random.default_rng(5).standard_normal((37, WIDTH), np.float32)
NONE = ENCODED[:0]


@pytest.fixture(scope="module", params=["x86-64", "x86-avx2"])
def library(
    request: pytest.FixtureRequest, runtime: None, tmp_path_factory: pytest.TempPathFactory
) -> CLibrary:
    """A decoder that attends to itself and to an encoder."""
    folder = tmp_path_factory.mktemp("translator")
    (folder / "m.param").write_text(translator())
    ncnnc.compile_library(
        folder / "m.param",
        None,
        folder / "m.so",
        random_weights=1,
        inputs={"ids": (Dim("T", 1, 16),), "rows": (Dim("E", 0, 40), WIDTH)},
        dims={"P": (0, 48), "C": (0, 40)},
        states="auto",
        targets=[request.param],
    )
    library = CLibrary(folder / "m.so", "m")
    status = library.create()
    if status == Status.ERROR_TARGET:
        pytest.skip(library.message(status))
    assert status == Status.OK
    return library


@pytest.fixture
def python(library: CLibrary) -> ncnnc.Session:
    """A session in Python of the same code."""
    model = ncnnc.load(library.path)
    assert isinstance(model, ncnnc.CompiledModel)
    assert [symbol.name for symbol in model.program.symbols] == [*NAMES]
    return model.session()


def status_of(session: CSession, ids: np.ndarray, rows: np.ndarray, out: np.ndarray) -> int:
    """Return the status of a run; lengths of states are not looked at."""
    extents = numbers([999, 999, len(ids), len(rows)])
    return session.call("run", extents, addresses([ids, rows]), addresses([out]), 1)


def step(
    session: CSession, reference: ncnnc.Session, rows: np.ndarray, count: int, seed: int = 0
) -> None:
    """Run both on random words, and compare all bits."""
    ids = np.random.default_rng(seed).integers(0, 50, count).astype(np.int32)
    (expected,) = reference.run({"ids": ids, "rows": rows}).values()
    out = aligned_empty(expected.shape, "float32")
    out[...] = np.nan
    assert status_of(session, ids, rows, out) == Status.OK
    np.testing.assert_array_equal(out, expected)
    assert session.length == reference.length


def test_runs_are_those_of_python(library: CLibrary, python: ncnnc.Session):
    """Compare the run that makes keys, and of later ones; a cut keeps them, a reset does not."""
    session = CSession(library)
    step(session, python, ENCODED, 5)
    for seed, count in enumerate((1, 16, 3)):
        step(session, python, NONE, count, seed)
    assert session.call("truncate", 0) == Status.OK
    python.truncate(0)
    step(session, python, NONE, 4)
    fork, other = session.fork(), python.fork()
    step(session, python, NONE, 2)
    step(fork, other, NONE, 7, seed=3)
    assert session.call("reset") == Status.OK
    python.reset()
    step(session, python, ENCODED[:9], 4)
    step(fork, other, NONE, 1)
    for one in (session, fork):
        one.call("destroy", returns=None)


@pytest.mark.parametrize("filled", [ENCODED, NONE])
def test_files_are_those_of_python(
    library: CLibrary, python: ncnnc.Session, filled: np.ndarray, tmp_path: Path
):
    """With keys, and before there are any."""
    session, path = CSession(library), tmp_path / "own"
    if len(filled):
        step(session, python, filled, 5)
    assert session.call("save", str(path).encode()) == Status.OK
    python.save(tmp_path / "python")
    assert path.read_bytes() == (tmp_path / "python").read_bytes()
    loaded = CSession(library)
    assert loaded.call("load", str(path).encode(), 0) == Status.OK
    step(loaded, python, NONE if len(filled) else ENCODED[:3], 3)
    data = path.read_bytes()
    for damaged in (data[:114], data[:-1] if len(filled) else data + b"x", wrong_length(data)):
        path.write_bytes(damaged)
        status = loaded.call("load", str(path).encode(), 0)
        assert status in (SequenceStatus.ERROR_STATES, SequenceStatus.ERROR_FULL)
    step(loaded, python, NONE, 1)


def wrong_length(data: bytes, preamble: int = 112) -> bytes:
    """Return a file whose number of keys is negative."""
    return data[:preamble] + b"\xff" * 8 + data[preamble + 8 :]


def test_rows_come_once(library: CLibrary, python: ncnnc.Session):
    session = CSession(library)
    step(session, python, ENCODED, 5)
    ids, out = np.zeros(1, np.int32), aligned_empty((1, 50), "float32")
    refused: Sequence[tuple[np.ndarray, int]] = [
        (ENCODED[:2], SequenceStatus.ERROR_FILLED),
        (np.zeros((41, WIDTH), np.float32), SequenceStatus.ERROR_EXTENTS),
    ]
    for rows, status in refused:
        assert status_of(session, ids, rows, out) == status
    assert library.message(SequenceStatus.ERROR_FILLED).startswith("keys of an encoder are there")
    step(session, python, NONE, 2)


def test_forks_share_words_and_have_their_own_keys(library: CLibrary, python: ncnnc.Session):
    session = CSession(library)
    step(session, python, ENCODED, 16)
    forks = [(session.fork(), python.fork()) for _ in range(3)]
    for seed, (fork, other) in enumerate(forks):
        step(fork, other, NONE, 1 + seed, seed)
    fork, other = forks[0]
    assert fork.call("reset") == Status.OK
    other.reset()
    step(fork, other, ENCODED[20:30], 6)
    step(session, python, NONE, 3)
