"""Numbers of threads that the first runs choose."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import ncnnc
import numpy as np
import pytest
from ncnnc.runtime.model.program import ProgramStep
from ncnnc.runtime.sessions import thread_choice
from ncnnc.runtime.sessions.compiled_model import CompiledModel
from ncnnc.runtime.sessions.thread_choice import RUNS, ThreadChoice, candidates

LONG, SHORT = 10**9, 10**4
"""FLOP of a kernel worth sharing, and of a kernel shorter than a barrier."""


def steps(flops: int) -> list[ProgramStep]:
    return [ProgramStep("conv", ("conv",), "convolution gemm", flops, 0, "conv")]


def choice(cpus: int = 2, symbols: tuple[str, ...] = ()) -> ThreadChoice:
    program: Any = SimpleNamespace(steps=steps(LONG), symbols=symbols)
    return ThreadChoice(program, cpus)


@pytest.fixture
def take(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[int]]:
    """Return a function that lets runs take the given seconds on each number of threads."""
    now = [0.0]
    monkeypatch.setattr(thread_choice, "perf_counter", lambda: now[0])

    def runs(chosen: ThreadChoice, seconds: dict[int, float], count: int, *arrays: Any):
        numbers: list[int] = []
        for _ in range(count):
            with chosen.run(arrays) as threads:
                numbers.append(threads)
                now[0] += seconds[threads]
        return numbers

    return runs


@pytest.mark.parametrize(
    ("flops", "cpus", "expected"),
    [
        (LONG, 1, (1,)),
        (LONG, 2, (2, 1)),
        (LONG, 3, (3, 1)),
        (LONG, 12, (12, 6, 1)),
        (SHORT, 12, (1,)),
    ],
)
def test_candidates(flops: int, cpus: int, expected: tuple[int, ...]):
    assert candidates(steps(flops), cpus) == expected


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        ({4: 1.0, 2: 1.5, 1: 3.0}, 4),
        ({4: 1.6, 2: 1.5, 1: 3.0}, 2),
        ({4: 1.0, 2: 1.02, 1: 3.0}, 2),
        ({4: 9.0, 2: 8.0, 1: 3.0}, 1),
    ],
)
def test_the_smallest_number_wins_unless_a_larger_one_saves_time(
    take: Callable[..., list[int]], seconds: dict[int, float], expected: int
):
    chosen = choice(4)
    assert take(chosen, seconds, 3 * RUNS) == [4] * RUNS + [2] * RUNS + [1] * RUNS
    assert not chosen.is_made
    assert not chosen.settled
    assert take(chosen, seconds, 3) == [expected] * 3
    assert chosen.is_made
    assert chosen.latest == chosen.settled == expected


def test_the_first_run_of_a_number_is_not_measured(take: Callable[..., list[int]]):
    chosen = choice()
    take(chosen, {2: 1.0, 1: 1e-3}, RUNS + 1)
    take(chosen, {1: 2.0}, RUNS - 1)
    assert take(chosen, {2: 1.0}, 1) == [2]


def test_classes_of_extents_choose_apart(take: Callable[..., list[int]]):
    chosen, short, long = choice(symbols=("T",)), np.zeros((3, 8)), np.zeros((100, 8))
    take(chosen, {2: 1.0, 1: 0.5}, 2 * RUNS, short)
    take(chosen, {2: 1.0, 1: 2.0}, 2 * RUNS, long)
    assert take(chosen, {1: 0.5}, 1, np.zeros((2, 8))) == [1]
    assert take(chosen, {2: 1.0}, 1, long) == [2]
    assert not chosen.settled


def test_a_run_beside_the_measured_one_is_alone(take: Callable[..., list[int]]):
    chosen = choice()
    with chosen.run(()) as threads:
        assert threads == 2
        assert take(chosen, {1: 1.0}, 2) == [1, 1]
    assert take(chosen, {2: 1.0, 1: 3.0}, 2 * RUNS - 1) == [2] * (RUNS - 1) + [1] * RUNS


def test_a_run_that_fails_is_not_measured(take: Callable[..., list[int]]):
    chosen = choice()
    with pytest.raises(ValueError, match="wrong"), chosen.run(()):
        raise ValueError("wrong")
    assert take(chosen, {2: 1.0, 1: 3.0}, 2 * RUNS) == [2] * RUNS + [1] * RUNS


PARAM = b"""7767517
2 2
Input in 0 1 in0 0=64 1=64 2=16
Convolution conv 1 1 in0 out0 0=64 1=3 4=1 5=1 6=9216
"""


@pytest.mark.isa
@pytest.mark.parametrize("dynamic", [False, True])
def test_results_are_the_same_while_runs_choose(dynamic: bool, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("ncnnc.runtime.system.here.available_cpus", lambda: 2)
    options: Any = {"dynamic": True} if dynamic else {}
    model = cast("Any", ncnnc.compile(PARAM, None, random_weights=0, threads="auto", **options))
    x = np.random.default_rng(0).standard_normal((16, 64, 64), np.float32)
    model.threads = 1
    expected = model(x)
    model.threads = "auto"
    used: list[int] = []
    for _ in range(2 * RUNS + 1):
        np.testing.assert_array_equal(model(x), expected)
        used.append(cast("int", model.threads))
    assert used[: 2 * RUNS] == [2] * RUNS + [1] * RUNS


@pytest.mark.isa
def test_a_file_keeps_that_runs_choose(tmp_path: Any):
    model: Any = ncnnc.compile(PARAM, None, random_weights=0, threads="auto")
    path = tmp_path / "model.ncnnc"
    model.save(path)
    loaded: Any = ncnnc.load(path)
    assert isinstance(loaded, CompiledModel)
    assert loaded.program.threads == 0
    assert not loaded.has_chosen_threads
    assert ncnnc.load(path, threads=2).threads == 2
    with pytest.raises(TypeError, match="must be an integer or 'auto', not 'many'"):
        ncnnc.load(path, threads="many")  # pyright: ignore[reportArgumentType]


def test_a_library_takes_a_number(tmp_path: Any):
    with pytest.raises(ValueError, match="the threads of a library cannot be 'auto'"):
        ncnnc.compile_library(PARAM, None, tmp_path / "m.o", random_weights=0, threads="auto")
