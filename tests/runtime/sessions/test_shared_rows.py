"""Forks share pages with the session that they come from, and each sees only its own rows."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.runtime.sessions import shared_rows, states

from tests.helpers.memory_use import proportional_set
from tests.helpers.small_decoder import SmallDecoder
from tests.helpers.stateful import GROWING, P, T, random_arrays, stateful_model

pytestmark = pytest.mark.isa


@pytest.fixture(scope="module")
def decoder(tmp_path_factory: pytest.TempPathFactory) -> ncnnc.CompiledModel:
    small = SmallDecoder(key_heads=2)
    shapes = small.shapes(T, P, P + T)
    folder = tmp_path_factory.mktemp("decoder")
    return stateful_model(folder, small.text(), inputs=shapes, states="auto")


def run_rows(session: ncnnc.Session, *counts: int, seed: int = 0) -> Sequence[np.ndarray]:
    """Run on so many random rows each time."""
    return [session.run(random_arrays(session, n, seed + n))["out0"] for n in counts]


def test_forks_take_no_memory_until_they_run(tmp_path: Path):
    t, p = ncnnc.Dim("T", 1, 64), ncnnc.Dim("P", 0, 1024)
    shapes = {"in0": (2, t, 2048), "c0": (2, p, 2048)}
    param = GROWING.format(axis=1)
    session = stateful_model(tmp_path, param, inputs=shapes, states={"c0": "out1"}).session()
    run_rows(session, *[64] * 8)
    rows = 2 * 512 * 2048 * 4
    first = session.fork()
    before = proportional_set()
    forks = [first, *(session.fork() for _ in range(63))]
    assert proportional_set() - before < rows / 2
    assert {fork.length for fork in forks} == {512}
    results = [run_rows(one, 1)[0] for one in (session, forks[0], forks[63])]
    np.testing.assert_array_equal(results[0], results[1])
    np.testing.assert_array_equal(results[0], results[2])
    assert proportional_set() - before < 8 * rows  # The outputs of three runs.


@pytest.mark.parametrize("is_shared", [True, False])
def test_each_sees_only_its_own_rows(
    decoder: ncnnc.CompiledModel, is_shared: bool, monkeypatch: pytest.MonkeyPatch
):
    """Whoever is forked from whom, and when; the others' rows are at the same places."""
    monkeypatch.setattr(states, "LEAST_SHARED", 0)
    if not is_shared:

        def refuse(name: str) -> int:
            raise OSError(name)

        monkeypatch.setattr(shared_rows.here, "memory_file", refuse)
    first = decoder.session()
    run_rows(first, 16, 3)
    second = first.fork()
    run_rows(second, 5, seed=1)
    third = second.fork()  # after rows of its own
    run_rows(first, 7, 1, 4, seed=2)
    fourth = first.fork()
    first.truncate(9)
    fifth = first.fork()
    run_rows(fifth, 2, seed=3)
    third.truncate(20)
    first.reset()
    run_rows(first, 16, seed=4)
    assert bool(second._states._shared) == is_shared

    def alone(*steps: tuple[int, int]) -> ncnnc.Session:
        session = decoder.session()
        for count, seed in steps:
            run_rows(session, count, seed=seed)
        return session

    plain = [(16, 0), (3, 0)]
    cut, third_alone = alone(*plain), alone(*plain, (5, 1))
    cut.truncate(9)
    run_rows(cut, 2, seed=3)
    third_alone.truncate(20)
    expected = [
        alone((16, 4)),
        alone(*plain, (5, 1)),
        third_alone,
        alone(*plain, (7, 2), (1, 2), (4, 2)),
        cut,
    ]
    for one, other in zip((first, second, third, fourth, fifth), expected, strict=True):
        assert one.length == other.length
        np.testing.assert_array_equal(run_rows(one, 6)[0], run_rows(other, 6)[0])


def test_forks_run_at_once(decoder: ncnnc.CompiledModel, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(states, "LEAST_SHARED", 0)
    session = decoder.session()
    run_rows(session, 16, 4)

    def stream(seed: int) -> np.ndarray:
        return run_rows(forks[seed], 1, 8, 3, seed=seed)[-1]

    forks = [session.fork() for _ in range(16)]
    alone = [stream(seed) for seed in range(16)]
    forks = [session.fork() for _ in range(16)]
    with ThreadPoolExecutor(16) as pool:
        for expected, result in zip(alone, pool.map(stream, range(16)), strict=True):
            np.testing.assert_array_equal(result, expected)


def test_loaded_rows_are_not_those_of_shared_pages(
    decoder: ncnnc.CompiledModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(states, "LEAST_SHARED", 0)
    session, other = decoder.session(), decoder.session()
    run_rows(session, 16)
    run_rows(other, 16, seed=5)
    other.save(tmp_path / "s.state")
    fork = session.fork()
    fork.load(tmp_path / "s.state")
    again = fork.fork()
    expected = run_rows(other, 2)[0]
    for one in (fork, again):
        np.testing.assert_array_equal(run_rows(one, 2)[0], expected)
