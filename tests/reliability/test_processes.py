"""Processes that are forked, spawned, or end while a team of threads is there."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.driver.compile import compile_program
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.runtime.sessions.compiled_model import CompiledModel

from tests.helpers.long_runs import LONG, rounds, tell
from tests.helpers.small_network import PARAM

pytestmark = pytest.mark.isa

FORKS = rounds(5, 100)
ENDS = rounds(1, 1000)
PATIENCE = 60
FORK = """
import os, sys
import numpy as np
import ncnnc
model = ncnnc.load(sys.argv[1], threads=4)
x = np.sin(np.arange(np.prod(model.inputs[0].shape), dtype="f")).reshape(model.inputs[0].shape)
before = model(x).tobytes()
for _ in range(int(sys.argv[2])):
    child = os.fork()
    if child == 0:
        own = ncnnc.load(sys.argv[1], threads=2)
        os._exit(not model(x).tobytes() == own(x).tobytes() == before)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert model(x).tobytes() == before
"""
END = """
import sys, threading
import numpy as np
import ncnnc
model = ncnnc.load(sys.argv[1], threads=4)
x = np.zeros(model.inputs[0].shape, "f")
model(x)
def run():
    while True:
        model(x)
for _ in range(2):
    threading.Thread(target=run, daemon=True).start()
model(x)
"""


@pytest.fixture(scope="module")
def model() -> CompiledModel:
    return CompiledModel(compile_program(CompileOptions(PARAM, random_weights=1)), threads=2)


def test_forks_of_a_process_with_a_team(model: CompiledModel, tmp_path: Path):
    model.save(tmp_path / "m.ncnnc")
    command = [sys.executable, "-W", "ignore", "-c", FORK, str(tmp_path / "m.ncnnc"), str(FORKS)]
    assert subprocess.run(command, timeout=PATIENCE).returncode == 0
    tell(f"{FORKS} of {FORKS} forks ran the model of their parent, and one of their own")


@pytest.mark.parametrize("method", ["forkserver", "spawn"] if LONG else ["forkserver"])
def test_models_travel_to_other_processes(method: str, model: CompiledModel):
    x = np.ones(model.inputs[0].shape, np.float32)
    with multiprocessing.get_context(method).Pool(1) as pool:
        result = pool.apply_async(model, [x]).get(PATIENCE)
    np.testing.assert_array_equal(result, model(x))


def test_the_interpreter_ends_while_models_run(model: CompiledModel, tmp_path: Path):
    model.save(tmp_path / "m.ncnnc")
    for _ in range(ENDS):
        command = [sys.executable, "-c", END, str(tmp_path / "m.ncnnc")]
        done = subprocess.run(command, timeout=PATIENCE, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
    tell(f"{ENDS} of {ENDS} processes ended while two of their threads ran a model")
