"""
Numbers that are none, infinite or denormal are computed with as IEEE 754 says, and the rounding
mode and the flushing of denormals stay the caller's.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.driver.compile import compile_program
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.runtime.sessions.compiled_model import CompiledModel

from tests.generators.random_graphs import random_network
from tests.helpers.long_runs import LONG, rounds, tell
from tests.helpers.lowering import compile_layers, param_text
from tests.helpers.needed_features import needs_features_of
from tests.helpers.small_network import PARAM

pytestmark = pytest.mark.isa

TARGETS = ("x86-64", "x86-avx2", "x86-avx512")
NETWORKS = rounds(1, 60)
ENVIRONMENT_BYTES, MXCSR_AT = 32, 28
"""Of `fenv_t` on x86-64."""
DENORMALS_ARE_ZERO, FLUSH_TO_ZERO, UPWARD = 1 << 6, 1 << 15, 2 << 13
MODES = DENORMALS_ARE_ZERO | FLUSH_TO_ZERO | 3 << 13
"""The bits that a program sets, not those that say what has happened."""
LOOSE = re.compile(r"\b(fast|nnan|ninf|nsz|arcp|reassoc|afn)\b")
"""Flags of LLVM that let it compute something else."""
TREE = "call reassoc float @llvm.vector.reduce.fadd"
"""The sum of the elements of a vector, in an order that the target has for it."""

libm = ctypes.CDLL("libm.so.6")


class Environment:
    """The state of floating-point arithmetic of this thread."""

    def __init__(self):
        self.bytes = ctypes.create_string_buffer(ENVIRONMENT_BYTES)
        assert libm.fegetenv(self.bytes) == 0

    @property
    def mxcsr(self) -> int:
        """The register that SSE and all after it obey."""
        return int.from_bytes(self.bytes.raw[MXCSR_AT:], "little")

    def restore(self, mxcsr: int) -> None:
        """Set it again, with this register."""
        changed = self.bytes.raw[:MXCSR_AT] + mxcsr.to_bytes(4, "little")
        assert libm.fesetenv(ctypes.create_string_buffer(changed, ENVIRONMENT_BYTES)) == 0


@pytest.fixture
def environment() -> Iterator[Environment]:
    """The floating-point environment before a test, restored after it."""
    before = Environment()
    yield before
    before.restore(before.mxcsr)


@pytest.mark.parametrize("threads", [1, 2])
def test_modes_are_the_callers(threads: int, environment: Environment):
    model = CompiledModel(compile_program(CompileOptions(PARAM, random_weights=1)), threads)
    x = np.full(model.inputs[0].shape, 1e-40, np.float32)
    for modes in (0, DENORMALS_ARE_ZERO | FLUSH_TO_ZERO, UPWARD):
        environment.restore(environment.mxcsr & ~MODES | modes)
        model(x)
        assert Environment().mxcsr & MODES == modes


def test_nothing_lets_llvm_compute_something_else():
    networks = [random_network(seed) for seed in range(NETWORKS)]
    files = [(PARAM, None), *((n.param_text().encode(), n.weight_bytes()) for n in networks)]
    for param, weights in files:
        seed = 1 if weights is None else None
        text = lower(CompileOptions(param, weights, random_weights=seed)).llvm_ir()
        assert "fmul" in text or param is not PARAM
        assert [line for line in text.splitlines() if LOOSE.search(line.replace(TREE, ""))] == []
    tell(f"{len(files)} networks without flags that loosen IEEE arithmetic")


NAN, INF, TINY = float("nan"), float("inf"), 1e-42
EDGES = [NAN, INF, -INF, 0.0, -0.0, TINY, -TINY, 1.0, -1.0, 3e38, -3e38, 0.5, 2.5, -2.5, 1e-30]
LAYERS = (
    *("ReLU y 1 1 x y", "ReLU y 1 1 x y 0=0.1", "Clip y 1 1 x y 0=-1.0 1=1.0", "AbsVal y 1 1 x y"),
    *("Sigmoid y 1 1 x y", "TanH y 1 1 x y", "HardSwish y 1 1 x y", "Swish y 1 1 x y"),
    *("ELU y 1 1 x y", "Exp y 1 1 x y", "Power y 1 1 x y 1=2.0", "UnaryOp y 1 1 x y 0=1"),
    *(f"UnaryOp y 1 1 x y 0={i}" for i in (0, 2, 3, 4, 5, 15)),
    *(f"BinaryOp y 1 1 x y 0={i} 1=1 2=2.0" for i in range(6)),
    "Pooling y 1 1 x y 0=0 1=2 2=2",
)
"""All but the last pass NaN on; which of a NaN and a number is the larger one, ncnn leaves open."""


@pytest.mark.parametrize("layer", LAYERS)
def test_layers_of_edge_values(layer: str):
    """Every target has its turn; in a long run, with each layer."""
    turn = LAYERS.index(layer) % len(TARGETS)
    for target in TARGETS if LONG else TARGETS[turn : turn + 1]:
        check_edge_values(layer, target)


def check_edge_values(layer: str, target: str) -> None:
    """A layer, compiled, computes of these values what numpy does."""
    edges = EDGES[1:] if layer.startswith("Pooling") else EDGES
    values = np.array((edges * 4)[:51], np.float32).reshape(1, 3, 17)
    with np.errstate(all="ignore"):
        layers = compile_layers(layer, {"x": values.shape}, target, arrays={"x": values})
    (expected,) = layers.expected.values()
    (found,) = layers.model.run(layers.inputs).values()
    np.testing.assert_array_equal(np.isnan(found), np.isnan(expected))
    np.testing.assert_allclose(found, expected, rtol=4e-6, atol=0)


@pytest.mark.parametrize("target", TARGETS)
def test_an_edge_value_reaches_only_what_depends_on_it(target: str):
    options = CompileOptions(PARAM, random_weights=1, target=target, outputs=("a",))
    model = CompiledModel(compile_program(options))
    x = np.zeros((3, 11, 13), np.float32)
    base = model(x)
    seen = np.zeros(base.shape, bool)
    seen[:, 4:7, 5:8] = True
    for value in (NAN, INF, TINY):
        x[1, 5, 6] = value
        changed = model(x) != base
        assert not changed[~seen].any()
        assert value == TINY or changed[:, 5, 6].any()


FIRST_LAYERS = ("0=8 1=3 3=2 4=1 5=1 6=216", "0=24 1=5 3=2 4=2 5=1 6=1800")
"""Pairs of columns are summed together; strides are folded into channels."""


@pytest.mark.parametrize("params", FIRST_LAYERS)
def test_an_edge_value_reaches_no_further_than_the_next_output(params: str):
    needs_features_of("x86-avx512+zen5")
    shapes = {"x": (3, 18, 24)}
    param = param_text(f"Convolution y 1 1 x y {params}", shapes)
    target = "x86-avx512+zen5"
    model = ncnnc.compile(param, random_weights=1, inputs=shapes, target=target, cache=False)
    base = model(np.zeros((3, 18, 24), np.float32))
    for row, column in ((0, 0), (8, 11), (9, 12), (17, 23)):
        x = np.zeros((3, 18, 24), np.float32)
        x[1, row, column] = 1.0
        depends = np.pad((model(x) != base).any(axis=0), 1)
        x[1, row, column] = NAN
        near = np.lib.stride_tricks.sliding_window_view(depends, (3, 3)).any(axis=(2, 3))
        found = np.isnan(model(x))
        assert found[:, depends[1:-1, 1:-1]].all()
        assert not found[:, ~near].any()
