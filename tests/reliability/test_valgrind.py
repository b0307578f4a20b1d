"""
Compiled code under valgrind's memcheck: in a C program, for AVX2, which is what valgrind knows.

Each blob is a block of its own, as is the memory of the run, which is new: whatever is read or
written beside them, and whatever an output depends on that nobody has written, is an error.
"""

from __future__ import annotations

import math
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.driver.compile import compile_program
from ncnnc.compiler.library.library_options import LibraryOptions
from ncnnc.compiler.library.writing import write_library
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.program.assemble import assemble
from ncnnc.runtime.sessions.compiled_model import CompiledModel

from tests.generators.layer_cases.case import GENERATORS
from tests.helpers.c_library import build
from tests.helpers.generated_models import layer_tasks, network_task
from tests.helpers.long_runs import LONG, rounds, tell
from tests.helpers.needed_features import needs_features_of
from tests.helpers.wrong_code import IMAGE, LAST, wrong_code

pytestmark = pytest.mark.isa
TARGET = "x86-avx2"
PROGRAM = Path(__file__).with_name("memcheck.c")
MEMCHECK = "valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite"
NETWORKS = rounds(1, 60)
LAYERS = rounds(0, len(GENERATORS))
ZOO = {
    "squeezenet": (3, 48, 48),
    "mobilenet_v2": (3, 32, 32),
    "mobilenet_v3": (3, 32, 32),
    "shufflenet_v2": (3, 32, 32),
    "resnet18": (3, 32, 32),
    "googlenet": (3, 32, 32),
    "efficientnet_b0": (3, 32, 32),
}
"""Small images, whose extents give layers of all sizes down to one pixel."""
IN_ZOO = rounds(0, len(ZOO))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for models; skips where they cannot be checked."""
    needs_features_of(TARGET)
    if shutil.which("valgrind") is None:
        pytest.skip("no valgrind")
    return tmp_path


def memcheck(folder: Path, arrays: Sequence[np.ndarray]) -> subprocess.CompletedProcess[str]:
    """Run the model that is in the folder; status 0 if nothing is wrong."""
    build(folder, f"-I. {PROGRAM} m.o -lm", "memcheck")
    (folder / "inputs").write_bytes(b"".join(array.tobytes() for array in arrays))
    command = [*MEMCHECK.split(), "./memcheck"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def check(folder: Path, options: CompileOptions, arrays: Sequence[np.ndarray]) -> None:
    """Run a model under memcheck, and compare what it computes with what it does here."""
    program = compile_program(options)
    write_library(folder / "m.o", [program], LibraryOptions())
    done = memcheck(folder, arrays)
    assert done.returncode == 0, done.stdout + done.stderr
    outputs, start = (folder / "outputs").read_bytes(), 0
    expected = CompiledModel(program, 1)._execute(arrays)
    for spec, array in zip(program.outputs, expected, strict=True):
        # Of detections only the rows found are compared; those that pad them come behind.
        assert outputs[start : start + array.nbytes] == array.tobytes()
        start += spec.nbytes
    assert len(outputs) == start


def test_random_networks(folder: Path):
    for seed in range(NETWORKS):
        check(folder, *network_task(seed, TARGET))
    tell(f"{NETWORKS} random networks under memcheck: no error")


@pytest.mark.skipif(not LONG, reason="takes minutes: NCNNC_LONG=1 runs it")
def test_layers(folder: Path):
    """A case of each layer of ncnn."""
    ran = 0
    for layer in sorted(GENERATORS)[:LAYERS]:
        (task,) = layer_tasks(layer, 1, TARGET)
        try:
            check(folder, *task)
        except ModelError:
            continue
        ran += 1
    assert ran > LAYERS / 2
    tell(f"{ran} layers under memcheck: no error")


@pytest.mark.skipif(not LONG, reason="takes minutes: NCNNC_LONG=1 runs it")
def test_the_zoo(folder: Path):
    for name, shape in list(ZOO.items())[:IN_ZOO]:
        options = CompileOptions(name, inputs={"data": shape}, random_weights=0, target=TARGET)
        image = np.linspace(-1, 1, math.prod(shape), dtype=np.float32).reshape(shape)
        check(folder, options, [image])
    tell(f"{IN_ZOO} networks of the zoo under memcheck: no error")


def test_what_is_wrong_is_found(folder: Path):
    """A store beside the result: one byte is written that is not its own, and one not at all."""
    write_library(folder / "m.o", [assemble(wrong_code(LAST, 7, TARGET))], LibraryOptions())
    done = memcheck(folder, [IMAGE])
    assert done.returncode == 9
    assert "Invalid write of size" in done.stderr
    assert "depends on uninitialised value" in done.stderr
