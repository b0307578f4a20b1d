"""Many Python threads compile, load, run and drop models at once, and nobody disturbs another."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.driver.compile import compile_program
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.runtime import artifact
from ncnnc.runtime.sessions.compiled_model import CompiledModel

from tests.generators.random_graphs import random_network
from tests.helpers.long_runs import rounds, tell
from tests.helpers.small_network import PARAM

pytestmark = pytest.mark.isa

RUNNING = 16
RUNS = rounds(20, 1000)
LOADED = rounds(10, 500)
COMPILED = rounds(2, 20)


@pytest.mark.parametrize("threads", [1, 2])
def test_one_model_run_by_many(threads: int, tmp_path: Path):
    model = CompiledModel(compile_program(CompileOptions(PARAM, random_weights=1)), threads)
    model.save(tmp_path / "m.ncnnc")
    shape = model.inputs[0].shape
    inputs = [np.random.default_rng(i).normal(size=shape).astype("f") for i in range(RUNNING)]
    expected = [model(x).tobytes() for x in inputs]

    def run(number: int) -> int:
        return sum(model(inputs[number]).tobytes() != expected[number] for _ in range(RUNS))

    def load_and_drop(number: int) -> int:
        wrong = 0
        for _ in range(LOADED):
            wrong += ncnnc.load(tmp_path / "m.ncnnc")(inputs[number]).tobytes() != expected[number]
        return wrong

    with ThreadPoolExecutor(RUNNING + 2) as pool:
        running = [pool.submit(run, number) for number in range(RUNNING)]
        loading = [pool.submit(load_and_drop, number) for number in range(2)]
        assert [future.result() for future in (*running, *loading)] == [0] * (RUNNING + 2)
    dynamic = f"{RUNNING} x {RUNS} runs on teams of {threads}, {2 * LOADED} loads beside them"
    tell(f"{dynamic}: no mismatch")


def test_compilations_at_once_make_the_same_bytes(tmp_path: Path):
    networks = [random_network(seed) for seed in range(COMPILED)]

    def compiled(number: int) -> bytes:
        network = networks[number % COMPILED]
        path = tmp_path / str(number)
        options = CompileOptions(network.param_text().encode(), network.weight_bytes())
        artifact.write(path, compile_program(options))
        return path.read_bytes()

    expected = [compiled(number) for number in range(COMPILED)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(compiled, range(COMPILED, 3 * COMPILED)))
    assert found == 2 * expected
    tell(f"{len(found)} compilations by 4 threads at once: the same bytes as alone")
