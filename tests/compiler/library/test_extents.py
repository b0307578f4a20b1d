"""Libraries with dynamic extents compute what the process does."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc import Dim
from ncnnc.compiler.library.interface import Status
from ncnnc.compiler.library.sequence_interface import SequenceStatus
from ncnnc.runtime.model.tensors import aligned_empty

from tests.helpers.c_library import CLibrary, Options, addresses, build, numbers
from tests.helpers.guarded_memory import GuardedMemory

pytestmark = pytest.mark.isa

T, P = Dim("T", 1, 21), Dim("P", 0, 40)
JOINED = b"""7767517
6 6
Input a 0 1 a
Input b 0 1 b
Input c 0 1 c
Concat k 2 1 a b k 0=1
ReLU r 1 1 k y
ReLU s 1 1 c z
"""
SHAPES = {"a": (3, P, 20), "b": (3, T, 20), "c": ((T + 1) // 2, 2 * T)}
"""Extents inside and outside of rows, and a quotient."""
OPTIONS: dict[str, Any] = {"targets": ["x86-64"], "inputs": SHAPES}
PAIRS = [(1, 0), (3, 5), (21, 40), (16, 0), (7, 33)]
"""Of T and P; the library takes the extents in the order of the inputs."""


@pytest.fixture(scope="module")
def folder(runtime: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of `joined.so`."""
    folder = tmp_path_factory.mktemp("joined")
    ncnnc.compile_library(JOINED, b"", folder / "joined.so", **OPTIONS)
    return folder


@pytest.fixture
def library(folder: Path) -> CLibrary:
    """The library, with a model."""
    library = CLibrary(folder / "joined.so", "joined")
    assert library.create() == Status.OK
    return library


def inputs_of(rows: int, past: int) -> list[np.ndarray]:
    """Return random inputs."""
    rng = np.random.default_rng(rows * 100 + past)
    shapes = [(3, past, 20), (3, rows, 20), ((rows + 1) // 2, 2 * rows)]
    return [rng.standard_normal(shape, np.float32) for shape in shapes]


def run(library: CLibrary, extents: Sequence[int], inputs: object, outputs: object) -> int:
    """Return the status of a run on one thread."""
    return library.call("run", library.model, numbers(extents), inputs, outputs, 1)


@pytest.mark.parametrize("at_end", [False, True])
def test_results_are_those_of_the_process(library: CLibrary, at_end: bool):
    """Between guard pages: nothing is read or written outside of the extents of a run."""
    model = ncnnc.compile(JOINED, b"", target="x86-64", inputs=SHAPES)
    guarded = GuardedMemory(at_end, 0xFF)
    for rows, past in PAIRS:
        arrays = inputs_of(rows, past)
        inside = [guarded.empty(array.shape, alignment=4) for array in arrays]
        for there, array in zip(inside, arrays, strict=True):
            there[...] = array
        guard = partial(guarded.empty, alignment=4)
        outputs = library.dynamic_outputs((past, rows), guard)
        assert run(library, (past, rows), addresses(inside), addresses(outputs)) == Status.OK
        for output, expected in zip(outputs, model(*arrays), strict=True):
            np.testing.assert_array_equal(output, expected)
    library.destroy()


def test_a_run_in_the_memory_of_the_caller(library: CLibrary):
    """It keeps within `workspace_bytes`, and of these a short run touches a part."""
    size = library.call("workspace_bytes", library.model, 1, returns=ctypes.c_size_t)
    memory, arrays = aligned_empty((size + 64,), "uint8"), inputs_of(3, 5)
    memory[...] = 0xFF
    options, outputs = Options(1, memory.ctypes.data), library.dynamic_outputs((5, 3))
    call = library.model, numbers((5, 3)), addresses(arrays), addresses(outputs)
    assert library.call("run_with", *call, ctypes.byref(options)) == Status.OK
    joined = np.concatenate(arrays[:2], 1)
    np.testing.assert_array_equal(outputs[0], np.maximum(joined, 0))
    assert (memory[size:] == 0xFF).all()
    assert (memory[:size] == 0xFF).mean() > 0.5
    options.memory += 8
    assert library.call("run_with", *call, ctypes.byref(options)) == Status.ERROR_ALIGNMENT


def test_wrong_extents_are_statuses(library: CLibrary):
    """Nothing is written for them."""
    arrays, outputs = inputs_of(21, 40), library.dynamic_outputs((40, 21))
    inputs, results = addresses(arrays), addresses(outputs)
    wrong = [(-1, 1), (41, 1), (0, 0), (0, 22), (0, -1), (2**63 - 1, 1), (1, -(2**63))]
    for extents in wrong:
        assert run(library, extents, inputs, results) == SequenceStatus.ERROR_EXTENTS
        for kind in ("input", "output"):
            call = library.model, numbers(extents), 0, numbers((0, 0, 0))
            assert library.call(f"{kind}_shape", *call) == SequenceStatus.ERROR_EXTENTS
    assert all(np.isnan(output).all() for output in outputs)
    assert library.message(SequenceStatus.ERROR_EXTENTS) == (
        "an extent is out of the range that the library is compiled for"
    )
    assert library.message(len(Status) + len(SequenceStatus)) == "unknown status"
    assert library.message(Status.STOPPED) == "stopped before its end"


def test_wrong_arguments_are_statuses(library: CLibrary):
    arrays, outputs = inputs_of(1, 0), library.dynamic_outputs((0, 1))
    inputs, results = addresses(arrays), addresses(outputs)
    model, extents = library.model, numbers((0, 1))
    without = (ctypes.c_void_p * 3)(None, *inputs[1:])
    assert library.call("run", model, extents, without, results, 1) == Status.OK
    without = (ctypes.c_void_p * 3)(inputs[0], None, inputs[2])
    for call in (
        (None, extents, inputs, results, 1),
        (model, None, inputs, results, 1),
        (model, extents, None, results, 1),
        (model, extents, inputs, None, 1),
        (model, extents, without, results, 1),
        (model, extents, inputs, (ctypes.c_void_p * 2)(), 1),
    ):
        assert library.call("run", *call) == Status.ERROR_ARGUMENT
    for threads in (-1, 1025):
        status = library.call("run", model, extents, inputs, results, threads)
        assert status == Status.ERROR_THREAD_COUNT
    assert library.call("run", model, extents, inputs, results, 2) == Status.ERROR_THREADS
    shape = numbers((0, 0, 0))
    for index in (-1, 3):
        status = library.call("input_shape", model, extents, index, shape)
        assert status == SequenceStatus.ERROR_INDEX
    assert library.shape("input", (33, 7), 2) == (4, 14)


def test_a_program_with_the_address_sanitizer(runtime: None, tmp_path: Path):
    """It tells of a byte outside of the arrays, which are as large as the header says."""
    ncnnc.compile_library(JOINED, b"", tmp_path / "joined.o", **OPTIONS)
    source = Path(__file__).with_name("extents.c")
    flags = "-std=c99 -g -Wall -Wextra -Wpedantic -Werror -fsanitize=address,undefined -pthread"
    try:
        build(tmp_path, f"-I. {source} joined.o", "extents", flags, "gcc")
    except subprocess.CalledProcessError:
        pytest.skip("gcc has no address sanitizer")
    done = subprocess.run(["./extents"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


def test_the_header_is_for_cpp_too(folder: Path):
    (folder / "user.cpp").write_text(
        '#include "joined.h"\n#include "joined.h"\n'
        "int main() {\n"
        "  joined_extents extents = {JOINED_P_MAX, JOINED_T_MAX};\n"
        "  return joined_input_0_bytes(&extents) != JOINED_INPUT_0_MOST_BYTES;\n"
        "}\n"
    )
    build(folder, "user.cpp", "user", "-std=c++11 -Wall -Wextra -Wpedantic -Werror", "c++")
    assert subprocess.run(["./user"], cwd=folder, check=False).returncode == 0


def test_a_loaded_library_runs_in_python(folder: Path):
    loaded = ncnnc.load(folder / "joined.so")
    arrays = inputs_of(3, 5)
    np.testing.assert_array_equal(loaded(*arrays)[0], np.maximum(np.concatenate(arrays[:2], 1), 0))


def test_several_sets_of_shapes_are_refused(tmp_path: Path):
    sets: Any = [SHAPES, {**SHAPES, "a": (4, P, 20), "b": (4, T, 20)}]
    with pytest.raises(ncnnc.NcnncError, match="several sets of shapes do not go together"):
        ncnnc.compile_library(JOINED, b"", tmp_path / "m.so", **{**OPTIONS, "inputs": sets})
