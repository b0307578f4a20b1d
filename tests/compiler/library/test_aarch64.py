"""Libraries for aarch64: what programs compute with them under QEMU is what this machine does."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli.main import main
from ncnnc.runtime.code.elf import HEADER, MAGIC
from ncnnc.runtime.code.relocations import AARCH64
from ncnnc.runtime.errors import NcnncError

from tests.helpers.emulated import (
    HAS_COMPILER,
    link_emulated,
    needs_emulator,
    needs_libraries,
    run_emulated,
    run_libraries,
)
from tests.helpers.foreign_objects import program
from tests.helpers.small_network import CONVOLUTIONS, PARAM

pytestmark = pytest.mark.isa

SHARED = 3
"""The type of ELF files."""
INT8 = b"""7767517
5 5
Input in 0 1 in 0=13 1=11 2=3
Convolution c1 1 1 in a 0=17 1=3 4=1 5=1 6=459 8=2
ConvolutionDepthWise c2 1 1 a b 0=17 1=3 4=1 5=1 6=153 7=17 8=1
Convolution c3 1 1 b c 0=9 1=3 3=2 5=1 6=1377 8=2
InnerProduct f 1 1 c out 0=10 1=1 2=2700 8=2
"""
POOL = """#include <pthread.h>

struct task { net_task run; void *data; int number; };

static void *start(void *given) {
  struct task *task = given;
  task->run(task->data, task->number);
  return NULL;
}

static void parallel(void *pool, net_task run, void *data, int threads) {
  pthread_t others[8];
  struct task tasks[8];
  (void)pool;
  for (int i = 0; i < threads; i++) {
    tasks[i] = (struct task){run, data, i};
    if (pthread_create(&others[i], NULL, start, &tasks[i])) abort();
  }
  for (int i = 0; i < threads; i++) pthread_join(others[i], NULL);
}
"""
OPTIONS = "&(net_options){.threads = atoi(words[2]), .parallel = parallel}"
PROGRAM = program(f"net_run_with(model, inputs, outputs, {OPTIONS})", POOL)
"""Runs a network by a pool of threads."""


def compiled(folder: Path, param: bytes, output: str, *options: str) -> Path:
    """Compile a network of random weights to a file in a folder."""
    (folder / "net.param").write_bytes(param)
    arguments = ["compile", str(folder / "net.param"), "--random-weights", "0", "--no-cache"]
    assert main([*arguments, "-o", str(folder / output), *options]) == 0
    return folder / output


@needs_emulator
@pytest.mark.parametrize(
    ("param", "precision", "output", "cpu", "target", "threads", "tolerance"),
    [
        (PARAM, "fp32", "net.o", "cortex-a53", "aarch64", 1, 1e-5),
        (CONVOLUTIONS, "fp32", "net.a", "cortex-a76", "aarch64+dotprod", 3, 1e-5),
        (PARAM, "bf16", "net.o", "cortex-a53", "aarch64", 1, 2**-6),
        (PARAM, "bf16", "net.o", "max", "aarch64+bf16", 1, 2**-6),
        (INT8, "fp32", "net.o", "cortex-a53", "aarch64", 2, 0),
        (INT8, "fp32", "net.o", "cortex-a76", "aarch64+dotprod+cortex-a55", 1, 0),
        (INT8, "fp32", "net.o", "max", "aarch64+dotprod+i8mm", 2, 0),
        (CONVOLUTIONS, "bf16", "net.o", "max", "aarch64+bf16", 1, 2**-6),
    ],
)
def test_an_emulated_cpu_computes_what_this_one_does(
    param: bytes,
    precision: str,
    output: str,
    cpu: str,
    target: str,
    threads: int,
    tolerance: float,
    tmp_path: Path,
):
    extension = "aarch64+bf16" if precision == "bf16" else "aarch64+dotprod"
    extension = target if "cortex" in target else extension
    others = () if target in ("aarch64", extension) else (target,)
    targets = "--target", ",".join(("aarch64", extension, *others)), "--precision", precision
    compiled(tmp_path, param, output, *targets)
    model = ncnnc.compile(
        tmp_path / "net.param", random_weights=0, target="x86-64", precision=precision
    )
    (spec,) = model.inputs
    x = np.random.default_rng(3).uniform(-1, 1, spec.shape).astype(np.float32)
    expected = model(x)
    (tmp_path / "main.c").write_text(PROGRAM)
    program = link_emulated(tmp_path, "main.c", output)
    written = run_emulated(program, target, str(threads), given=x.tobytes(), cpu=cpu)
    result = np.frombuffer(written, np.float32).reshape(expected.shape)
    np.testing.assert_allclose(result, expected, rtol=0, atol=tolerance * np.abs(expected).max())


@pytest.mark.skipif(not HAS_COMPILER, reason="needs ncnnc[link]")
def test_a_shared_library_is_linked(tmp_path: Path):
    made = compiled(tmp_path, PARAM, "net.so", "--target", "aarch64", "--threads", "2")
    fields = HEADER.unpack_from(made.read_bytes())
    assert (fields[0], fields[6], fields[7]) == (MAGIC, SHARED, AARCH64.number)
    assert b"libgomp.so.1\0" in made.read_bytes()
    assert "For Linux on aarch64" in (tmp_path / "net.h").read_text()


@needs_libraries
def test_a_shared_library_is_loaded(tmp_path: Path):
    """It finds a C library and OpenMP, and touches nothing beside its arrays."""
    compiled(tmp_path, CONVOLUTIONS, "net.so", "--target", "aarch64", "--threads", "2")
    model = ncnnc.compile(tmp_path / "net.param", random_weights=0, target="x86-64")
    x = np.random.default_rng(3).uniform(-1, 1, model.inputs[0].shape).astype(np.float32)
    found = run_libraries(tmp_path, {"net": model.outputs}, [x], suffix=".so")
    expected = model.run({model.inputs[0].name: x})
    for name, array in expected.items():
        np.testing.assert_allclose(
            found["net"][name], array, rtol=0, atol=1e-5 * np.abs(array).max()
        )


def test_this_machine_refuses_to_run_one(tmp_path: Path):
    path = compiled(tmp_path, PARAM, "net.o", "--target", "aarch64")
    with pytest.raises(NcnncError) as error:
        ncnnc.load(path)
    (line,) = str(error.value).splitlines()
    assert "net.o: error: is compiled for aarch64, and this machine is " in line
