"""Break down the time of a run: the work and the waits of each thread, step by step."""

from __future__ import annotations

import threading

import ncnnc
import numpy as np
import pytest
from ncnnc.runtime.errors import NcnncError
from ncnnc.runtime.sessions import barrier_log, profiling
from ncnnc.runtime.sessions.barrier_log import BarrierLog, seconds_per_tick
from ncnnc.runtime.sessions.compiled_model import CompiledModel
from ncnnc.runtime.sessions.profiling import Parts, StepTime

pytestmark = pytest.mark.isa

PARAM = b"""7767517
4 4
Input         x   0 1 x 0=24 1=24 2=16
Convolution   c   1 1 x c 0=16 1=3 4=1 6=2304
Softmax       s   1 1 c s 0=0 1=1
InnerProduct  fc  1 1 s fc 0=8 2=73728
"""
X = np.linspace(-1, 1, 16 * 24 * 24, dtype=np.float32).reshape(16, 24, 24)


@pytest.fixture(scope="module")
def model() -> CompiledModel:
    """A model in one of whose kernels the threads of a team meet: that of Winograd's algorithm."""
    return ncnnc.compile(PARAM, random_weights=1, conv={"c": "winograd6"}, threads=2)


def test_each_part_of_a_step_counts():
    # Two steps on two threads. Within the first the threads meet once, and after each once.
    stamps = np.array([[10, 30, 41, 50], [12, 38, 43, 44]], np.uint64)
    meetings = np.array([[15, 22, 31, 40, 51, 53], [20, 21, 39, 42, 45, 54]], np.uint64)
    parts = Parts.of(stamps, meetings)
    assert parts.busy.tolist() == [[5 + 8, 9], [8 + 17, 1]]
    assert parts.waits.tolist() == [[7 + 9, 2], [1 + 3, 9]]
    assert parts.longest.tolist() == [8 + 17, 9]
    assert parts.elapsed.tolist() == [31, 12]


def test_one_thread_never_waits():
    parts = Parts.of(np.array([[5, 9, 10, 17]], np.uint64), np.zeros((1, 0), np.uint64))
    assert parts.busy.tolist() == [[4, 7]]
    assert parts.waits.tolist() == [[0, 0]]
    assert parts.elapsed.tolist() == [5, 7]


def test_efficiency():
    step = StepTime(None, 5.0, (4.0, 2.0), (0.0, 2.0), 4.0)  # pyright: ignore[reportArgumentType]
    assert step.efficiency == 0.75


def test_a_tick_is_no_longer_than_a_microsecond():
    assert 0 < seconds_per_tick() < 1e-6


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_every_thread_is_timed(model: CompiledModel, threads: int):
    times = model.profile_threads({"x": X}, threads, 5)
    assert [time.step for time in times] == list(model.program.steps)
    for time in times:
        assert len(time.busy) == len(time.waits) == threads
        assert max(time.busy) <= time.longest <= sum(time.busy)
        assert time.longest <= time.seconds + 1e-9
        assert 1 / threads - 1e-6 <= time.efficiency <= 1
        assert (sum(time.waits) > 0) == (threads > 1)


def test_the_threads_are_those_of_the_model(model: CompiledModel):
    assert {len(time.busy) for time in model.profile_threads({"x": X}, repeats=1)} == {2}
    assert [step for step, _ in model.profile({"x": X}, 1)] == list(model.program.steps)


def test_threads_that_meet_within_a_kernel_are_logged(model: CompiledModel):
    log = BarrierLog(2)
    alike = CompiledModel(model.program, 2)
    rounds = profiling.Rounds(model.program.steps, 2)
    rounds.log = log
    memory = alike._take(2)
    kept = memory.take_inputs([X])
    outputs = memory.new_outputs()
    alike._profiled_round(memory, rounds)
    log.make_room()
    alike._profiled_round(memory, rounds)
    times = log.times(2)
    assert times.shape[1] > 2 * len(model.program.steps)
    assert (np.diff(times.astype(np.int64), axis=1) >= 0).all()
    assert (times > 0).all()
    np.testing.assert_array_equal(memory.results(outputs)[0], model(X))
    del kept


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_shares_are_measured_one_by_one(model: CompiledModel, threads: int):
    times = model.profile_shares({"x": X}, threads, 3)
    assert [time.step for time in times] == list(model.program.steps)
    for time in times:
        assert len(time.busy) == threads
        assert max(time.busy) <= time.longest
        assert 1 / threads - 1e-6 <= time.efficiency <= 1
    convolution = next(time for time in times if "winograd" in time.step.kernel)
    assert all(busy > 0 for busy in convolution.busy)


def test_marks_of_several_rounds_keep_the_shortest_times(model: CompiledModel):
    rounds = profiling.Rounds(model.program.steps[:2], 2)
    for stamps in ([[10, 30, 40, 50], [10, 90, 95, 99]], [[5, 35, 45, 50], [0, 8, 9, 20]]):
        rounds.stamps[:] = stamps
        rounds.add_shares()
    unit = seconds_per_tick()
    found = [[round(busy / unit) for busy in time.busy] for time in rounds.result()]
    assert found == [[20, 8], [5, 4]]


def test_what_one_thread_does_takes_as_long_as_in_the_whole_network(model: CompiledModel):
    """Alone it would find what no other thread has computed."""
    rounds = profiling.Rounds(model.program.steps[:2], 2)
    for whole in ([10, 50, 60, 560], [10, 50, 60, 360]):
        rounds.stamps[0] = whole
        rounds.add_whole()
    rounds.stamps[:] = [[10, 30, 40, 50], [10, 32, 41, 46]]
    rounds.add_shares()
    shared, alone = rounds.result()
    unit = seconds_per_tick()
    assert [round(busy / unit) for busy in shared.busy] == [20, 22]
    assert [round(busy / unit) for busy in alone.busy] == [300, 5]
    assert round(alone.longest / unit) == round(alone.seconds / unit) == 300
    assert alone.efficiency == pytest.approx(305 / 600)


def test_an_even_share_of_many_threads_is_work(model: CompiledModel):
    rounds = profiling.Rounds(model.program.steps[:1], 64)
    rounds.stamps[0] = [10, 650]
    rounds.add_whole()
    rounds.stamps[:] = [10, 22]
    rounds.add_shares()
    (shared,) = rounds.result()
    unit = seconds_per_tick()
    assert [round(busy / unit) for busy in shared.busy] == [12] * 64
    assert round(shared.longest / unit) == 12


def test_other_runs_are_not_disturbed(model: CompiledModel):
    expected, failures = model(X), []

    def work() -> None:
        for _ in range(20):
            if not np.array_equal(model(X), expected):
                failures.append("differs")

    others = [threading.Thread(target=work) for _ in range(2)]
    for other in others:
        other.start()
    for _ in range(5):
        model.profile_threads({"x": X}, 2, 3)
    for other in others:
        other.join()
    assert not failures


def test_without_openmp_one_thread_does_it(model: CompiledModel, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(barrier_log, "team", lambda threads: None)
    assert {len(time.busy) for time in model.profile_threads({"x": X}, 2, 2)} == {1}


def test_wrong_arguments(model: CompiledModel):
    for threads, repeats, reason in ((-1, 1, "threads must be"), (2, 0, "repeats must be")):
        with pytest.raises(ValueError, match=reason) as caught:
            model.profile_threads({"x": X}, threads, repeats)
        assert isinstance(caught.value, NcnncError)
