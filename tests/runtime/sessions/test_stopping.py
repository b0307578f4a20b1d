"""
Signals that come while native code runs: handled between two steps, after which the run goes on.

Where something has to happen in the middle of a run, a layer of a user's own makes it happen.
"""

from __future__ import annotations

import os
import random
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc.dialects.entry_points import CALL_BACK_STEP
from ncnnc.runtime.errors import origin_of
from ncnnc.runtime.sessions import compiled_model, stopping
from ncnnc.runtime.sessions.stopping import Control, signal_file

from tests.helpers.long_runs import rounds, tell
from tests.helpers.lowering import param_text
from tests.helpers.own_layers import network, random_arrays, registered, same_shape

pytestmark = pytest.mark.isa

PATIENCE = 60.0
MOMENTS = rounds(2, 200)
SHAPES = {"x": (64, 96, 96)}
LAYERS = "\n".join(
    f"Convolution c{i} 1 1 {'x' if i == 0 else f'b{i - 1}'} b{i} 0=64 1=3 4=1 5=1 6=36864 9=1"
    for i in range(6)
)
"""Some milliseconds each."""
SIGNALLING = """
    Softmax a 1 1 x a
    TestSignal b 1 1 a b
    Softmax c 1 1 b c 0=1 1=1
    Softmax d 1 1 c d
    TestSignal y 1 1 d y
"""
SMALL = {"x": (3, 11, 13)}


@pytest.fixture(scope="module")
def slow() -> Any:
    """A model of several layers, and what it computes."""
    return ncnnc.compile(param_text(LAYERS, SHAPES), inputs=SHAPES, random_weights=1)


@pytest.fixture
def controls(monkeypatch: pytest.MonkeyPatch) -> list[Control]:
    """Collect the control blocks of runs from now on."""
    made: list[Control] = []

    class Noted(Control):
        def __init__(self, *arguments: Any):
            super().__init__(*arguments)
            made.append(self)

    monkeypatch.setattr(stopping, "Control", Noted)
    return made


@contextmanager
def handling(number: signal.Signals, handler: Callable[..., Any]) -> Iterator[None]:
    """Handle a signal so; a shell lets what it starts in the background ignore some."""
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


def done_of(control: Control) -> int:
    """Return the number of steps done when the run stopped last."""
    return int(max(control._progress))


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_an_interrupt_ends_a_run_between_two_steps(
    threads: int, slow: Any, controls: list[Control]
):
    slow.threads = threads
    dice, x = random.Random(threads), random_arrays(SHAPES)["x"]
    wanted = slow(x)
    start = time.perf_counter()
    slow(x)
    usual = time.perf_counter() - start
    sent: list[float] = []
    delays: list[float] = []
    stopped: list[int] = []

    def interrupt() -> None:
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    end = time.monotonic() + PATIENCE * MOMENTS
    with handling(signal.SIGINT, signal.default_int_handler):
        while len(stopped) < MOMENTS and time.monotonic() < end:
            timer = threading.Timer(dice.uniform(0, usual), interrupt)
            try:
                timer.start()
                slow(x)
                timer.join()
            except KeyboardInterrupt:
                if done_of(controls[-1]):
                    delays.append(time.perf_counter() - sent[-1])
                    stopped.append(done_of(controls[-1]))
            timer.join()
            np.testing.assert_array_equal(slow(x), wanted)
    assert len(stopped) == MOMENTS
    assert max(stopped) < len(slow.program.steps)
    assert signal.set_wakeup_fd(-1) == -1
    times = f"the slowest heeded after {max(delays) * 1e3:.0f} ms of {usual * 1e3:.0f}"
    tell(f"{threads} threads: {MOMENTS} of {MOMENTS} interrupts between two steps, {times}")


def test_a_handler_that_raises_nothing_lets_the_run_go_on(slow: Any, controls: list[Control]):
    came: list[int] = []
    x = random_arrays(SHAPES)["x"]
    wanted = slow(x)
    end = time.monotonic() + PATIENCE
    with handling(signal.SIGALRM, lambda number, _: came.append(number)):
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
        try:
            while not any(map(done_of, controls)) and time.monotonic() < end:
                np.testing.assert_array_equal(slow(x), wanted)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    assert any(map(done_of, controls))
    assert came


@pytest.mark.parametrize("save", ["m.ncnnc", "m.so", "dynamic"])
def test_all_kinds_of_models_are_stopped(save: str, tmp_path: Path, monkeypatch, controls):
    monkeypatch.setattr(compiled_model, "LONG_WORK", 0)
    param, path = network(tmp_path, "ReLU y 1 1 x y", SMALL), tmp_path / save
    if save == "m.ncnnc":
        ncnnc.compile(param).save(path)
    elif save == "m.so":
        ncnnc.compile_library(param, None, path)
    model = ncnnc.compile(param, dynamic=True) if save == "dynamic" else ncnnc.load(path)
    model.run(random_arrays(SMALL))
    assert len(controls) == 1
    assert len(model.profile(random_arrays(SMALL), repeats=3)) == 1
    assert len(controls) == 1 + 3


# Signals in the middle ----------------------------------------------------------------------------


class Acting:
    """A model of native layers, between which two layers call `act`."""

    def __init__(self, folder: Path):
        with registered("TestSignal", shape=same_shape, reference=self._compute):
            self.model = ncnnc.compile(network(folder, SIGNALLING, SMALL), random_weights=1)
        self.act: Callable[[], None] = lambda: None

    def _compute(self, params: Any, x: np.ndarray) -> np.ndarray:
        self.act()
        return np.array(x)

    def run(self, act: Callable[[], None] = lambda: None, threads: int = 1) -> np.ndarray:
        """The result of a run with layers that do this."""
        self.act, self.model.threads = act, threads
        return self.model(random_arrays(SMALL)["x"])


@pytest.fixture(scope="module")
def acting(tmp_path_factory: pytest.TempPathFactory) -> Acting:
    return Acting(tmp_path_factory.mktemp("acting"))


def steps_till_first_call(model: Any) -> int:
    """Return the number of steps done before the first custom layer."""
    return 1 + [step.kernel for step in model.program.steps].index(CALL_BACK_STEP)


@pytest.mark.parametrize("threads", [1, 2])
def test_no_step_is_done_after_an_interrupt(threads: int, acting: Acting, controls: list[Control]):
    ends = [False, True]

    def act() -> None:
        if ends.pop():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(PATIENCE)

    with handling(signal.SIGINT, signal.default_int_handler):
        with pytest.raises(KeyboardInterrupt) as caught:
            acting.run(act, threads)
    assert origin_of(caught.value) == "layer 'b' (TestSignal)"
    assert done_of(controls[-1]) == steps_till_first_call(acting.model)
    assert ends == [False]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_run_goes_on_behind_the_step_where_it_stopped(
    threads: int, acting: Acting, controls: list[Control]
):
    came: list[int] = []
    with handling(signal.SIGUSR1, lambda number, _: came.append(number)):
        result = acting.run(lambda: os.kill(os.getpid(), signal.SIGUSR1), threads)
    assert came == [signal.SIGUSR1] * 2
    # And after the last step there is nothing to stop.
    assert done_of(controls[-1]) == steps_till_first_call(acting.model)
    np.testing.assert_array_equal(result, acting.run())


def test_a_run_inside_of_a_run_is_stopped_alone(acting: Acting):
    def act() -> None:
        with pytest.raises(KeyboardInterrupt):
            acting.run(lambda: os.kill(os.getpid(), signal.SIGINT))
        acting.act = act

    with handling(signal.SIGINT, signal.default_int_handler):
        result = acting.run(act)
    np.testing.assert_array_equal(result, acting.run())
    assert signal.set_wakeup_fd(-1) == -1


def test_whoever_waits_for_signals_is_told(acting: Acting):
    reading, writing = socket.socketpair()
    reading.setblocking(False)
    writing.setblocking(False)
    assert signal.set_wakeup_fd(writing.fileno()) == -1
    try:
        with handling(signal.SIGUSR1, lambda *_: None):
            acting.run(lambda: os.kill(os.getpid(), signal.SIGUSR1))
        assert reading.recv(100) == bytes([signal.SIGUSR1] * 2)
    finally:
        assert signal.set_wakeup_fd(-1) == writing.fileno()
        reading.close()
        writing.close()


# Who is not stopped -------------------------------------------------------------------------------


def test_short_runs_do_not_listen(controls: list[Control]):
    model = ncnnc.compile(param_text("ReLU y 1 1 x y", SMALL), inputs=SMALL)
    model.run(random_arrays(SMALL))
    assert controls == []


def test_other_threads_do_not_listen(acting: Acting, controls: list[Control]):
    with ThreadPoolExecutor(1) as pool:
        pool.submit(acting.run).result()
        assert pool.submit(signal_file).result() is None
    assert controls == []


def test_a_system_without_files_in_memory(
    acting: Acting, monkeypatch: pytest.MonkeyPatch, controls: list[Control]
):
    monkeypatch.setattr(stopping, "_files", {os.getpid(): None})
    acting.run()
    assert controls == []


def test_a_child_does_not_tell_its_parent(acting: Acting):
    """It is forked in the middle of a run, and runs the rest of it."""
    children: list[int] = []

    def act() -> None:
        if not children:
            children.append(os.fork())
            if not children[0]:
                os.kill(os.getpid(), signal.SIGUSR1)

    file = signal_file()
    assert file is not None
    with handling(signal.SIGUSR1, lambda *_: None):
        try:
            acting.run(act)
        finally:
            if children == [0]:
                own = signal_file()
                os._exit(own is None or own.number == file.number or file.take() != b"")
    assert os.waitstatus_to_exitcode(os.waitpid(children[0], 0)[1]) == 0
    assert file.take() == b""
