"""Compiled models: calling, saving and loading, threads, forks, and what is refused."""

from __future__ import annotations

import copy
import gc
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.driver.compile import compile_program
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.runtime.code import cpu
from ncnnc.runtime.errors import ArtifactError, NcnncError
from ncnnc.runtime.sessions import compiled_model
from ncnnc.runtime.sessions.compiled_model import CompiledModel
from ncnnc.runtime.sessions.memory import STAGED_BYTES, Memory

pytestmark = pytest.mark.isa

PARAM = """7767517
5 5
Input        a    0 1 a 0=9 1=7 2=3
Input        b    0 1 b 0=9 1=7 2=20
Convolution  c1   1 1 a c1 0=20 1=3 4=1 5=1 6=540
BinaryOp     sum  2 1 c1 b sum 0=0
ReLU         relu 1 1 c1 relu
"""


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> CompiledModel:
    """A model with two inputs and two outputs."""
    path = tmp_path_factory.mktemp("model") / "m.param"
    path.write_text(PARAM)
    return ncnnc.compile(path, random_weights=1)


def inputs(seed: int = 0) -> dict[str, np.ndarray]:
    """Arrays for the model."""
    generator = np.random.default_rng(seed)
    return {
        "a": generator.uniform(-1, 1, (3, 7, 9)).astype(np.float32),
        "b": generator.uniform(-1, 1, (20, 7, 9)).astype(np.float32),
    }


def assert_same(a: dict[str, np.ndarray], b: dict[str, np.ndarray]) -> None:
    """Check that all outputs are equal, bit for bit."""
    assert list(a) == list(b)
    for name in a:
        np.testing.assert_array_equal(a[name], b[name])


def test_by_name_and_by_position(model: CompiledModel):
    assert [str(spec) for spec in model.inputs] == ["a: float32[3, 7, 9]", "b: float32[20, 7, 9]"]
    assert [spec.name for spec in model.outputs] == ["sum", "relu"]
    arrays = inputs()
    results = model.run(arrays)
    total, relu = model(arrays["a"], arrays["b"])
    assert_same(results, {"sum": total, "relu": relu})
    np.testing.assert_allclose(np.maximum(total - arrays["b"], 0), relu, atol=1e-6)


def test_outputs_are_the_callers(model: CompiledModel):
    first = model.run(inputs(1))
    kept = {name: array.copy() for name, array in first.items()}
    model.run(inputs(2))
    assert_same(first, kept)


def test_strided_and_read_only_inputs(model: CompiledModel):
    arrays = inputs()
    strided = {name: np.asfortranarray(array) for name, array in arrays.items()}
    for array in arrays.values():
        array.flags.writeable = False
    assert_same(model.run(strided), model.run(arrays))


def test_wrong_calls(model: CompiledModel):
    a, b = inputs().values()
    with pytest.raises(ValueError, match="takes 2 inputs, not 1"):
        model(a)
    with pytest.raises(ValueError, match=r"'b' needs shape \(20, 7, 9\), not \(3, 7, 9\)"):
        model(a, a)
    with pytest.raises(TypeError, match="'a' needs float32, not float64"):
        model(a.astype(np.float64), b)
    with pytest.raises(TypeError, match="'a' needs a numpy array, not list"):
        model([1.0], b)  # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match="inputs are a, b; given: a"):
        model.run({"a": a})
    with pytest.raises(ValueError, match="inputs are a, b; given: a, c"):
        model.run({"a": a, "c": b})
    with pytest.raises(NcnncError):
        model.run({"a": a, "b": b, "c": b})
    with pytest.raises(TypeError, match="names are text"):
        model.run({"a": a, 1: b})  # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError, match=r"not ndarray; hint: model\(array\)") as caught:
        model.run(a)  # pyright: ignore[reportArgumentType]
    assert isinstance(caught.value, NcnncError)
    for repeats, kind in ((0, ValueError), ("2", TypeError), (True, TypeError)):
        with pytest.raises(kind, match="repeats must be") as caught:
            model.profile({"a": a, "b": b}, repeats)  # pyright: ignore[reportArgumentType]
        assert isinstance(caught.value, NcnncError)


def test_wrong_arguments_of_loading_and_saving(model: CompiledModel, tmp_path: Path):
    path = tmp_path / "m.ncnnc"
    model.save(path)
    wrong = ((-1, ValueError), (10**9, ValueError), ("2", TypeError), (True, TypeError))
    for threads, kind in wrong:
        with pytest.raises(kind, match="threads must be") as caught:
            ncnnc.load(path, threads=threads)
        assert isinstance(caught.value, NcnncError)
        with pytest.raises(kind, match="threads must be"):
            CompiledModel(model.program, threads)
    for call in (ncnnc.load, model.save):
        for name in (3, None, b"m.ncnnc"):
            with pytest.raises(TypeError, match="a file is named by") as caught:
                call(name)  # pyright: ignore[reportArgumentType]
            assert isinstance(caught.value, NcnncError)
    with pytest.raises(TypeError, match=r"not str; hint: ncnnc\.load"):
        CompiledModel("m.ncnnc")  # pyright: ignore[reportArgumentType]


def test_blobs_too_large_to_pass_through_the_memory_of_a_run(tmp_path: Path):
    path = tmp_path / "large.param"
    count = STAGED_BYTES // 4 + 1
    path.write_text(
        f"7767517\n4 4\nInput a 0 1 a 0={count}\nInput b 0 1 b 0={count}\n"
        "BinaryOp d 2 1 a b d 0=1\nReLU r 1 1 d r\n"
    )
    model = ncnnc.compile(path)
    a, b, c = np.random.default_rng(3).uniform(-1, 1, (3, count)).astype(np.float32)
    strided = np.repeat(b, 2)[::2]
    first = model(a, strided)
    second = model(a, c)
    np.testing.assert_array_equal(first, np.maximum(a - b, 0))
    np.testing.assert_array_equal(second, np.maximum(a - c, 0))


def calls_of(function: Callable[[], object]) -> int:
    """Return the number of functions, of Python and C, called by a call."""
    count = 0

    def event(frame: object, kind: str, argument: object) -> None:
        nonlocal count
        count += kind in ("call", "c_call")

    sys.setprofile(event)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count


def test_a_call_does_little_in_python(tmp_path: Path):
    path = tmp_path / "relu.param"
    path.write_text("7767517\n2 2\nInput x 0 1 x 0=16\nReLU r 1 1 x r\n")
    model = ncnnc.compile(path)
    array = np.ones(16, np.float32)
    model(array)
    assert calls_of(lambda: model(array)) <= 20
    assert calls_of(lambda: model.run({"x": array})) <= 20


class Kept(Memory):
    """Memory that counts how many there are."""

    alive: weakref.WeakSet[Memory] = weakref.WeakSet()

    def __init__(self, *arguments: Any):
        super().__init__(*arguments)
        self.alive.add(self)


def alive() -> int:
    """Return the amount of run memory in use."""
    gc.collect()
    return len(Kept.alive)


def test_memory_is_kept_for_as_many_runs_as_there_are_cpus(
    model: CompiledModel, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(compiled_model, "Memory", Kept)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    shared = CompiledModel(model.program)
    taken = threading.Barrier(16)

    def work() -> None:
        memory = shared._take(1)
        taken.wait(60)
        shared._idle.append(memory)

    workers = [threading.Thread(target=work) for _ in range(16)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert alive() == 3
    shared.run(inputs())
    assert alive() == 3
    shared.trim()
    assert alive() == 0
    shared.run(inputs())
    assert alive() == 1


def test_a_failed_run_gives_its_memory_back(model: CompiledModel, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(compiled_model, "Memory", Kept)
    own = CompiledModel(model.program)
    a, b = inputs().values()
    own(a, b)
    (memory,) = own._idle
    for _ in range(3):
        with pytest.raises(ValueError, match="needs shape"):
            own(a, a)
        with pytest.raises(ValueError, match="needs shape"):
            own.profile({"a": a, "b": a})
    assert list(own._idle) == [memory]
    assert alive() == 1


OUT_OF_MEMORY = """
import resource, sys
import ncnnc
import numpy as np

model = ncnnc.load(sys.argv[1])
x = np.ones((1, 8, 8), np.float32)
pages = int(open("/proc/self/statm").read().split()[0])
used = pages * resource.getpagesize()
limits = resource.getrlimit(resource.RLIMIT_AS)
resource.setrlimit(resource.RLIMIT_AS, (used + (16 << 20), limits[1]))
try:
    model(x)
except MemoryError as error:
    print("MemoryError:", str(error).splitlines()[0])
resource.setrlimit(resource.RLIMIT_AS, limits)
print(model(x).item())
"""


@pytest.mark.requirement("L14")
def test_memory_that_cannot_be_had_is_one_error(tmp_path: Path):
    """All of a run is placed in one arena: nothing has been computed when it cannot be had."""
    layers = ["7767517", "3 3", "Input x 0 1 x 0=8 1=8 2=1"]
    layers += ["Interp large 1 1 x large 0=1 1=512 2=512", "Pooling y 1 1 large y 0=1 4=1"]
    (tmp_path / "m.param").write_text("\n".join(layers))
    ncnnc.compile(tmp_path / "m.param", random_weights=0).save(tmp_path / "m.ncnnc")
    command = [sys.executable, "-c", OUT_OF_MEMORY, str(tmp_path / "m.ncnnc")]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    refused, result = run.stdout.splitlines()
    assert refused.startswith("MemoryError: ")
    assert float(result) == 1


def test_the_number_of_threads_can_be_changed(model: CompiledModel):
    own = CompiledModel(model.program)
    expected = own.run(inputs())
    own.threads = 3
    assert_same(own.run(inputs()), expected)
    assert [memory.threads for memory in own._idle] == [3]
    own.threads = 0
    assert own.threads == model.program.threads
    with pytest.raises(ValueError, match="threads must be"):
        own.threads = -1
    assert own.threads == model.program.threads


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickled(model: CompiledModel, protocol: int, tmp_path: Path):
    model.save(tmp_path / "m.ncnnc")
    loaded = ncnnc.load(tmp_path / "m.ncnnc", threads=2)
    data = pickle.dumps(loaded, protocol)
    (tmp_path / "m.ncnnc").unlink()
    again = pickle.loads(data)
    assert (again.threads, again.source) == (2, loaded.source)
    assert again.program.steps == loaded.program.steps
    assert_same(again.run(inputs()), model.run(inputs()))


def test_pickled_before_it_is_loaded(tmp_path: Path):
    path = tmp_path / "m.param"
    path.write_text(PARAM)
    program = compile_program(CompileOptions(str(path), random_weights=1))
    again = pickle.loads(pickle.dumps(program))
    assert bytes(again.weights) == bytes(program.weights)
    assert_same(CompiledModel(again).run(inputs()), CompiledModel(program).run(inputs()))


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_copies_share_the_weights(model: CompiledModel, copied: Callable):
    own = copied(model)
    assert own is not model
    assert own.program is model.program
    assert own._weights.ctypes.data == model._weights.ctypes.data
    assert_same(own.run(inputs()), model.run(inputs()))


def test_sent_to_another_process(model: CompiledModel):
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        results = pool.submit(CompiledModel.run, model, inputs()).result(60)
    assert_same(results, model.run(inputs()))


def test_shown_in_one_line(model: CompiledModel):
    blobs = "a: float32[3, 7, 9], b: float32[20, 7, 9] -> sum: float32[20, 7, 9], relu:"
    assert repr(model).startswith(f"<CompiledModel 'model', {model.program.target}: {blobs}")


def test_saved_and_loaded(model: CompiledModel, tmp_path: Path):
    path = tmp_path / "m.ncnnc"
    model.save(path)
    loaded = ncnnc.load(path)
    assert (loaded.threads, ncnnc.load(path, threads=3).threads) == (1, 3)
    assert loaded.inputs == model.inputs
    assert loaded.program.steps == model.program.steps
    assert_same(loaded.run(inputs()), model.run(inputs()))


def test_profile_names_the_layers(model: CompiledModel):
    profile = model.profile(inputs(), repeats=3)
    layers = {layer for step, _ in profile for layer in step.layers}
    assert {"c1", "sum", "relu"} <= layers
    assert all(seconds >= 0 for _, seconds in profile)
    convolution = next(step for step, _ in profile if "c1" in step.layers)
    assert convolution.flops >= 2 * 20 * 7 * 9 * 27


def test_a_program_for_another_cpu_is_refused(
    model: CompiledModel, monkeypatch: pytest.MonkeyPatch
):
    needed = model.program.features[-1]
    monkeypatch.setattr(cpu, "host_features", lambda: frozenset(model.program.features[:-1]))
    with pytest.raises(ArtifactError, match=f"other: error: needs {needed}, which this CPU lacks"):
        CompiledModel(model.program, source="other")


def test_damaged_object_code_is_refused(model: CompiledModel):
    with pytest.raises(ArtifactError, match="no ELF file"):
        CompiledModel(replace(model.program, object_code=b"nonsense"))


@pytest.mark.parametrize("threads", [1, 2])
def test_many_python_threads_at_once(model: CompiledModel, threads: int):
    shared = CompiledModel(model.program, threads)
    expected = {seed: model.run(inputs(seed)) for seed in range(8)}
    failures: list[object] = []

    def work(seed: int) -> None:
        for _ in range(50):
            try:
                assert_same(shared.run(inputs(seed)), expected[seed])
            except AssertionError as error:
                failures.append(error)

    workers = [threading.Thread(target=work, args=(seed,)) for seed in expected]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not failures


def overlaps(work: Callable[[], object], tries: int) -> bool:
    """Return whether this thread ever goes on during the work of another, which must let it."""
    ended: list[bool] = []

    def worker(started: threading.Event) -> None:
        started.set()
        work()
        ended.append(True)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        for count in range(tries):
            started = threading.Event()
            thread = threading.Thread(target=worker, args=(started,))
            thread.start()
            started.wait()
            if len(ended) == count:
                return True
            thread.join()
        return False
    finally:
        sys.setswitchinterval(interval)


def test_runs_let_other_threads_go_on(tmp_path: Path):
    path = tmp_path / "m.param"
    path.write_text(
        "7767517\n2 2\nInput data 0 1 data 0=112 1=112 2=64\n"
        "Convolution c 1 1 data c 0=64 1=3 4=1 6=36864\n"
    )
    model = ncnnc.compile(path, random_weights=1)
    array = np.ones((64, 112, 112), np.float32)
    model(array)
    assert not overlaps(lambda: sum(range(100_000)), 10)
    assert overlaps(lambda: model(array), 200)


FORK = """
import os, sys
import numpy as np
import ncnnc
model = ncnnc.load(sys.argv[1], threads=2)
arrays = [np.ones(spec.shape, np.float32) for spec in model.inputs]
before = model(*arrays)
child = os.fork()
if child == 0:
    after = model(*arrays)
    os._exit(0 if all((x == y).all() for x, y in zip(before, after)) else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_a_forked_child_can_run_the_model(model: CompiledModel, tmp_path: Path):
    model.save(tmp_path / "m.ncnnc")
    command = [sys.executable, "-W", "ignore", "-c", FORK, str(tmp_path / "m.ncnnc")]
    assert subprocess.run(command, timeout=60).returncode == 0
