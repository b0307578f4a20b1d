"""The same input and options give the same bytes and results in every process, place and time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.driver.compile import compile_program
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.runtime.sessions.compiled_model import CompiledModel

from tests.generators.random_graphs import random_network
from tests.helpers.long_runs import LONG, rounds, tell
from tests.helpers.small_network import PARAM

NETWORKS = rounds(1, 100)
RUNS = rounds(3, 100)
ZOO = ["squeezenet", "resnet18", "mobilenet_v3"] if LONG else []
TARGETS = ["x86-avx512", "x86-avx2"][: 1 + LONG]
DIGESTS = """
import hashlib, sys
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.program.assemble import assemble
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.runtime import artifact
from pathlib import Path
jobs, targets, names = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
for name in names:
    for target in targets.split(","):
        weights = None if Path(name).suffix else 1
        lowered = lower(CompileOptions(name, target=target, jobs=jobs, random_weights=weights))
        text = str(lowered.module) + lowered.llvm_ir()
        artifact.write("out", assemble(lowered))
        for content in (text.encode(), Path("out").read_bytes()):
            print(name, target, hashlib.sha256(content).hexdigest())
"""


def digests(folder: Path, seed: str, jobs: int, names: list[str]) -> list[str]:
    """The digests of IR and of compiled files, made by a process of its own, in this folder."""
    folder.mkdir(parents=True)
    for number in range(NETWORKS):
        network = random_network(number)
        (folder / f"{number}.param").write_text(network.param_text())
        (folder / f"{number}.bin").write_bytes(network.weight_bytes())
    environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": f"UTC{seed}", "TMPDIR": str(folder)}
    command = [sys.executable, "-c", DIGESTS, str(jobs), ",".join(TARGETS), *names]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_two_processes_make_the_same_bytes(tmp_path: Path):
    names = [*ZOO, *(f"{number}.param" for number in range(NETWORKS))]
    one = digests(tmp_path / "one", "1", 1, names)
    other = digests(tmp_path / "an" / "other", "2", 3, list(reversed(names)))
    assert len(one) == 2 * len(TARGETS) * len(names)
    assert sorted(one) == sorted(other)
    tell(f"{len(one)} files and texts of {len(names)} networks, twice the same bytes")


@pytest.mark.isa
def test_results_are_the_same_bits_for_any_threads_and_alignment():
    options = CompileOptions(PARAM, random_weights=1)
    program = compile_program(options)
    (spec,) = program.inputs
    x = np.random.default_rng(0).standard_normal(spec.shape).astype(np.float32)
    expected = CompiledModel(program)(x).tobytes()
    runs = 0
    for threads in (1, 2, 3, 8):
        model = CompiledModel(program, threads)
        for shift in range(RUNS):
            memory = np.empty(4 * x.size + 64 + shift, np.uint8)
            inside = memory[shift : shift + 4 * x.size].view(np.float32).reshape(x.shape)
            inside[...] = x
            assert model(inside).tobytes() == expected
            runs += 1
    tell(f"{runs} runs with 1 to 8 threads, inputs at any byte: the same bits")
