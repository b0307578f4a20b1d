"""The description of the entry points: it is enough to write a header, and what it says is so."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from ncnnc.dialects.custom_layers import LayerWeight
from ncnnc.dialects.entry_points import (
    ARENA,
    BARRIER,
    CALL,
    CALL_BACK,
    FUNCTIONS,
    INPUTS,
    OUTPUTS,
    PROGRESS,
    RUN,
    STAMPS,
    STOP,
    WEIGHTS,
    WORKSPACE,
    Parameter,
)
from ncnnc.runtime.model.tensors import aligned_empty
from ncnnc.runtime.weights.base import aligned_weights

from tests.helpers.lowering import Layers, compile_layers
from tests.helpers.own_layers import registered, same_shape

pytestmark = pytest.mark.isa

GLUE = """
#include "program.h"

static int zero(void) { return 0; }
static int one(void) { return 1; }
static void meet(void) {}

void run(const void *const *in, void *const *out, const void *w, void *a, void *s,
         const volatile int *stop, int64_t *progress) {
  ncnnc_run(in, out, w, a, s, stop, progress);
}
void profile(const void *const *in, void *const *out, const void *w, void *a, void *s,
             const volatile int *stop, int64_t *progress, uint64_t *stamps) {
  const struct ncnnc_call call = {.inputs = in, .outputs = out, .weights = w, .arena = a,
                                  .workspace = s, .stop = stop, .progress = progress,
                                  .thread_number = zero, .team_size = one,
                                  .stamps = stamps};
  ncnnc_profile(&call);
}
void work(const void *const *in, void *const *out, const void *w, void *a, void *s,
          const volatile int *stop, int64_t *progress) {
  const struct ncnnc_call call = {.inputs = in, .outputs = out, .weights = w, .arena = a,
                                  .workspace = s, .stop = stop, .progress = progress,
                                  .thread_number = zero, .team_size = one};
  ncnnc_barrier = meet;
  ncnnc_worker(&call);
}
"""


CALLING_BACK = """
#include "program.h"

static int zero(void) { return 0; }
static int two(void) { return 2; }
static void meet(void) {}

static void compute(int64_t number, const void *const *inputs, void *const *outputs) {
  const float *x = inputs[0];
  float *y = outputs[0];
  for (int i = 0; i < 60; i++) y[i] = number == 0 ? 2 * x[i] : x[i] + *(const float *)inputs[1];
}

void run(const void *const *in, void *const *out, const void *w, void *a, void *s,
         const volatile int *stop, int64_t *progress) {
  ncnnc_call_back = compute;
  ncnnc_run(in, out, w, a, s, stop, progress);
}
void work(const void *const *in, void *const *out, const void *w, void *a, void *s,
          const volatile int *stop, int64_t *progress) {
  const struct ncnnc_call call = {.inputs = in, .outputs = out, .weights = w, .arena = a,
                                  .workspace = s, .stop = stop, .progress = progress,
                                  .thread_number = zero, .team_size = two};
  ncnnc_barrier = meet;
  ncnnc_call_back = compute;
  ncnnc_worker(&call);
}
"""
"""Of two threads, the second has nothing to do: only the first one calls."""


def header() -> str:
    """The header that a C program includes."""
    members = [f"  /* {m.meaning} */\n  {m.declaration};" for m in CALL.members]
    return "\n".join(
        [
            "#include <stdint.h>",
            f"struct {CALL.name} {{",
            *members,
            "};",
            *(f"/* {f.meaning} */\n{f.prototype};" for f in FUNCTIONS),
            *(f"/* {v.meaning} */\nextern {v.declaration};" for v in (BARRIER, CALL_BACK)),
            "",
        ]
    )


def test_prototypes():
    """Changing these requires a new version of compiled models."""
    assert [f"{function.prototype};" for function in FUNCTIONS] == [
        "void ncnnc_run(const void *const *inputs, void *const *outputs, const void *weights, "
        "void *arena, void *workspace, const volatile int *stop, int64_t *progress);",
        "void ncnnc_profile(const struct ncnnc_call *call);",
        "void ncnnc_worker(const struct ncnnc_call *call);",
    ]


@pytest.fixture(scope="module")
def layers() -> Layers:
    """A network of several inputs that needs weights, arena and workspace."""
    return compile_layers(
        """
        Convolution c 1 1 a b 0=16 1=3 4=1 5=1 6=2304
        BinaryOp sum 2 1 b s t 0=0
        Convolution d 1 1 t y 0=16 1=3 4=1 5=1 6=2304
        """,
        {"a": (16, 12, 12), "s": (16, 12, 12)},
        target="x86-64",
    )


@pytest.fixture(scope="module")
def library(layers: Layers, tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """The compiled network, called from C."""
    return linked(layers, GLUE, tmp_path_factory.mktemp("c"))


def linked(layers: Layers, glue: str, folder: Path) -> ctypes.CDLL:
    """A compiled network with C functions that call it."""
    if shutil.which("cc") is None:
        pytest.skip("no C compiler")
    (folder / "program.h").write_text(header())
    (folder / "program.o").write_bytes(layers.model.program.object_code)
    (folder / "glue.c").write_text(glue)
    command = "cc -std=c99 -Wall -Wextra -Wpedantic -Werror -shared -fPIC"
    files = "glue.c program.o -o glue.so -lm"
    subprocess.run([*command.split(), *files.split()], cwd=folder, check=True)
    return ctypes.CDLL(str(folder / "glue.so"))


def memory(layers: Layers) -> tuple[dict[Parameter, np.ndarray], np.ndarray]:
    """Return the memory of every parameter, and the array of the output."""
    program = layers.model.program
    output = np.full(program.outputs[0].shape, np.nan, np.float32)
    inputs = [layers.inputs[spec.name].ctypes.data for spec in program.inputs]
    arrays = {
        INPUTS: np.array(inputs, np.uintp),
        OUTPUTS: np.array([output.ctypes.data], np.uintp),
        WEIGHTS: np.frombuffer(aligned_weights(program.weights), np.uint8),
        ARENA: aligned_empty((program.arena_bytes,), "uint8"),
        WORKSPACE: aligned_empty((program.workspace_bytes,), "uint8"),
        STOP: np.zeros(1, np.int32),
        PROGRESS: np.zeros(2, np.int64),
        STAMPS: np.zeros(2 * len(program.steps) + 1, np.uint64),
    }
    return arrays, output


@pytest.mark.parametrize("name", ["run", "profile", "work"])
def test_a_header_is_enough_to_call_a_program_from_c(
    layers: Layers, library: ctypes.CDLL, name: str
):
    assert layers.model.program.arena_bytes > 1
    assert layers.model.program.workspace_bytes > 1
    arrays, output = memory(layers)
    parameters = [*RUN.parameters, *([STAMPS] if name == "profile" else [])]
    library[name](*(ctypes.c_void_p(arrays[p].ctypes.data) for p in parameters))
    (expected,) = layers.expected.values()
    np.testing.assert_allclose(output, expected, atol=1e-5 * np.abs(expected).max())
    taken = 2 * len(layers.model.program.steps) if name == "profile" else 0
    assert np.count_nonzero(arrays[STAMPS]) == taken


@pytest.mark.parametrize("name", ["run", "profile", "work"])
def test_a_run_is_stopped_and_goes_on(layers: Layers, library: ctypes.CDLL, name: str):
    steps = len(layers.model.program.steps)
    arrays, output = memory(layers)
    call = [ctypes.c_void_p(arrays[p].ctypes.data) for p in (*RUN.parameters, STAMPS)]
    arrays[STOP][...] = 1
    for done in range(1, steps):
        library[name](*call)
        assert arrays[PROGRESS].tolist() == [done - 1, done]
        arrays[PROGRESS][...] = done, 0
    assert np.isnan(output).all()
    library[name](*call)
    assert arrays[PROGRESS].tolist() == [steps - 1, 0]
    (expected,) = layers.expected.values()
    np.testing.assert_allclose(output, expected, atol=1e-5 * np.abs(expected).max())


@pytest.mark.parametrize("name", ["run", "work"])
def test_a_c_program_computes_layers_of_its_own(name: str, tmp_path: Path):
    with (
        registered("TestDouble", shape=same_shape, reference=lambda _, x: 2 * x),
        registered(
            "TestShift",
            shape=same_shape,
            reference=lambda _, x, shift: x + shift,
            weights=[LayerWeight("shift", lambda _: (1,))],
        ),
    ):
        lines = "TestDouble a 1 1 x a\nTestShift y 1 1 a y"
        layers = compile_layers(lines, {"x": (3, 4, 5)}, target="x86-64")
    library = linked(layers, CALLING_BACK, tmp_path)
    arrays, output = memory(layers)
    library[name](*(ctypes.c_void_p(arrays[p].ctypes.data) for p in RUN.parameters))
    (expected,) = layers.expected.values()
    np.testing.assert_array_equal(output, expected)


def test_a_blob_may_be_called_like_an_argument_of_ours():
    layers = compile_layers(
        "Convolution c 1 1 workspace weights 0=16 1=3 4=1 5=1 6=2304",
        {"workspace": (16, 12, 12)},
        target="x86-64",
    )
    for threads in (1, 2):
        layers.model.threads = threads
        (output,) = layers.model.run(layers.inputs).values()
        (expected,) = layers.expected.values()
        np.testing.assert_allclose(output, expected, atol=1e-5 * np.abs(expected).max())
