"""Sessions keep the states of a model from run to run."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread

import ncnnc
import numpy as np
import pytest
from ncnnc.runtime.errors import ArgumentError, ArgumentTypeError, ArtifactError, NcnncError
from ncnnc.runtime.sessions import states

from tests.helpers.guarded_memory import GuardedMemory, guarded
from tests.helpers.stateful import RECURRENT, growing_model, stateful_model

pytestmark = pytest.mark.isa


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> ncnnc.CompiledModel:
    return growing_model(tmp_path_factory.mktemp("growing"))


@pytest.fixture(scope="module")
def recurrent(tmp_path_factory: pytest.TempPathFactory) -> ncnnc.CompiledModel:
    shapes = {"in0": (ncnnc.Dim("T", 1, 16), 12), "h0": (8,), "c0": (8,)}
    folder = tmp_path_factory.mktemp("recurrent")
    return stateful_model(folder, RECURRENT, inputs=shapes | {"in0": (4, 12)}, states="auto")


def rows(count: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal((2, count, 12), np.float32)


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


def filled(model: ncnnc.CompiledModel, *counts: int) -> tuple[ncnnc.Session, np.ndarray]:
    """A session after runs of so many rows, and all the rows."""
    session, given = model.session(), [rows(n, seed) for seed, n in enumerate(counts)]
    for one in given:
        session(one)
    return session, np.concatenate(given, 1)


def test_rows_are_appended(model: ncnnc.CompiledModel):
    session, past = model.session(), rows(0)
    assert [spec.name for spec in session.inputs] == ["in0"]
    assert [spec.name for spec in session.outputs] == ["out0"]
    for count in (1, 16, 3, 1, 7, 16, 4):
        new = rows(count, count)
        past = np.concatenate([past, new], 1)
        result = session.run({"in0": new})["out0"]
        np.testing.assert_allclose(result, sigmoid(past), rtol=1e-5, atol=1e-6)
        assert session.length == past.shape[1]


def test_a_full_session_says_both_numbers(model: ncnnc.CompiledModel):
    session, past = filled(model, 16, 16, 10)
    with pytest.raises(ArgumentError, match=r"full: 49 rows are more than its 48; .*P=0\.\.49"):
        session(rows(7))
    assert session.length == 42
    np.testing.assert_allclose(session(rows(6))[:, :42], sigmoid(past), rtol=1e-5, atol=1e-6)
    short = model.session(max_length=20)
    short(rows(16))
    with pytest.raises(ArgumentError, match=r"full: 21 .* its 20; .* make one of max_length=21"):
        short(rows(5))


def test_truncated_rows_are_written_anew(model: ncnnc.CompiledModel):
    session, past = filled(model, 9, 8)
    session.truncate(5)
    new = rows(3, 77)
    expected = sigmoid(np.concatenate([past[:, :5], new], 1))
    np.testing.assert_allclose(session(new), expected, rtol=1e-5, atol=1e-6)
    session.reset()
    np.testing.assert_allclose(session(new), sigmoid(new), rtol=1e-5, atol=1e-6)


def test_forks_go_on_apart(model: ncnnc.CompiledModel):
    session, past = filled(model, 9)
    for fork in (session.fork(), session.fork(), session):
        new = rows(4, id(fork) % 1000)
        expected = sigmoid(np.concatenate([past, new], 1))
        np.testing.assert_allclose(fork(new), expected, rtol=1e-5, atol=1e-6)
        assert fork.length == 13
        assert fork.max_length == 48


def test_saved_states_are_loaded(
    model: ncnnc.CompiledModel, recurrent: ncnnc.CompiledModel, tmp_path: Path
):
    path, new = tmp_path / "s.state", rows(2, 5)
    session, _ = filled(model, 9, 4)
    session.save(path)
    assert path.stat().st_size < 2 * 13 * 12 * 4 + 200  # The rows in use alone.
    model.save(tmp_path / "m.ncnnc")
    for other in (model, ncnnc.load(tmp_path / "m.ncnnc")):
        loaded = other.session()
        loaded.load(path)
        assert loaded.length == 13
        np.testing.assert_array_equal(loaded(new), session.fork()(new))
    streamed = recurrent.session()
    x = np.ones((4, 12), np.float32)
    streamed(x)
    streamed.save(path)
    loaded = recurrent.session()
    loaded.load(path)
    np.testing.assert_array_equal(loaded(x), streamed(x))


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda data: data[:50], "not the states of a session"),
        (lambda data: b"x" + data[1:], "not the states of a session"),
        (lambda data: data[:-1], "damaged"),
        (lambda data: data + b"x", "damaged"),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "damaged"),
        (lambda data: data[:8] + bytes(32) + data[40:], "has the states of another model"),
        (lambda data: data[:40] + bytes(32) + data[72:], "has the states of a model of other"),
    ],
)
def test_damaged_files_are_refused(
    model: ncnnc.CompiledModel,
    tmp_path: Path,
    damage: Callable[[bytes], bytes],
    reason: str,
):
    path = tmp_path / "s.state"
    session, _ = filled(model, 9)
    session.save(path)
    path.write_bytes(damage(path.read_bytes()))
    other, _ = filled(model, 3)
    with pytest.raises(ArtifactError, match=rf"s\.state: error: {reason}"):
        other.load(path)
    assert other.length == 3


def test_states_of_another_model_are_refused(
    model: ncnnc.CompiledModel, recurrent: ncnnc.CompiledModel, tmp_path: Path
):
    path = tmp_path / "s.state"
    session, _ = filled(model, 9)
    session.save(path)
    with pytest.raises(ArtifactError, match="has the states of another model"):
        recurrent.session().load(path)
    with pytest.raises(ArgumentError, match="has 9 rows, more than the session's 8"):
        model.session(8).load(path)
    with pytest.raises(FileNotFoundError):
        model.session().load(tmp_path / "none")


def test_states_of_other_weights_are_refused_unless_wanted(
    model: ncnnc.CompiledModel, tmp_path: Path
):
    """A model of the same files, compiled for another range, is the same; of other files not."""
    path, new = tmp_path / "s.state", rows(2, 5)
    session, past = filled(model, 9)
    session.save(path)
    dims = {"T": (1, 4), "P": (0, 20)}
    shapes = {"in0": ("2", "T", "12"), "c0": ("2", "P", "12")}
    alike = growing_model(tmp_path, inputs=shapes, dims=dims).session()
    alike.load(path)
    other = growing_model(tmp_path, random_weights=2).session()
    with pytest.raises(ArtifactError, match=r"a model of other files; hint: .*any_weights=True"):
        other.load(path)
    assert other.length == 0
    other.load(path, any_weights=True)
    expected = sigmoid(np.concatenate([past, new], 1))
    for one in (alike, other):
        np.testing.assert_allclose(one(new), expected, rtol=1e-5, atol=1e-6)


def test_lengths_out_of_range_are_refused(model: ncnnc.CompiledModel):
    session, _ = filled(model, 9)
    with pytest.raises(ArgumentError, match="the session has 9 rows, fewer than 10"):
        session.truncate(10)
    with pytest.raises(ArgumentError, match="length must be at least 0, not -1"):
        session.truncate(-1)
    with pytest.raises(ArgumentTypeError, match="length must be an integer"):
        session.truncate(1.5)  # pyright: ignore[reportArgumentType] what is refused
    with pytest.raises(ArgumentError, match="holds from 0 to 48 rows, not 49"):
        model.session(49)
    with pytest.raises(ValueError, match="T is 17, out of the range 1 to 16"):
        session(rows(17))
    assert session.length == 9


def test_a_model_with_states_is_run_in_a_session(model: ncnnc.CompiledModel):
    with pytest.raises(ArgumentError, match=r"has states, .*hint: session = model\.session\(\)"):
        model(rows(1))
    with pytest.raises(ArgumentError, match="has states"):
        model.profile({"in0": rows(1)})


def test_a_model_without_states_has_no_session(tmp_path: Path):
    plain = stateful_model(tmp_path, RECURRENT, inputs={"in0": (4, 12), "h0": (8,), "c0": (8,)})
    with pytest.raises(ArgumentError, match=r"the model has no states; hint: .*states='auto'"):
        plain.session()


def test_a_stream_in_pieces_is_the_whole(recurrent: ncnnc.CompiledModel, tmp_path: Path):
    x = np.random.default_rng(0).standard_normal((20, 12), np.float32)
    zeros = np.zeros(8, np.float32)
    plain = stateful_model(tmp_path, RECURRENT, inputs={"in0": (20, 12), "h0": (8,), "c0": (8,)})
    expected = plain.run({"in0": x, "h0": zeros, "c0": zeros})["out0"]
    session = recurrent.session()
    for _ in range(2):
        pieces = [session(x[at : at + 4]) for at in range(0, 20, 4)]
        np.testing.assert_allclose(np.concatenate(pieces), expected, rtol=1e-5, atol=1e-6)
        session.reset()


def test_states_of_a_fixed_size_have_no_rows(recurrent: ncnnc.CompiledModel):
    session = recurrent.session()
    session(np.ones((4, 12), np.float32))
    fork = session.fork()
    session.truncate(session.length)
    with pytest.raises(ArgumentError, match="the session has 0 rows, fewer than 1"):
        session.truncate(1)
    np.testing.assert_array_equal(
        fork(np.ones((4, 12), np.float32)), session(np.ones((4, 12), np.float32))
    )


def test_threads_have_sessions_of_their_own(model: ncnnc.CompiledModel):
    def stream(seed: int) -> None:
        session, past = model.session(), rows(0)
        for count in (1, 5, 16, 2, 16):
            new = rows(count, seed + count)
            past = np.concatenate([past, new], 1)
            np.testing.assert_allclose(session(new), sigmoid(past), rtol=1e-5, atol=1e-6)

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(stream, range(64)))


def test_a_session_is_for_one_run_at_a_time(
    model: ncnnc.CompiledModel, monkeypatch: pytest.MonkeyPatch
):
    session, _ = filled(model, 9)
    began, may_end = Event(), Event()
    prepare = states.StateMemory.prepare

    def slow(self: states.StateMemory, numbers: dict[str, int]) -> None:
        prepare(self, numbers)
        began.set()
        assert may_end.wait(60)

    monkeypatch.setattr(states.StateMemory, "prepare", slow)
    thread = Thread(target=session, args=(rows(1),))
    thread.start()
    assert began.wait(60)
    try:
        for use in (lambda: session(rows(1)), session.fork, session.reset):
            with pytest.raises(ArgumentError, match="in use by another run; hint: fork it"):
                use()
    finally:
        may_end.set()
        thread.join()
    assert session.length == 10


@pytest.mark.parametrize("at_end", [False, True])
def test_nothing_is_touched_outside_of_states(
    model: ncnnc.CompiledModel, monkeypatch: pytest.MonkeyPatch, at_end: bool
):
    buffers = GuardedMemory(at_end, 0xFF)
    monkeypatch.setattr(states, "aligned_zeros", buffers.empty)
    with guarded(buffers):
        alike = ncnnc.CompiledModel(model.program)
        session, past = filled(alike, 16, 16, 1, 15)
        session.truncate(47)
        new = rows(1, 9)
        expected = sigmoid(np.concatenate([past[:, :47], new], 1))
        np.testing.assert_allclose(session(new), expected, rtol=1e-5, atol=1e-6)


def test_dynamic_models_have_no_states(tmp_path: Path):
    with pytest.raises(NcnncError, match="a dynamic model has no states"):
        stateful_model(tmp_path, RECURRENT, states="auto", dynamic=True)


def test_rows_beside_a_fixed_size_are_not_cut(tmp_path: Path):
    param = """7767517
9 13
Input in0 0 1 in0
Input k0 0 1 k0
Input h0 0 1 h0
Input c0 0 1 c0
Split s 1 2 in0 a b
Concat cat 2 1 k0 a k1 0=0
Split t 1 2 k1 d out1
Sigmoid sg 1 1 d out0
LSTM lstm 3 3 b h0 c0 out2 h1 c1 0=8 1=384 2=0
"""
    shapes = {"in0": (1, 12), "k0": (ncnnc.Dim("P", 0, 8), 12), "h0": (8,), "c0": (8,)}
    states = {"auto": "auto", "k0": "out1"}
    session = stateful_model(tmp_path, param, inputs=shapes, states=states).session()
    x = np.ones((1, 12), np.float32)
    first = session.run({"in0": x})
    second = session.run({"in0": x})
    assert set(first) == {"out0", "out2"}
    with pytest.raises(ArgumentError, match="state 'h0' has a fixed size and no rows to cut"):
        session.truncate(1)
    session.truncate(2)
    session.save(tmp_path / "s.state")
    session.reset()
    for expected in (first, second):
        for name, value in session.run({"in0": x}).items():
            np.testing.assert_array_equal(value, expected[name])
    loaded = session.fork()
    loaded.reset()
    loaded.load(tmp_path / "s.state")
    assert loaded.length == 2
    np.testing.assert_array_equal(loaded.run({"in0": x})["out2"], session.run({"in0": x})["out2"])


def test_equal_runs_save_equal_files(model: ncnnc.CompiledModel, tmp_path: Path):
    for name in ("a", "b"):
        session, _ = filled(model, 9, 3)
        session.save(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
