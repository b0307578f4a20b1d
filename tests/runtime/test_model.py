"""Compiled models: calling, saving and loading, threads, forks, and what is refused."""

from __future__ import annotations

import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.runtime import cpu
from ncnnc.runtime.errors import ArtifactError, NcnncError
from ncnnc.runtime.model import CompiledModel

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
    with pytest.raises(NcnncError):
        model.run({"a": a, "b": b, "c": b})


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
