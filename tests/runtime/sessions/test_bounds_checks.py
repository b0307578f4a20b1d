"""Code with bounds checks computes the same, and says which access was out of bounds."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.driver.compile import compile_program
from ncnnc.compiler.library.interface import MESSAGES, Status
from ncnnc.compiler.library.library_options import LibraryOptions
from ncnnc.compiler.library.writing import write_library
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.program.assemble import assemble
from ncnnc.dialects.entry_points import Failure
from ncnnc.passes.loops.insert_bounds_checks import InsertBoundsChecksPass
from ncnnc.runtime import artifact
from ncnnc.runtime.artifact import writing
from ncnnc.runtime.errors import OutOfBoundsError
from ncnnc.runtime.model.program import Program
from ncnnc.runtime.sessions.compiled_model import CompiledModel

from tests.generators.layer_cases.case import GENERATORS
from tests.helpers.c_library import CLibrary, addresses
from tests.helpers.command_line import fails
from tests.helpers.generated_models import Task, layer_tasks, network_task
from tests.helpers.long_runs import LONG, rounds, tell
from tests.helpers.needed_features import needs_features_of
from tests.helpers.wrong_code import IMAGE, LAST, NETWORK, accesses, right_code, wrong_code

pytestmark = pytest.mark.isa
TARGETS = ("x86-64", "x86-avx2", "x86-avx512")
NETWORKS = rounds(1, 200)
CASES_OF_LAYER = rounds(1, 12)
EVERY_LAYER = 1 if LONG else 48
"""Of so many layers one is run."""


def compared(task: Task) -> str:
    """Runs a model with checks and without; what is wrong with it, or why it cannot be compiled."""
    options, arrays = task
    try:
        plain = CompiledModel(compile_program(options))._execute(arrays)
    except ModelError as error:
        return str(error)
    checked = compile_program(replace(options, debug_bounds=True))
    assert checked.bounds_checks is not None
    for threads in (1, 2):
        found = CompiledModel(checked, threads)._execute(arrays)
        for one, other in zip(plain, found, strict=True):
            assert one.tobytes() == other.tobytes(), "checks change the results"
    return ""


@pytest.mark.parametrize("target", TARGETS)
def test_random_networks(target: str):
    needs_features_of(target)
    for seed in range(NETWORKS):
        assert not compared(network_task(seed, target)), seed
    tell(f"{target}: {NETWORKS} random networks with bounds checks, the same results")


@pytest.mark.parametrize("target", TARGETS)
def test_layers(target: str):
    """Each layer of ncnn, in a long run."""
    needs_features_of(target)
    layers = sorted(GENERATORS)[TARGETS.index(target) :: EVERY_LAYER]
    ran = 0
    for layer in layers:
        ran += sum(not compared(task) for task in layer_tasks(layer, CASES_OF_LAYER, target))
    assert ran > len(layers) * CASES_OF_LAYER / 2
    tell(f"{target}: {ran} cases of {len(layers)} layers with bounds checks, the same results")


# Wrong code -----------------------------------------------------------------------------------

FAR = 1 << 40
"""No address of a process that is as far from a buffer is one of its own."""


def wrong_program(number: int, shift: int) -> Program:
    """That of `wrong_code`, with checks."""
    lowered = wrong_code(number, shift)
    InsertBoundsChecksPass().apply(lowered.ctx, lowered.module)
    lowered.module.verify()
    return assemble(lowered)


BUFFERS = {
    ("conv1", "reads", "input 'data'"),
    ("conv1", "reads", "weights 'conv1.bias:packed_blob'"),
    ("conv1", "reads", "weights 'conv1.weight:direct_weights'"),
    ("conv1", "writes", "the blob at byte 0 of the arena"),
    ("fc", "reads", "the blob at byte 0 of the arena"),
    ("fc", "writes", "the blob at byte 1024 of the arena"),
    ("fc", "reads", "weights 'fc.bias:packed_blob'"),
    ("fc", "reads", "weights 'fc.weight:matvec_weights'"),
    ("copy", "reads", "the blob at byte 1024 of the arena"),
    ("copy", "writes", "output 'prob'"),
}
FAILURE = re.compile(r"layer '(\w+)' \(\w+\): (\w+) within bytes (-?\d+) to (-?\d+) of (.*), which")


def test_every_buffer_of_every_kernel_is_checked():
    found: set[tuple[str, str, str]] = set()
    for number in range(len(accesses(right_code().module))):
        model = CompiledModel(wrong_program(number, (-1) ** number * FAR))
        with pytest.raises(OutOfBoundsError) as error:
            model(IMAGE)
        match = FAILURE.search(str(error.value))
        assert match is not None
        layer, verb, first, last, buffer = match.groups()
        assert 0 < int(last) - int(first) < 64
        assert abs(int(first)) >= 4 * FAR
        found.add((layer, verb, buffer))
    assert found == BUFFERS


@pytest.mark.parametrize(
    ("shift", "threads", "bytes"), [(-1, 1, "-4 to 11"), (7, 1, "28 to 43"), (7, 2, "28 to 43")]
)
def test_a_vector_that_is_partly_outside(shift: int, threads: int, bytes: str):
    """The store of the first four of ten elements."""
    model = CompiledModel(wrong_program(LAST, shift), threads)
    says = (
        f"internal error: model: layer 'copy' (copy_10_10): writes within bytes {bytes} "
        "of output 'prob', which has bytes 0 to 39; this is a bug, please report"
    )
    for run in (model, lambda x: model.profile({"data": x}, 1)):
        with pytest.raises(OutOfBoundsError, match=re.escape(says)):
            run(IMAGE)


def test_a_failure_is_of_one_run():
    options = CompileOptions(NETWORK.encode(), random_weights=0, target="x86-64", debug_bounds=True)
    model = CompiledModel(compile_program(options))
    expected = model(IMAGE)
    (memory,) = model._idle
    assert memory.failure is not None
    memory.failure[Failure.HAPPENED] = 1
    np.testing.assert_array_equal(model(IMAGE), expected)


def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.chdir(tmp_path)
    artifact.write("m.ncnnc", wrong_program(0, FAR))
    says = (
        r"^internal error: m\.ncnnc: layer 'conv1' \(.*\): reads within bytes .*, please report it$"
    )
    with pytest.raises(OutOfBoundsError, match=says):
        ncnnc.load("m.ncnnc")(IMAGE)
    fails(["run", "m.ncnnc"], 70, "internal error: m.ncnnc: layer 'conv1'", capsys)


def test_libraries(tmp_path: Path):
    checked = CompileOptions(NETWORK.encode(), random_weights=0, debug_bounds=True)
    for name, program, status in (
        ("right", compile_program(checked), Status.OK),
        ("wrong", wrong_program(LAST, FAR), Status.ERROR_BOUNDS),
    ):
        write_library(tmp_path / f"{name}.so", [program], LibraryOptions(threads=2))
        library = CLibrary(tmp_path / f"{name}.so", name)
        assert library.create() == Status.OK
        outputs = library.new_outputs()
        for threads in (1, 2):
            call = (library.model, addresses([IMAGE]), addresses(outputs), threads)
            assert library.call("run", *call) == status
        assert library.message(Status.ERROR_BOUNDS) == MESSAGES[Status.ERROR_BOUNDS]


# The option -----------------------------------------------------------------------------------


def test_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("m.param").write_text(NETWORK)
    words = ["m.param", "--random-weights", "--debug-bounds"]
    assert cli.main(["run", *words]) == 0
    for output in ("m.ncnnc", "m.so"):
        assert cli.main(["compile", *words, "-o", output]) == 0
        assert ncnnc.load(output).program.bounds_checks is not None


def test_programs_without_checks_say_nothing_of_them():
    program = compile_program(CompileOptions(NETWORK.encode(), random_weights=0))
    assert program.bounds_checks is None
    assert "bounds_checks" not in writing.described(program)
    assert b"note_failure" not in program.object_code


def test_models_of_any_shape():
    model = ncnnc.compile(
        NETWORK.replace("InnerProduct fc", "Pooling fc").replace("0=10 1=1 2=2560", "4=1").encode(),
        dynamic=True,
        random_weights=0,
        debug_bounds=True,
        cache=False,
    )
    for size in (8, 9):
        model(np.ones((3, size, size), np.float32))
    assert len(model.specialisations) == 2
